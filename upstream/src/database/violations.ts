/** SQLSTATE class 23 (PostgreSQL, appendix A). */
const UNIQUE = "23505";
const FOREIGN_KEY = "23503";

export interface Violation {
  kind: "unique" | "foreign-key";
  constraint: string;
}

/** The constraint that a write broke, from either driver's error or Drizzle's wrapping of it. */
export function violationOf(error: unknown): Violation | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown };
  if (code === UNIQUE || code === FOREIGN_KEY)
    return { kind: code === UNIQUE ? "unique" : "foreign-key", constraint: String(constraint ?? "") };
  return violationOf(cause);
}
