import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { ANY_PORT, bindFirst } from "./listen.ts";

async function takePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function binder() {
  const server = createServer();
  onTestFinished(() => void server.close());
  const bind = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  return { bind, port: () => (server.address() as AddressInfo).port };
}

it("uses the next port when one is taken, and logs it", async () => {
  const [first, second] = [await takePort(), await takePort()];
  const { bind, port } = binder();
  const log = { warn: vi.fn() };
  await bindFirst([first, second, ANY_PORT], bind, log);
  expect([first, second]).not.toContain(port());
  expect(log.warn.mock.calls).toEqual([
    [`port ${first} is taken: using ${second}`],
    [`port ${second} is taken: using any`],
  ]);
});

it("fails when the only port is taken", async () => {
  const taken = await takePort();
  await expect(bindFirst([taken], binder().bind, { warn: vi.fn() })).rejects.toThrow(/EADDRINUSE/);
});
