import { X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { DAY_MS } from "@lamina/shared/core/time";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { makeCertificate } from "../../scripts/testing/certificate.ts";
import { freePort } from "../../scripts/testing/free-port.ts";
import { Bff } from "../../server/src/testing/bff.ts";
import { EmbeddedBroker } from "../../server/src/testing/broker.ts";
import { hasMosquitto, Mosquitto } from "../../server/src/testing/broker-mosquitto.ts";
import { ScriptedApi } from "../../server/src/testing/scripted-api.ts";
import { hasValkey, Valkey } from "../../server/src/testing/valkey.ts";
import { type Disk, readDisk } from "./disk.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";

const GIB = 1_073_741_824;
const NOW = Date.parse("2026-05-14T12:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let api: ScriptedApi;
beforeEach(async () => {
  api = await ScriptedApi.start();
  api.json("GET /healthz", { status: "serving" }, 200, { date: new Date(NOW).toUTCString() });
  file("index.html", "<!doctype html>");
});
afterEach(() => api.stop());

interface Given {
  env?: Record<string, string>;
  client?: string;
  disk?: Disk;
  timeoutMs?: number;
  now?: () => number;
}

/** The sentences on problems, each with its remedy. */
async function complaints(
  {
    env = {},
    client = folder,
    disk = { writable: true, freeBytes: 50 * GIB, major: undefined },
    timeoutMs = 20_000,
    now = () => NOW,
  }: Given,
  wanted: Finding["state"] = "broken",
) {
  const findings = await examine({
    env: { UPSTREAM_URL: api.url, UPSTREAM_CA_FILE: file("ca.pem", api.ca), ...env },
    client,
    dataDir: "/data",
    readDisk: async () => disk,
    now,
    timeoutMs,
  });
  return findings.filter(({ state }) => state === wanted).map(({ what, remedy }) => `${what} ${remedy}`);
}

test("a working installation has no problems", async () => {
  expect(await complaints({})).toEqual([]);
});

test.each<[string, Given, RegExp]>([
  [
    "a variable that cannot be read",
    { env: { CACHE_TTL_MS: "1s" } },
    /CACHE_TTL_MS must be a whole number.*Correct the variable/,
  ],
  [
    "an app that is not built",
    { client: join(folder, "nowhere") },
    /nowhere has no built app\. Run npm run build, or name another CLIENT_DIR/,
  ],
  ["a misspelt variable", { env: { UPSTREM_URL: "x" } }, /was UPSTREAM_URL meant\? Correct the variable/],
  [
    "a CLIENT_DIR without an app",
    { env: { CLIENT_DIR: join(folder, "elsewhere") } },
    /elsewhere has no built app\. Run npm run build, or name another CLIENT_DIR/,
  ],
  [
    "a full disk",
    { disk: { writable: true, freeBytes: 1_000, major: undefined } },
    /0 MiB left\. Free some space first/,
  ],
  [
    "a disk of another user",
    { disk: { writable: false, freeBytes: GIB, major: undefined } },
    /cannot be written\. Mount it writable and give it to the user/,
  ],
  [
    "a damaged database",
    { disk: { writable: true, freeBytes: 50 * GIB, major: "" } },
    /The database in \/data is damaged\. Restore a backup into an empty DATA_DIR/,
  ],
  [
    "a database of another major version",
    { disk: { writable: true, freeBytes: 50 * GIB, major: "15" } },
    /\/data holds a database of PostgreSQL 15, and this version reads 18\. Start the version that made it, back it up/,
  ],
])("%s", async (_name, given, sentence) => {
  expect(await complaints(given)).toContainEqual(expect.stringMatching(sentence));
});

test("the disk of a folder that is not there yet is that of the folder above it", async () => {
  const here = await readDisk(folder);
  expect(here).toMatchObject({ writable: true });
  expect(Math.abs((await readDisk(join(folder, "a", "b"))).freeBytes - here.freeBytes)).toBeLessThan(GIB);
  expect(await readDisk(join(file("no-folder", "x"), "data"))).toMatchObject({ writable: false });
});

test("the version of a database is that of its folder", async () => {
  const data = join(folder, "data");
  mkdirSync(join(data, "database"), { recursive: true });
  writeFileSync(join(data, "database", "PG_VERSION"), "15\n");
  expect(await readDisk(data)).toMatchObject({ major: "15" });
  expect(await readDisk(join(data, "nowhere"))).toMatchObject({ major: undefined });
  expect(await readDisk(folder)).toMatchObject({ major: undefined });
});

test("an API at a port without a listener", async () => {
  const env = { UPSTREAM_URL: `https://localhost:${await freePort()}` };
  expect(await complaints({ env })).toContainEqual(
    expect.stringMatching(/Nothing listens on localhost:\d+\. Start it/),
  );
});

test("an API with a host name that has no address", async () => {
  const env = { UPSTREAM_URL: "https://api.invalid:444" };
  expect(await complaints({ env })).toContainEqual(
    expect.stringMatching(/api\.invalid:444 (is not known|does not answer)/),
  );
});

test("an API with a certificate of an unknown authority", async () => {
  const other = await ScriptedApi.start();
  const env = { UPSTREAM_CA_FILE: file("other.pem", other.ca) };
  await other.stop();
  expect(await complaints({ env })).toContainEqual(
    expect.stringMatching(/not known here\. Name .* with UPSTREAM_CA_FILE; given: ".*other\.pem"/),
  );
});

test("an API of a known authority, beside a further one in UPSTREAM_CA_FILE", async () => {
  const known = getCACertificates("default");
  setDefaultCACertificates([...known, api.ca]);
  onTestFinished(() => setDefaultCACertificates(known));
  const other = await ScriptedApi.start();
  await other.stop();
  expect(await complaints({ env: { UPSTREAM_CA_FILE: file("other.pem", other.ca) } })).toEqual([]);
});

test("a certificate of the BFF that has ended, or ends soon", async () => {
  const { cert, key } = await makeCertificate();
  const env = { TLS_CERT_FILE: file("bff.pem", cert), TLS_KEY_FILE: file("bff-key.pem", key) };
  const ends = Date.parse(new X509Certificate(cert).validTo);
  expect(await complaints({ env, now: () => ends + 1 })).toContainEqual(
    expect.stringMatching(/TLS_CERT_FILE \(.*bff\.pem\) has ended\. Renew it/),
  );
  expect(await complaints({ env, now: () => ends - 5 * DAY_MS - 1 }, "warning")).toContainEqual(
    expect.stringMatching(/TLS_CERT_FILE \(.*bff\.pem\) ends in 5 days\. Renew it/),
  );
});

test("an unhealthy API", async () => {
  api.json("GET /healthz", { status: "failing" }, 503, { date: new Date(NOW).toUTCString() });
  expect(await complaints({})).toContainEqual(expect.stringMatching(/answers 503\. Look at its log/));
});

test("an API that is a BFF", async () => {
  const bff = await Bff.start(api);
  try {
    for (const path of ["", "/api"])
      expect(await complaints({ env: { UPSTREAM_URL: `http://127.0.0.1:${bff.port}${path}` } })).toContainEqual(
        `UPSTREAM_URL (127.0.0.1:${bff.port}) leads to Lâmina itself, not to an API. Name your API's own address there.`,
      );
  } finally {
    await bff.stop();
  }
});

test("an API without a health call, or another server", async () => {
  api.json("GET /healthz", { title: "Not Found" }, 404, { date: new Date(NOW).toUTCString() });
  expect(await complaints({}, "warning")).toContainEqual(
    expect.stringMatching(/answers 404 to GET \/healthz.*Check UPSTREAM_URL.*npm run conformance/),
  );
});

test("an API with jobs and mails that were given up", async () => {
  const work = { deadJobs: 2, mailsWaiting: 1, mailsGivenUp: 3 };
  api.json("GET /healthz", { status: "serving", work }, 200, { date: new Date(NOW).toUTCString() });
  const found = await complaints({}, "warning");
  expect(found.filter((text) => /^(Jobs|Mails) /.test(text))).toEqual([
    "Jobs of the API that failed every time: 2. npm run jobs lists them.",
    "Mails of the API that were given up: 3. npm run jobs lists them, and with -- --again has them sent again.",
  ]);
});

test("an own API without a broker", async () => {
  expect(await complaints({}, "warning")).toContainEqual(
    "No broker is configured, so there are no live messages. Set MQTT_URL.",
  );
});

test("an API that does not answer", async () => {
  api.on("GET /healthz", () => {});
  expect(await complaints({ timeoutMs: 200 })).toContainEqual(expect.stringMatching(/does not answer in time/));
});

test("a clock that is five minutes off", async () => {
  api.json("GET /healthz", {}, 200, { date: new Date(NOW + 300_000).toUTCString() });
  expect(await complaints({})).toContainEqual("This clock is 300 s behind the API's. Let NTP set both clocks.");
});

test("an address that speaks no TLS", async () => {
  const plain = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const { port } = plain.address() as { port: number };
  const found = await complaints({ env: { UPSTREAM_URL: `https://127.0.0.1:${port}` } });
  plain.close();
  expect(found).toContainEqual(
    expect.stringMatching(/does not speak TLS\. Correct the scheme or the port in UPSTREAM_URL/),
  );
});

test("a broker at another path", async () => {
  const broker = await EmbeddedBroker.start();
  const { url, ca, username, password } = broker.target;
  const at = (path: string) => ({
    MQTT_URL: new URL(path, url).href,
    MQTT_USERNAME: username,
    MQTT_PASSWORD: password,
    MQTT_CA_FILE: file("broker.pem", ca),
  });
  const { host } = new URL(url);
  const remedy = "Correct the path in MQTT_URL: most brokers are at /mqtt.";
  expect(await complaints({ env: at("/ws") })).toEqual([
    `${host} answers 400 at /ws, where MQTT_URL expects a broker. ${remedy}`,
  ]);
  await broker.stop();
  const other = createServer((socket) => socket.destroy()).listen(Number(new URL(url).port), "127.0.0.1");
  expect(await complaints({ env: at("/ws") })).toEqual([`${host} cuts the connection at /ws. ${remedy}`]);
  expect(await complaints({ env: at("/mqtt") })).toEqual([
    `${host} cuts the connection. Look at its log, and at a proxy between.`,
  ]);
  await new Promise((resolve) => other.close(resolve));
});

describe.skipIf(!hasMosquitto)("a broker", () => {
  let broker: Mosquitto;
  beforeAll(async () => {
    broker = await Mosquitto.start();
  });
  afterAll(() => broker?.remove());

  const env = (change: Record<string, string>) => ({
    MQTT_URL: broker.target.url,
    MQTT_USERNAME: broker.target.username ?? "",
    MQTT_PASSWORD: broker.target.password ?? "",
    MQTT_CA_FILE: file("broker.pem", broker.target.ca ?? ""),
    ...change,
  });

  test("that accepts the BFF", async () => {
    expect((await complaints({ env: env({}) })).filter((text) => /broker/.test(text))).toEqual([]);
  });
  test("with a wrong password", async () => {
    const found = await complaints({ env: env({ MQTT_PASSWORD: "wrong" }) });
    expect(found).toContainEqual(
      expect.stringMatching(/refuses the login\. Correct MQTT_USERNAME and MQTT_PASSWORD; user: "bff"/),
    );
  });
  test("with a wrong password in a file, which is named", async () => {
    const { MQTT_PASSWORD: _, ...others } = env({ MQTT_PASSWORD_FILE: file("password", "wrong") });
    expect(await complaints({ env: others })).toContainEqual(
      expect.stringMatching(/Correct MQTT_USERNAME and MQTT_PASSWORD_FILE; user:/),
    );
  });
  test("of an unknown authority", async () => {
    const found = await complaints({ env: env({ MQTT_CA_FILE: file("ca.pem", api.ca) }) });
    expect(found).toContainEqual(expect.stringMatching(/not known here\. Name .* with MQTT_CA_FILE/));
  });
});

describe.skipIf(!hasValkey)("a Valkey", () => {
  let valkey: Valkey;
  beforeAll(async () => {
    valkey = await Valkey.start();
  });
  afterAll(() => valkey?.remove());

  test("that answers", async () => {
    expect((await complaints({ env: { VALKEY_URL: valkey.url } })).filter((text) => /Valkey/.test(text))).toEqual([]);
  });
  test("with a wrong password", async () => {
    const url = new URL(valkey.url);
    url.password = "wrong";
    const found = await complaints({ env: { VALKEY_URL: url.href } });
    expect(found).toContainEqual(
      expect.stringMatching(/Valkey at .* refuses the login\. Correct the password in VALKEY_URL/),
    );
  });
  test("with a wrong password in a file, which is named", async () => {
    const url = new URL(valkey.url);
    url.password = "wrong";
    expect(await complaints({ env: { VALKEY_URL_FILE: file("valkey-url", url.href) } })).toContainEqual(
      expect.stringMatching(/refuses the login\. Correct the password in VALKEY_URL_FILE/),
    );
  });
  test("that is not running", async () => {
    const found = await complaints({ env: { VALKEY_URL: `redis://127.0.0.1:${await freePort()}` } });
    expect(found).toContainEqual(expect.stringMatching(/Nothing listens on 127\.0\.0\.1/));
  });
});
