import { ProblemId } from "@lamina/shared/core/errors";
import { ProblemError, rootCause } from "../errors.ts";
import { RESET } from "./connector.ts";

export const FAILURE_REASONS = ["timeout", "tls", "unreachable", "reset"] as const;
type FailureReason = (typeof FAILURE_REASONS)[number];

const RESETS = new Set(["ECONNRESET", RESET, "EPIPE", "UND_ERR_SOCKET"]);

/** Why the API did not respond, for a metric; undefined when it is no outage, as when the caller disconnected. */
export function failureReason(error: unknown): FailureReason | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  if (error.id === ProblemId.upstreamTimeout) return "timeout";
  if (error.id !== ProblemId.upstreamUnreachable) return undefined;
  const { code = "" } = rootCause(error) as NodeJS.ErrnoException;
  if (RESETS.has(code)) return "reset";
  return /CERT|TLS|SSL|EPROTO|SIGNED|ISSUER|VERIFY/.test(code) ? "tls" : "unreachable";
}
