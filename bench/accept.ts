// `npm run bench:accept`: how long others wait while many clients connect at once: requests of an open connection, and
// new connections, beside a bare server of Node. `-- --clients 2000`, `--rounds 5`, `--before file` for another version.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import * as http from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeCertificate } from "./bff/certificate.ts";
import { startBff, startPrinting } from "./bff/programs.ts";
import { median, quantile } from "./figures.ts";

const { values: options } = parseArgs({
  options: {
    clients: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    before: { type: "string" },
  },
});
const ROUND_MS = 4_000;
const BURST_AFTER_MS = 500;
const MAIN = fileURLToPath(new URL("../server/src/main.ts", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "lamina-bench-accept-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const { certFile, keyFile } = await writeCertificate(folder);
const ca = readFileSync(certFile, "utf8");
const { port: apiPort } = await startPrinting("load", "api.ts", [certFile, keyFile]);
const api = { url: `https://127.0.0.1:${apiPort}`, caFile: certFile };
const TLS = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };

interface Server {
  name: string;
  port: number;
  isTls: boolean;
}
const servers: Server[] = [];
for (const isTls of [false, true]) {
  const label = isTls ? "TLS" : "plain";
  const mains = { BFF: MAIN, ...(options.before !== undefined && { "BFF before": options.before }) };
  for (const [name, main] of Object.entries(mains)) {
    const { port } = await startBff(`${name} ${label}`, main, api, folder, isTls ? TLS : {});
    servers.push({ name: `${name}, ${label}`, port, isTls });
  }
  const bare = await startPrinting("server", "bare.ts", isTls ? [certFile, keyFile] : []);
  servers.push({ name: `bare Node, ${label}`, port: bare.port, isTls });
}

/** The burst of connections, in a process of its own. */
const burst: ChildProcess = fork(fileURLToPath(new URL("bff/burst.ts", import.meta.url)), [certFile]);
process.on("exit", () => burst.kill());

/** Milliseconds of one request. */
async function ask({ port, isTls }: Server, agent: http.Agent | undefined): Promise<number> {
  const began = performance.now();
  const call = isTls ? request : http.request;
  const sent = call({ host: "127.0.0.1", port, path: "/healthz", ca, agent: agent ?? false, timeout: 30_000 });
  sent.end();
  const [response] = (await once(sent, "response")) as [http.IncomingMessage];
  response.resume();
  await once(response, "end");
  return performance.now() - began;
}

async function repeat(server: Server, agent: http.Agent | undefined, pauseMs: number, end: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < end) {
    times.push(await ask(server, agent));
    await sleep(pauseMs);
  }
  return times;
}

const found = new Map<string, { open: number[]; fresh: number[]; burst: number[] }>();
for (let round = 0; round < Number(options.rounds); round++) {
  for (const server of servers) {
    const Kept = server.isTls ? Agent : http.Agent;
    const agent = new Kept({ keepAlive: true, maxSockets: 1 });
    await ask(server, agent);
    const end = performance.now() + ROUND_MS;
    const answered = once(burst, "message");
    const begin = setTimeout(
      () => void burst.send({ port: server.port, isTls: server.isTls, clients: Number(options.clients) }),
      BURST_AFTER_MS,
    );
    const [open, fresh] = await Promise.all([repeat(server, agent, 5, end), repeat(server, undefined, 25, end)]);
    const [all] = (await answered) as [number[]];
    clearTimeout(begin);
    agent.destroy();
    const figures = found.get(server.name) ?? { open: [], fresh: [], burst: [] };
    figures.open.push(Math.max(...open));
    figures.fresh.push(Math.max(...fresh));
    figures.burst.push(quantile(all, 0.99));
    found.set(server.name, figures);
    await sleep(500);
  }
}
for (const [name, { open, fresh, burst: all }] of found) {
  const [opened, connected, each] = [open, fresh, all].map((list) => Math.round(median(list)));
  console.log(
    `${name.padEnd(20)} longest wait of an open connection ${opened} ms, of a new one ${connected} ms; ${options.clients} at once p99 ${each} ms`,
  );
}
process.exit();
