// `npm run bench:push`: the time from a message at the broker to the request at the push service, beside 5,000 devices, and
// the memory of a device. `-- --devices 500` for fewer. BFF, broker and stand-ins share one process, which costs time.
import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { makeCertificate } from "../../../scripts/testing/certificate.ts";
import { DELIVERY_TIMES } from "../push/delivery.ts";
import { Bff } from "./bff.ts";
import { EmbeddedBroker } from "./broker.ts";
import { makeToken } from "./broker-bff.ts";
import { ScriptedApi, sendJson } from "./scripted-api.ts";

const { values } = parseArgs({ options: { devices: { type: "string", default: "5000" } } });
const DEVICES = Number(values.devices);
/** Pivots that stop one after another, each a message to one user. */
const ALARMS = 100;
const AT_ONCE = 50;

const certificate = await makeCertificate();
const arrivals = new Map<string, number>();
const service = createServer({ ...certificate, keepAlive: true }, (request, response) => {
  request.resume().on("end", () => {
    arrivals.set(request.url ?? "", performance.now());
    response.writeHead(201).end();
  });
});
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
const { port } = service.address() as AddressInfo;

const [api, broker] = await Promise.all([ScriptedApi.start(), EmbeddedBroker.start()]);
api.on("*", (_request, response) => sendJson(response, []));
const isAllowed = (address: string) => /^(127\.|::1$)/.test(address);
const now = Date.now();
const bff = await Bff.start(
  api,
  { broker: broker.target },
  { pushSettings: { ...DELIVERY_TIMES, isAllowed, ports: [port], ca: certificate.cert } },
);

const ecdh = createECDH("prime256v1");
ecdh.generateKeys();
const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
const userOf = (index: number) => `user-${index}`;
const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss;
};

const before = memory();
for (let start = 0; start < DEVICES; start += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, DEVICES - start) }, async (_, offset) => {
      const user = userOf(start + offset);
      const address = { kind: "web", endpoint: `https://localhost:${port}/${user}`, keys };
      const token = makeToken(user, String(start + offset), 3_600_000, now);
      const { status, text } = await bff.post("/push/subscriptions", address, { token });
      if (status !== 201) throw new Error(`${status} ${text}`);
    }),
  );
const perDevice = (memory() - before) / DEVICES;

const publish = (user: string) =>
  broker.publish(
    `${user}/ALL/Frontend/notifications`,
    JSON.stringify({ message: { text: "Pivô 3 parou", link: "/maps", severity: "critical" }, date: new Date() }),
  );

/** Milliseconds from each publication to its request; waits for the last one. */
async function measure(users: readonly string[], pauseMs: number): Promise<number[]> {
  arrivals.clear();
  const sent = new Map<string, number>();
  for (const user of users) {
    sent.set(user, performance.now());
    await publish(user);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  for (const until = performance.now() + 120_000; arrivals.size < users.length && performance.now() < until; )
    await sleep(50);
  return users.map((user) => (arrivals.get(`/${user}`) ?? Number.NaN) - (sent.get(user) ?? 0));
}

function print(name: string, times: readonly number[]): void {
  const lost = times.filter(Number.isNaN).length;
  const sorted = times.filter((time) => !Number.isNaN(time)).toSorted((one, other) => one - other);
  const at = (share: number) => `${Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)} ms`;
  console.log(
    `${name}: p50 ${at(0.5)}, p95 ${at(0.95)}, last ${at(1)}, lost ${lost}, load ${loadavg()[0]?.toFixed(1)}`,
  );
}

console.log(`${cpus().length} cores, Node ${process.version}, ${new Date().toISOString()}, ${DEVICES} devices`);
console.log(
  `memory of a device: ${(perDevice / 1024).toFixed(1)} KB of the process, with the broker's part and the API's`,
);
const some = Array.from({ length: Math.min(ALARMS, DEVICES) }, (_, index) =>
  userOf(Math.floor((index * DEVICES) / ALARMS)),
);
print("one alarm after another", await measure([...new Set(some)], 50));
print(
  `${DEVICES} alarms at once`,
  await measure(
    Array.from({ length: DEVICES }, (_, index) => userOf(index)),
    0,
  ),
);
// Ends the servers.
process.exit();
