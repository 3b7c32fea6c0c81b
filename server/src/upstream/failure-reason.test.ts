import { expect, test } from "vitest";
import { problems } from "../errors.ts";
import { failureReason } from "./failure-reason.ts";

const caused = (code: string) => problems.upstreamUnreachable(Object.assign(new Error(code), { code }));

test.each([
  [problems.upstreamTimeout(), "timeout"],
  [caused("ECONNREFUSED"), "unreachable"],
  [caused("ENOTFOUND"), "unreachable"],
  [caused("ECONNRESET"), "reset"],
  [caused("UND_ERR_SOCKET"), "reset"],
  [caused("DEPTH_ZERO_SELF_SIGNED_CERT"), "tls"],
  [caused("CERT_HAS_EXPIRED"), "tls"],
  [caused("ERR_TLS_CERT_ALTNAME_INVALID"), "tls"],
  [problems.tokenExpired(), undefined],
  [new Error("the caller left"), undefined],
])("%s counts as %s", (error, reason) => {
  expect(failureReason(error)).toBe(reason);
});
