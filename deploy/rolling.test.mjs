// Two BFFs behind HAProxy with the project's configuration, restarted one after the other under load: no request fails.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, get } from "node:https";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { node24 } from "../scripts/run.mjs";
import { compiled } from "../scripts/testing/compiled.ts";
import { freePort } from "../scripts/testing/free-port.ts";
import { ask, load } from "./load.mjs";
import { makeSecrets } from "./secrets.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const CLIENTS = 12;
/** Shorter than in the image, but long enough: HAProxy checks every second, and every half second after a failure. */
const DRAIN_DELAY_MS = 3_000;
const PATIENCE_MS = 60_000;
/** Slower than the interval between requests, so that requests are running during a restart. */
const API_TAKES_MS = 40;

/** A well-formed token, valid for an hour; the API here accepts every token. */
const TOKEN = [{ alg: "none" }, { name: "ana", exp: Math.floor(Date.now() / 1000) + 3_600 }, "signature"]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

const haproxy = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "haproxy"))
  .find(existsSync);

let folder;
let api;
let proxy;
const bffs = [];
let port;
let statesPort;
let agent;

beforeAll(async () => {
  if (!haproxy) return;
  folder = mkdtempSync(join(tmpdir(), "lamina-rolling-"));
  await makeSecrets(folder, "localhost", new Date());
  mkdirSync(join(folder, "client"));
  writeFileSync(join(folder, "client/index.html"), "<title>Lâmina</title>");
  const read = (name) => readFileSync(join(folder, name), "utf8");
  agent = new Agent({ keepAlive: true, maxSockets: CLIENTS, ca: read("ca.pem") });
  api = createServer({ cert: read("api.pem"), key: read("api-key.pem") }, (_request, response) => {
    setTimeout(() => response.setHeader("content-type", "application/json").end("[]"), API_TAKES_MS);
  });
  await new Promise((resolve) => api.listen(0, "127.0.0.1", resolve));
  for (let index = 0; index < 2; index++) bffs.push({ port: await freePort(), child: undefined });
  await Promise.all(bffs.map(startBff));
  await startProxy();
}, PATIENCE_MS);

afterAll(async () => {
  agent?.destroy();
  for (const child of [proxy, ...bffs.map((bff) => bff.child)]) child?.kill("SIGKILL");
  api?.closeAllConnections();
  api?.close();
  if (folder) rmSync(folder, { recursive: true });
});

test.skipIf(!haproxy)(
  "browsers are asked to use HTTPS only, also by responses of HAProxy itself",
  async () => {
    for (const path of ["/", "/metrics"]) {
      const headers = await new Promise((resolve, reject) => {
        get(`https://localhost:${port}${path}`, { agent }, (response) => {
          response.resume();
          resolve(response.headers);
        }).on("error", reject);
      });
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
  },
  PATIENCE_MS,
);

test.skipIf(!haproxy)(
  "two BFFs behind HAProxy are restarted under load without a failed request",
  async () => {
    const target = { url: `https://localhost:${port}`, address: "127.0.0.1", agent };
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { seen, stop } = load((turn) => ask(target, `/api/Client/GetAll?n=${turn}`, { headers }), CLIENTS);
    const counts = (least) => vi.waitFor(() => expect(seen.answered).toBeGreaterThan(least), PATIENCE_MS);
    await counts(100);
    for (const bff of bffs) {
      const ended = new Promise((resolve) => bff.child.once("exit", resolve));
      bff.child.kill("SIGTERM");
      expect(await ended).toBe(0);
      await startBff(bff);
      // Both must serve again before the next one stops.
      await counts(seen.answered + 200);
      await bothServe();
    }
    expect((await stop()).failures).toEqual([]);
  },
  PATIENCE_MS * 3,
);

async function startBff(bff) {
  const env = {
    PATH: process.env.PATH,
    ...compiled,
    PORT: String(bff.port),
    UPSTREAM_URL: `https://localhost:${api.address().port}`,
    UPSTREAM_CA_FILE: join(folder, "ca.pem"),
    CLIENT_DIR: join(folder, "client"),
    DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    LOG_LEVEL: "error",
  };
  bff.child = spawn(node24(), ["server/src/main.ts"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  const isReady = async () => expect((await fetch(`http://127.0.0.1:${bff.port}/readyz`)).ok).toBe(true);
  await vi.waitFor(isReady, PATIENCE_MS);
}

/** HAProxy as deployed, with the containers' names and Docker's resolver replaced, and with its statistics page. */
async function startProxy() {
  port = await freePort();
  statesPort = await freePort();
  let index = 0;
  const configuration = readFileSync(join(root, "deploy/haproxy/haproxy.cfg"), "utf8")
    .replace("/certificates/proxy.pem", join(folder, "proxy.pem"))
    .replace("bind :8443", `bind 127.0.0.1:${port}`)
    .replace("bind :8405", `bind 127.0.0.1:${await freePort()}`)
    .replace("bind :8080", `bind 127.0.0.1:${await freePort()}`)
    .replaceAll(/ bff-\d:8080/g, () => ` 127.0.0.1:${bffs[index++].port}`)
    .replace(" resolvers docker init-addr last,libc,none", "")
    .replace(/\nresolvers docker[\s\S]*$/, "\n")
    .concat(`frontend states\n    bind 127.0.0.1:${statesPort}\n    stats enable\n    stats uri /states\n`);
  writeFileSync(join(folder, "haproxy.cfg"), configuration);
  proxy = spawn(haproxy, ["-db", "-f", join(folder, "haproxy.cfg")], { stdio: ["ignore", "ignore", "inherit"] });
  await bothServe();
}

async function bothServe() {
  const states = async () => {
    const csv = await (await fetch(`http://127.0.0.1:${statesPort}/states;csv`)).text();
    const lines = csv.split("\n").filter((line) => /^bffs,bff-/.test(line));
    expect(lines.map((line) => line.split(",")[17])).toEqual(["UP", "UP"]);
  };
  await vi.waitFor(states, PATIENCE_MS);
}
