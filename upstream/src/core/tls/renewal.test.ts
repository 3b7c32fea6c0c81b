import { expect, it, vi } from "vitest";
import { renewCertificate } from "./renewal.ts";

const tls = (cert: string) => ({ cert, key: "key", caFile: "ca.pem" });
const log = { info: () => {}, error: () => {} };

it("passes a new certificate to the servers, and continues after a failure to read it", async () => {
  const opened = [() => tls("old"), () => Promise.reject(new Error("gone")), () => tls("new")];
  const open = vi.fn(async () => (opened.shift() ?? (() => tls("new")))());
  const server = { setSecureContext: vi.fn() };
  const stop = renewCertificate(tls("old"), open, { servers: [server], log, intervalMs: 1 });
  await vi.waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(4));
  await stop();
  expect(server.setSecureContext.mock.calls).toEqual([[tls("new")]]);
});
