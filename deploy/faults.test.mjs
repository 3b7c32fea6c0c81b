// Two running BFFs, watched by Prometheus with the deployment's rules: each fault is made, and its alert fires.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { node24 } from "../scripts/run.mjs";
import { compiled } from "../scripts/testing/compiled.ts";
import { freePort } from "../scripts/testing/free-port.ts";
import { makeSecrets } from "./secrets.mjs";
import { hasPrometheus, hasValkey, startPrometheus, startValkey } from "./testing/services.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const PATIENCE_MS = 90_000;
/** Outside of the rules' shortened waits: the page that must come within two minutes. */
const PAGE_MS = 120_000;
const isPossible = hasPrometheus && hasValkey;

let folder;
let api;
let valkey;
let monitor;
const bffs = [];
/** Answer of the API: status and delay. */
let answer = { status: 200, delayMs: 0 };
let turn = 0;

const token = (id) =>
  [{ alg: "none" }, { name: "ana", exp: Math.floor(Date.now() / 1000) + 3_600, jti: id }, "signature"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");

async function startBff(port) {
  const env = {
    PATH: process.env.PATH,
    ...compiled,
    PORT: String(port),
    UPSTREAM_URL: `https://localhost:${api.address().port}`,
    UPSTREAM_CA_FILE: join(folder, "ca.pem"),
    CLIENT_DIR: join(folder, "client"),
    STATE_DIR: join(folder, `state-${port}`),
    VALKEY_URL: `redis://:${readFileSync(join(folder, "valkey"), "utf8").trim()}@${valkey.address}`,
    LOG_LEVEL: "error",
  };
  const child = spawn(node24(), ["server/src/main.ts"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true), PATIENCE_MS);
  return { port, child };
}

/** Calls of the first BFF, some at once. */
async function call(
  count,
  { path = () => `/Farm/GetByClientID?ID=${turn}`, token: made = () => token("1"), body } = {},
) {
  for (let sent = 0; sent < count; sent += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, count - sent) }, async () => {
        turn += 1;
        const response = await fetch(`http://127.0.0.1:${bffs[0].port}/api${path()}`, {
          method: body ? "POST" : "GET",
          headers: body ? { "content-type": "application/json" } : { authorization: `Bearer ${made()}` },
          ...(body && { body: JSON.stringify(body) }),
        });
        await response.arrayBuffer();
      }),
    );
}

async function firing() {
  const { data } = await (await fetch(`${monitor.url}/api/v1/alerts`)).json();
  return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
}

const fires = (alert, timeout = PATIENCE_MS) => expect.poll(firing, { timeout, interval: 500 }).toContain(alert);

beforeAll(async () => {
  if (!isPossible) return;
  folder = mkdtempSync(join(tmpdir(), "lamina-faults-"));
  await makeSecrets(folder, "localhost", new Date());
  mkdirSync(join(folder, "client"));
  writeFileSync(join(folder, "client/index.html"), "<title>Lâmina</title>");
  const read = (name) => readFileSync(join(folder, name), "utf8");
  api = createServer({ cert: read("api.pem"), key: read("api-key.pem") }, async (request, response) => {
    const isLogin = request.url.includes("Login");
    await pause(answer.delayMs);
    response.statusCode = isLogin ? 401 : answer.status;
    response.setHeader("content-type", "application/json").end("[]");
  });
  await new Promise((resolve) => api.listen(0, "127.0.0.1", resolve));
  valkey = await startValkey(folder);
  for (let index = 0; index < 2; index++) bffs.push(await startBff(await freePort()));
  const rules = join(folder, "rules.yml");
  const text = readFileSync(new URL("prometheus/rules/lamina.yml", import.meta.url), "utf8");
  const alerts = text.split(/(?=- alert: )/);
  // All but the one whose time is measured.
  const shortened = alerts.map((rule) => (/AllBffsMissing/.test(rule) ? rule : rule.replace(/for: \d+m/, "for: 1s")));
  writeFileSync(rules, shortened.join(""));
  monitor = await startPrometheus(folder, { bff: bffs.map(({ port }) => `127.0.0.1:${port}`) }, rules);
}, PATIENCE_MS * 2);

afterAll(async () => {
  for (const { child } of bffs) child.kill("SIGKILL");
  await monitor?.stop();
  await valkey?.stop();
  api?.closeAllConnections();
  api?.close();
  if (folder) rmSync(folder, { recursive: true });
});

test.skipIf(!isPossible)(
  "each fault of a running BFF raises its alert, and both killed raise a page within two minutes",
  async () => {
    const [first, second] = bffs;
    await call(40);
    await expect.poll(firing, { timeout: PATIENCE_MS }).toEqual(["Watchdog"]);

    await valkey.stop();
    await fires("ValkeyDown");

    answer = { status: 200, delayMs: 1_300 };
    await call(60);
    await fires("LatencyBurnFast");
    answer = { status: 200, delayMs: 0 };

    // A process that gets no time is as late as one with too much work.
    let isBusy = true;
    const busy = (async () => {
      while (isBusy) {
        second.child.kill("SIGSTOP");
        await pause(600);
        second.child.kill("SIGCONT");
        await pause(200);
      }
    })();
    await fires("EventLoopBusy");
    isBusy = false;
    await busy;

    await call(400, { path: () => "/Authentication/Login", body: { UserName: "ana", Password: btoa("errada") } });
    await fires("LoginsBlocked");

    answer = { status: 401, delayMs: 0 };
    await call(700, { token: () => token(String(turn)) });
    await fires("TokensRejected");

    api.closeAllConnections();
    api.close();
    await call(300);
    for (const alert of ["UpstreamFailing", "AvailabilityBurnFast", "AvailabilityBurnSlow", "ApiDown"])
      await fires(alert);

    second.child.kill("SIGKILL");
    await fires("BffMissing");
    first.child.kill("SIGKILL");
    const killed = performance.now();
    await fires("AllBffsMissing", PAGE_MS);
    expect(performance.now() - killed).toBeLessThan(PAGE_MS);
  },
  PATIENCE_MS * 10,
);
