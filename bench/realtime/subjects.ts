import { createHmac } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import mqtt, { type MqttClient } from "mqtt";
import { writeCertificate } from "../bff/certificate.ts";
import { type Contender, residentMb, start, startBff, startPrinting } from "../bff/programs.ts";
import type { Opening } from "./audience.ts";

const MAIN = fileURLToPath(new URL("../../server/src/main.ts", import.meta.url));
const MEMORY = fileURLToPath(new URL("memory.ts", import.meta.url));
/** Signs the users' tokens. */
const SECRET = "s".repeat(32);

/** A contender with its sockets, and the broker that its messages are published to. */
export interface Subject extends Contender {
  protocol: Opening["protocol"];
  path: string;
  publisher: MqttClient;
  memoryFile: string | undefined;
}

/**
 * @param before the `main.ts` of another version of the BFF
 * @returns a function that starts a broker and the contenders, or some of them
 */
export async function prepareSubjects(folder: string, before: string | undefined) {
  const { certFile, keyFile } = await writeCertificate(folder);
  const secretFile = join(folder, "secret");
  writeFileSync(secretFile, SECRET);
  return async (only?: string[]): Promise<Subject[]> => {
    const isWanted = (name: string) => !only || only.includes(name);
    const port = await getPort();
    const plain = await startMosquitto(
      folder,
      "broker",
      `listener ${port} 127.0.0.1\ncertfile ${certFile}\nkeyfile ${keyFile}\n`,
    );
    const broker = { url: `mqtts://127.0.0.1:${port}`, caFile: certFile };
    const bridge = { protocol: "frames" as const, publisher: plain.publisher };
    const probe = (name: string) => {
      const memoryFile = join(folder, `${name}.json`);
      const NODE_OPTIONS = `--expose-gc --import=${MEMORY}`;
      return { memoryFile, env: { NODE_OPTIONS, MEMORY_FILE: memoryFile } };
    };
    const subjects: Subject[] = [];
    for (const [name, main] of Object.entries({ BFF: MAIN, ...(before && { before }) })) {
      if (!isWanted(name)) continue;
      const { memoryFile, env } = probe(name);
      const settings = { MQTT_URL: broker.url, MQTT_CA_FILE: certFile, TOKEN_SECRET_FILE: secretFile, ...env };
      const bff = await startBff(name, main, { url: "https://127.0.0.1:1", caFile: certFile }, folder, settings);
      subjects.push({ ...bff, ...bridge, path: "/realtime", memoryFile });
    }
    for (const name of ["lean", "naive"]) {
      if (!isWanted(name)) continue;
      const { memoryFile, env } = probe(name);
      const started = await startPrinting("server", "./bridges.ts", [name, broker.url, certFile], env);
      const { child, port: bridgePort } = started;
      const stop = () => void child.kill();
      subjects.push({
        name,
        port: bridgePort,
        pid: child.pid ?? 0,
        ...bridge,
        path: "/",
        memoryFile,
        [Symbol.dispose]: stop,
      });
    }
    if (!isWanted("mosquitto")) return subjects;
    const listenerPort = await getPort();
    const direct = await startMosquitto(
      folder,
      "direct",
      `listener ${listenerPort} 127.0.0.1\nprotocol websockets\n`,
      "server",
    );
    subjects.push({
      ...direct,
      name: "mosquitto",
      port: listenerPort,
      protocol: "mqtt",
      path: "/mqtt",
      memoryFile: undefined,
    });
    return subjects;
  };
}

/** Starts Mosquitto with a listener of its own for publications. */
async function startMosquitto(folder: string, name: string, listener: string, core: "server" | "load" = "load") {
  const port = await getPort();
  const config = join(folder, `${name}.conf`);
  const limits = "allow_anonymous true\nmax_queued_messages 0\nmax_inflight_messages 0\nset_tcp_nodelay true\n";
  writeFileSync(config, `user root\n${limits}listener ${port} 127.0.0.1\n${listener}`);
  const child = start(core, "mosquitto", ["-c", config], {}, join(folder, `${name}.log`));
  await listening(port);
  const publisher = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`);
  const dispose = () => {
    publisher.end(true);
    child.kill();
  };
  return { pid: child.pid ?? 0, publisher, [Symbol.dispose]: dispose };
}

/** Waits until a port of this machine takes a connection. */
async function listening(port: number): Promise<void> {
  for (const end = performance.now() + 20_000; performance.now() < end; await delay(20)) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`port ${port} does not answer`);
}

/** Memory of a contender after a collection of its garbage, in bytes; the heap is 0 for a program that is not Node. */
export async function memoryOf({ pid, memoryFile }: Subject): Promise<{ heapUsed: number; rss: number }> {
  if (!memoryFile) return { heapUsed: 0, rss: residentMb(pid) * 2 ** 20 };
  rmSync(memoryFile, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(memoryFile) || readFileSync(memoryFile).length === 0) await delay(20);
  return JSON.parse(readFileSync(memoryFile, "utf8"));
}

/** A user's token, as the API would sign it. */
export function tokenOf(name: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + 86_400;
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ name, roles: ["ViewAll"], exp, jti: name })}`;
  return `${text}.${createHmac("sha256", SECRET).update(text).digest("base64url")}`;
}
