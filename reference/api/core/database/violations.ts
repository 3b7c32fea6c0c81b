/** SQLSTATE (PostgreSQL, appendix A): integrity constraints, and values that no database can store. */
const UNIQUE = "23505";
/** A row with references to it: by the check of the constraint, and by its `on delete restrict` (from PostgreSQL 18 on). */
const FOREIGN_KEYS: readonly string[] = ["23503", "23001"];
/** A transaction that was ended for another one: a serialization failure and a deadlock. */
const PASSING = new Set(["40001", "40P01"]);
const UNSTORABLE = new Set(["22021", "22P05", "22003", "22007", "22008"]);

interface Violation {
  kind: "unique" | "foreign-key";
  constraint: string;
}

interface DriverError {
  code: string;
  constraint?: unknown;
}

/** The constraint that a write violated. */
export function violationOf(error: unknown): Violation | undefined {
  const found = driverError(error);
  if (found === undefined || (found.code !== UNIQUE && !FOREIGN_KEYS.includes(found.code))) return undefined;
  return { kind: found.code === UNIQUE ? "unique" : "foreign-key", constraint: String(found.constraint ?? "") };
}

/** Whether the database got a value that it cannot store, such as a text with U+0000 or a number beyond its range. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has(driverError(error)?.code ?? "");
}

/** Whether a row belongs to a month without a partition. PostgreSQL reports it like a broken check, but names no constraint. */
export function isOutsideMonths(error: unknown): boolean {
  const found = driverError(error);
  return found?.code === "23514" && !found.constraint;
}

/** Whether the database rejected the data itself, so that a retry would fail again (SQLSTATE classes 22 and 23). */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(driverError(error)?.code ?? "");
}

/** Whether the same transaction may succeed when it is made again. */
export function isPassing(error: unknown): boolean {
  return PASSING.has(driverError(error)?.code ?? "");
}

/** Either driver's error, unwrapped from Drizzle's. */
function driverError(error: unknown): DriverError | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? (error as DriverError) : driverError(cause);
}
