import { ProblemId } from "@lamina/shared/core/errors";
import { PROBLEM_CONTENT_TYPE, type Problem } from "@lamina/shared/core/problem";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { ruleText } from "@lamina/shared/rules/rule-text";
import type { FastifyReply } from "fastify";
import { forbiddenText, inUseText, inUseTitle, neededByText, notFoundText, problemText } from "./text.ts";

/** A broken rule as it is answered: with its words, for readers that do not know the id. */
interface FieldError extends BrokenRule {
  message: string;
}

interface Given {
  status: number;
  id: ProblemId;
  title: string;
  detail: string;
  errors?: FieldError[];
  /** The record as it is now, where the caller's version was older. */
  current?: unknown;
}

/** The database is asked again after this long. */
const RETRY_AFTER_MS = 5000;

/** An error that is answered as it is (RFC 9457). Everything else becomes a bare 500. */
export class HttpProblem extends Error {
  readonly given: Given;
  /** Fastify reads it. */
  readonly statusCode: number;
  /** When the same request may succeed, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(given: Given, retryAfterMs?: number) {
    super(given.detail);
    this.given = given;
    this.statusCode = given.status;
    this.retryAfter = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}

/** A broken rule with its words. */
export function withMessage(rule: BrokenRule): FieldError {
  return { ...rule, message: ruleText(rule) };
}

/** A problem in the words of its id; `given` replaces the detail or adds to the problem. */
function problem(status: number, id: ProblemId, given: Partial<Given> = {}, retryAfterMs?: number): HttpProblem {
  return new HttpProblem({ status, id, title: id, detail: id, ...problemText[id], ...given }, retryAfterMs);
}

/** Records that need another one: how many of a kind, and the names of some. */
export interface Use {
  kind: keyof typeof neededByText.kinds;
  total: number;
  names: readonly string[];
}

function useText({ kind, total, names }: Use): string {
  const words = neededByText.kinds[kind];
  return names.length === 0 ? `${total} ${words}` : neededByText.named(words, names.join(", "), total - names.length);
}

/** Every problem that a call answers. Words are looked up here and nowhere else. */
export const problems = {
  tokenNotFound: () => problem(401, ProblemId.tokenNotFound),
  tokenExpired: () => problem(401, ProblemId.tokenExpired),
  tokenRejected: () => problem(401, ProblemId.tokenRejected),
  forbidden: (reason: keyof typeof forbiddenText = "group") =>
    problem(403, ProblemId.forbidden, { detail: forbiddenText[reason] }),
  notFound: (what: keyof typeof notFoundText = "record") =>
    problem(404, ProblemId.notFound, { detail: notFoundText[what] }),
  conflict: (current: unknown) => problem(409, ProblemId.conflict, { current }),
  keyReused: () => problem(422, ProblemId.keyReused),
  inUse: (reason: keyof typeof inUseText) =>
    problem(409, ProblemId.conflict, { title: inUseTitle, detail: inUseText[reason] }),
  neededBy: (uses: readonly Use[]) =>
    problem(409, ProblemId.conflict, {
      title: inUseTitle,
      detail: neededByText.sentence(uses.map(useText).join("; ")),
    }),
  validation: (rules: readonly BrokenRule[]) => {
    const errors = rules.map(withMessage);
    const detail = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(" ");
    return problem(400, ProblemId.validation, { detail, errors });
  },
  badRequest: (detail?: string) => problem(400, ProblemId.badRequest, detail === undefined ? {} : { detail }),
  bodyTooLarge: () => problem(413, ProblemId.bodyTooLarge),
  internal: () => problem(500, ProblemId.internal),
  tooManyFailedLogins: (retryAfterMs: number) => problem(429, ProblemId.tooManyFailedLogins, {}, retryAfterMs),
  unavailable: () => problem(503, ProblemId.unavailable, {}, RETRY_AFTER_MS),
};

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  const body: Problem = { ...problem.given, requestId: reply.request.id };
  if (problem.retryAfter !== undefined) reply.header("retry-after", problem.retryAfter);
  return reply.code(problem.statusCode).type(PROBLEM_CONTENT_TYPE).send(JSON.stringify(body));
}
