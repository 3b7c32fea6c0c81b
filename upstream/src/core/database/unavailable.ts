/** SQLSTATE of an unavailable server: connections (08), resources (53), shutdown and start (57P), a closed database (55000). */
const STATES = /^(08|53|57P)|^55000$/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
/** Errors of the driver without a code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error means that the database is unavailable, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === "string" && (STATES.test(code) || NETWORK.has(code))) return true;
  return (typeof message === "string" && DRIVER.test(message)) || isUnavailable(cause);
}
