/** SQLSTATE of a server that does not serve now: connections (08), resources (53), shutdown and start (57P), a closed database (55000). */
const STATES = /^(08|53|57P)|^55000$/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
/** The driver has no code for these. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error says that the database is away, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === "string" && (STATES.test(code) || NETWORK.has(code))) return true;
  return (typeof message === "string" && DRIVER.test(message)) || isUnavailable(cause);
}
