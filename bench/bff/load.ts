// Sends requests over keep-alive connections as fast as they are answered, and checks the bodies. A child process: it
// takes one `Load` per message and answers with one `Loaded`.

import { connect, type Socket } from "node:net";
import { quantile } from "../figures.ts";

export interface Load {
  port: number;
  connections: number;
  durationMs: number;
  /** Each connection sends these in turn. `{n}` in a path is replaced by a unique number. */
  requests: { path: string; headers: Record<string, string> }[];
  /** Whether each connection is destroyed and reopened about once a second, at any point of a request. */
  leaving: boolean;
  /** The expected status, and the base64 body that every response must have, byte by byte. */
  status: number;
  body: string | undefined;
  /** Each connection stops after this many requests; 0: only at the end of the time. */
  limit: number;
}

export interface Loaded {
  requests: number;
  wrong: number;
  seconds: number;
  p50: number;
  p99: number;
}

/** One response in this many is compared byte by byte; all are compared by length. */
const COMPARED = 16;
const HEAD_END = Buffer.from("\r\n\r\n");
let serial = 0;

async function run(load: Load): Promise<Loaded> {
  const expected = load.body === undefined ? undefined : Buffer.from(load.body, "base64");
  const times: number[] = [];
  let wrong = 0;
  const began = performance.now();
  const end = began + load.durationMs;
  const prepared = load.requests.map(({ path, headers }) => {
    const lines = Object.entries({ host: "bench", ...headers }).map(([name, value]) => `${name}: ${value}`);
    const rest = ` HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
    const [before = "", after] = path.split("{n}");
    if (after === undefined) return () => Buffer.from(`GET ${path}${rest}`);
    return () => Buffer.from(`GET ${before}${process.pid}-${++serial}${after}${rest}`);
  });
  // Constant requests are built once.
  const fixed = load.requests.map(({ path }, index) => (path.includes("{n}") ? undefined : prepared[index]?.()));

  const drive = (first: number): Promise<void> =>
    new Promise((resolve) => {
      let turn = first;
      let sent = 0;
      let done = 0;
      let socket: Socket;
      let cut: NodeJS.Timeout | undefined;
      const finish = () => {
        clearTimeout(cut);
        socket.destroy();
        resolve();
      };
      const next = () => {
        if (performance.now() >= end || (load.limit > 0 && done >= load.limit)) return finish();
        turn = (turn + 1) % prepared.length;
        sent = performance.now();
        socket.write(fixed[turn] ?? prepared[turn]?.() ?? "");
      };
      const answered = (status: number, body: Buffer | undefined, length: number) => {
        times.push(performance.now() - sent);
        done++;
        const compare = done % COMPARED === 1;
        const isRight =
          status === load.status &&
          (expected === undefined || (length === expected.length && (!compare || !body || body.equals(expected))));
        if (!isRight) wrong++;
        next();
      };
      const open = () => {
        const connection = connect({ host: "127.0.0.1", port: load.port, noDelay: true });
        socket = connection;
        let head: { status: number; length: number } | undefined;
        let parts: Buffer[] = [];
        let size = 0;
        connection.on("connect", () => {
          if (load.leaving) cut = setTimeout(() => connection.destroy(), 500 + Math.random() * 1_000);
          next();
        });
        connection.on("data", (chunk: Buffer) => {
          parts.push(chunk);
          size += chunk.length;
          if (!head) {
            const start = parts.length === 1 ? chunk : Buffer.concat(parts);
            const at = start.indexOf(HEAD_END);
            if (at < 0) return;
            const text = start.toString("latin1", 0, at);
            head = {
              status: Number(text.slice(9, 12)),
              length: Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0),
            };
            parts = [start.subarray(at + 4)];
            size = parts[0]?.length ?? 0;
            if (/transfer-encoding: chunked/i.test(text)) head.length = -1;
          }
          if (head.length < 0) {
            // Only some of nginx's responses are chunked. Their end is enough, because the bodies were compared before.
            if (!chunk.subarray(-5).equals(Buffer.from("0\r\n\r\n"))) return;
            head.length = size;
            const { status } = head;
            head = undefined;
            parts = [];
            size = 0;
            answered(status, undefined, expected?.length ?? 0);
            return;
          }
          if (size < head.length) return;
          const { status, length } = head;
          const body = done % COMPARED === 0 ? Buffer.concat(parts) : undefined;
          head = undefined;
          parts = [];
          size = 0;
          answered(status, body, length);
        });
        connection.on("error", () => {});
        connection.on("close", () => {
          if (performance.now() < end && load.limit === 0) open();
          else resolve();
        });
      };
      open();
    });

  // Spread over a list that is longer than the connections are many.
  const startOf = (index: number) =>
    Math.floor((index * Math.max(prepared.length, load.connections)) / load.connections);
  await Promise.all(Array.from({ length: load.connections }, (_, index) => drive(startOf(index))));
  const seconds = (performance.now() - began) / 1000;
  return { requests: times.length, wrong, seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

process.on("message", async (load: Load) => process.send?.(await run(load)));
