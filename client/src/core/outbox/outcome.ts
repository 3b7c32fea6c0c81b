import { ApiError, isUnreached } from "../../api/error.ts";
import type { EntryProblem } from "./entry.ts";

/** The outcome of an attempt to send. */
export type Outcome =
  | { kind: "arrived"; stored: "new" | "known" }
  /** To be tried again later. */
  | { kind: "later"; afterMs?: number }
  | { kind: "problem"; problem: EntryProblem };

const UNAUTHORIZED = 401;
const TOO_MANY = 429;

/** The outcome of a failed call for a record: a refusal is final, any other failure is retried. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) throw error;
  const { status, retryAfter, fields, id } = error;
  // 401: the session has ended, and the record waits for its user.
  const passing = isUnreached(error) || status === 0 || status === UNAUTHORIZED || status === TOO_MANY || status >= 500;
  if (passing) return retryAfter === undefined ? { kind: "later" } : { kind: "later", afterMs: retryAfter * 1000 };
  const field = fields[0];
  return {
    kind: "problem",
    problem: { kind: "refused", id: field?.id ?? id, ...(field ? { field: field.field } : {}) },
  };
}
