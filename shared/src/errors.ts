import * as z from "zod";

/** An error of ours on the wire: RFC 9457 `application/problem+json` (contract). */
export const Problem = z.looseObject({
  type: z.string().optional(),
  title: z.string(),
  status: z.number(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  /** One of {@link ProblemId}, or an id of the connected API. */
  id: z.string().optional(),
  /** Field errors of a refused record: path of the field → id and limits of the broken rule. */
  errors: z.array(z.looseObject({ field: z.string(), id: z.string(), message: z.string().optional() })).optional(),
});
export type Problem = z.infer<typeof Problem>;

export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/** Ids of what goes wrong: ids cross the wire, the words live in the client. */
export const ProblemId = {
  tokenNotFound: "token-not-found",
  tokenExpired: "token-expired",
  tokenMalformed: "token-malformed",
  tokenRejected: "token-rejected",
  upstreamUnreachable: "upstream-unreachable",
  upstreamTimeout: "upstream-timeout",
  bodyTooLarge: "body-too-large",
  tooManyFailedLogins: "too-many-failed-logins",
  badRequest: "bad-request",
  validation: "validation",
  notFound: "not-found",
  forbidden: "forbidden",
  conflict: "conflict",
  internal: "internal",
} as const;
export type ProblemId = (typeof ProblemId)[keyof typeof ProblemId];

/** §8, §7: texts that the specification fixes for programs, not for the screen. */
export const TOKEN_NOT_FOUND = "Token not found";
export const MQTT_NOT_CONNECTED = "mqtt client not connected";
