/** SQLSTATE of an unavailable server: connections (08), resources (53), shutdown and start (57P), a closed database (55000). */
const STATES = /^(08|53|57P)|^55000$/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
/** Errors of the driver without a code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** SQLSTATE of a full disk. */
const DISK_FULL = "53100";

/**
 * Why the database is unavailable, so that the same request may succeed later; undefined for any other error. The reason
 * contains no values of a query.
 */
export function unavailability(error: unknown): { code: string | undefined; reason: string } | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  const text = typeof message === "string" ? message : "";
  if (code === DISK_FULL) return { code, reason: "the disk of the database is full: free at least 64 MiB" };
  if (typeof code === "string" && (STATES.test(code) || NETWORK.has(code))) return { code, reason: text || code };
  return DRIVER.test(text) ? { code: undefined, reason: text } : unavailability(cause);
}
