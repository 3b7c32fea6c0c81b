import { ProblemId } from "@lamina/shared/core/errors";
import { PROBLEM_CONTENT_TYPE, type Problem } from "@lamina/shared/core/problem";
import { interlockSentences } from "@lamina/shared/reasons/interlock-text";
import type { InterlockId } from "@lamina/shared/reasons/interlocks";
import type { PasskeyAsk } from "@lamina/shared/records/commands/passkey";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { ruleText } from "@lamina/shared/rules/rule-text";
import type { FastifyReply } from "fastify";
import {
  forbiddenText,
  inUseText,
  inUseTitle,
  neededByText,
  notFoundText,
  notRestoredTitle,
  problemText,
  quotaText,
} from "./text.ts";

/** A broken rule in an answer, with its words for readers that do not know the id. */
interface FieldError extends BrokenRule {
  message: string;
}

interface ProblemContent {
  status: number;
  id: ProblemId;
  title: string;
  detail: string;
  errors?: FieldError[];
  /** The current record, when the caller's version is older; what a program needs to go on otherwise. */
  current?: unknown;
}

/** Time after which a caller should retry when the database is away. */
const RETRY_AFTER_MS = 5000;

/** An error with its own answer (RFC 9457). Any other error becomes a 500 without details. */
export class HttpProblem extends Error {
  readonly given: ProblemContent;
  /** Read by Fastify. */
  readonly statusCode: number;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(content: ProblemContent, retryAfterMs?: number) {
    super(content.detail);
    this.given = content;
    this.statusCode = content.status;
    this.retryAfter = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000));
  }

  /** The same problem with what a program needs to go on. */
  with(current: unknown): HttpProblem {
    return new HttpProblem({ ...this.given, current }, this.retryAfter && this.retryAfter * 1000);
  }
}

/** A broken rule with its words, where it has none yet. */
export function withMessage(rule: BrokenRule & { message?: string }): FieldError {
  return { ...rule, message: rule.message ?? ruleText(rule) };
}

/** A problem with the words of its id; `content` replaces the detail or adds fields. */
function problem(
  status: number,
  id: ProblemId,
  content: Partial<ProblemContent> = {},
  retryAfterMs?: number,
): HttpProblem {
  return new HttpProblem({ status, id, title: id, detail: id, ...problemText[id], ...content }, retryAfterMs);
}

/** Records that need another one: their kind and number, and some names. */
export interface Use {
  kind: keyof typeof neededByText.kinds;
  total: number;
  names: readonly string[];
}

function useText({ kind, total, names }: Use): string {
  const words = neededByText.kinds[kind];
  return names.length === 0 ? `${total} ${words}` : neededByText.named(words, names.join(", "), total - names.length);
}

/** Every problem that a call answers, and the only place that looks up their words. */
export const problems = {
  tokenNotFound: () => problem(401, ProblemId.tokenNotFound),
  tokenExpired: () => problem(401, ProblemId.tokenExpired),
  tokenRejected: () => problem(401, ProblemId.tokenRejected),
  keyRejected: () => problem(401, ProblemId.keyRejected),
  secondFactorNeeded: (current: { challenge: string; passkey?: PasskeyAsk | undefined }) =>
    problem(401, ProblemId.secondFactorNeeded, { current }),
  secondFactorWrong: (current?: { passkey?: PasskeyAsk | undefined }) =>
    problem(401, ProblemId.secondFactorWrong, current && { current }),
  forbidden: (reason: keyof typeof forbiddenText = "group") =>
    problem(403, ProblemId.forbidden, { detail: forbiddenText[reason] }),
  notFound: (what: keyof typeof notFoundText = "record") =>
    problem(404, ProblemId.notFound, { detail: notFoundText[what] }),
  conflict: (current: unknown) => problem(409, ProblemId.conflict, { current }),
  quotaReached: (what: keyof typeof quotaText, most: number) =>
    problem(409, ProblemId.quotaReached, { detail: quotaText[what](most) }),
  alreadyAnswered: () => problem(409, ProblemId.alreadyAnswered),
  mailNotConfigured: () => problem(409, ProblemId.mailNotConfigured),
  passkeysNotConfigured: () => problem(409, ProblemId.passkeysNotConfigured),
  emailMissing: () => problem(409, ProblemId.emailMissing),
  noUser: () => problem(403, ProblemId.noUser),
  interlocked: (interlocks: readonly InterlockId[]) =>
    problem(409, ProblemId.interlocked, { detail: interlockSentences(interlocks), current: { interlocks } }),
  confirmPassword: (detail?: string) => problem(403, ProblemId.confirmPassword, detail === undefined ? {} : { detail }),
  confirmPin: (detail?: string) => problem(403, ProblemId.confirmPin, detail === undefined ? {} : { detail }),
  confirmPasskey: () => problem(403, ProblemId.confirmPasskey),
  pinMissing: () => problem(403, ProblemId.pinMissing),
  pinLocked: (retryAfterMs: number) => problem(429, ProblemId.pinLocked, {}, retryAfterMs),
  keyReused: () => problem(422, ProblemId.keyReused),
  inUse: (reason: keyof typeof inUseText) =>
    problem(409, ProblemId.conflict, { title: inUseTitle, detail: inUseText[reason] }),
  neededBy: (uses: readonly Use[]) =>
    problem(409, ProblemId.conflict, {
      title: inUseTitle,
      detail: neededByText.sentence(uses.map(useText).join("; ")),
    }),
  validation: (rules: readonly (BrokenRule & { message?: string })[]) => {
    const errors = rules.map(withMessage);
    const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(" ");
    return problem(400, ProblemId.validation, { detail, errors });
  },
  /** A restoration that other records hinder. */
  notRestored: (rules: readonly (BrokenRule & { message?: string })[]) => {
    const errors = rules.map(withMessage);
    const detail = errors.map(({ message }) => message).join(" ");
    return problem(409, ProblemId.conflict, { title: notRestoredTitle, detail, errors });
  },
  badRequest: (detail?: string) => problem(400, ProblemId.badRequest, detail === undefined ? {} : { detail }),
  bodyTooLarge: () => problem(413, ProblemId.bodyTooLarge),
  internal: () => problem(500, ProblemId.internal),
  tooManyFailedLogins: (retryAfterMs: number) => problem(429, ProblemId.tooManyFailedLogins, {}, retryAfterMs),
  tooMuchTelemetry: (retryAfterMs: number) => problem(429, ProblemId.tooMuchTelemetry, {}, retryAfterMs),
  overQuota: (retryAfterMs: number, rule: FieldError) =>
    problem(429, ProblemId.tooMuchTelemetry, { detail: rule.message, errors: [rule] }, retryAfterMs),
  unavailable: () => problem(503, ProblemId.unavailable, {}, RETRY_AFTER_MS),
};

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  const body: Problem = { ...problem.given, requestId: reply.request.id };
  if (problem.retryAfter !== undefined) reply.header("retry-after", problem.retryAfter);
  return reply.code(problem.statusCode).type(PROBLEM_CONTENT_TYPE).send(JSON.stringify(body));
}
