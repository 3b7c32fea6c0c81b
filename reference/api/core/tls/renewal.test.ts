import { generate } from "selfsigned";
import { expect, it, vi } from "vitest";
import { renewCertificate } from "./renewal.ts";

const log = { info: () => {}, error: () => {} };

async function makeTls() {
  const { cert, private: key } = await generate([{ name: "commonName", value: "api" }], { keyType: "ec" });
  return { cert, key, caFile: "ca.pem" };
}

it("passes a new certificate to the servers, after a failure to read it and as soon as its key is there", async () => {
  const [old, next] = [await makeTls(), await makeTls()];
  const opened = [() => old, () => Promise.reject(new Error("gone")), () => ({ ...next, key: old.key })];
  const open = vi.fn(async () => (opened.shift() ?? (() => next))());
  const server = { setSecureContext: vi.fn() };
  const stop = renewCertificate(old, open, { servers: [server], log, intervalMs: 1 });
  await vi.waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(5));
  await stop();
  expect(server.setSecureContext.mock.calls).toEqual([[next]]);
});
