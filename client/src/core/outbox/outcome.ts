import { ApiError, isUnreached } from "../../api/error.ts";
import type { EntryProblem } from "./entry.ts";

/** What an attempt to send came to. */
export type Outcome =
  | { kind: "arrived" }
  /** It may come to something later. */
  | { kind: "later"; afterMs?: number }
  | { kind: "problem"; problem: EntryProblem };

const UNAUTHORIZED = 401;
const TOO_MANY = 429;

/** What a failed call means for a record: a refusal is final, all else is tried again. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) throw error;
  const { status, retryAfter, fields, id } = error;
  // The session has ended: the record waits for its user.
  const passing = isUnreached(error) || status === 0 || status === UNAUTHORIZED || status === TOO_MANY || status >= 500;
  if (passing) return retryAfter === undefined ? { kind: "later" } : { kind: "later", afterMs: retryAfter * 1000 };
  const field = fields[0];
  return {
    kind: "problem",
    problem: { kind: "refused", id: field?.id ?? id, ...(field ? { field: field.field } : {}) },
  };
}
