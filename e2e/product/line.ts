import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/**
 * `cut`: every connection ends, and new ones are refused. `silent`: a half-open line, which takes everything and answers
 * nothing; a socket of it ends when it is used after the line's return. `slow`: 800 ms there and back, and 3 % of the
 * packets are sent again after a second. `portal`: every request is answered with a page that asks for a login, and sockets
 * are refused. `buffered`: answers arrive whole and late, and a socket takes 3 s. `no-sockets`: requests pass only.
 */
type LineMode = "open" | "cut" | "silent" | "slow" | "portal" | "buffered" | "no-sockets";

/** The line between a browser and the BFF, which a journey makes worse. The browser never notices by `navigator.onLine`. */
interface Line extends AsyncDisposable {
  url: string;
  become(mode: LineMode): void;
  /** The moment (`performance.now`) at which a request with this path last passed. */
  passedAt(path: string): number;
  /** A script that runs in each page before the app, on any line. */
  prelude: string;
}

const ONE_WAY_MS = 400;
const RESEND_MS = 1_000;
const LOSS = 0.03;
const BUFFER_MS = 1_000;
const UPGRADE_MS = 3_000;
const PACKET_BYTES = 1_400;
const PRELUDE = "/prelude-of-the-journey.js";
const PORTAL = "<!doctype html><html><title>Wi-Fi</title><body>Entre para navegar</body></html>";

/** Time of so many bytes on the slow line, one way. */
function slowMs(bytes: number): number {
  const packets = Math.ceil(Math.max(1, bytes) / PACKET_BYTES);
  return ONE_WAY_MS + (Math.random() > (1 - LOSS) ** packets ? RESEND_MS : 0);
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const live = new Set<Duplex>();
  const passed = new Map<string, number>();
  let mode: LineMode = "open";
  /** Sockets of a line that was silent: its other side has forgotten them. */
  const forgotten = new WeakSet<Duplex>();

  /** The delay of a piece of an answer or of a socket. */
  const delay = async (bytes: number) => {
    if (mode === "slow") await pause(slowMs(bytes));
    if (mode === "buffered") await pause(BUFFER_MS);
  };

  function answer(req: IncomingMessage, res: ServerResponse): void {
    if (req.url === PRELUDE) {
      res.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" }).end(line.prelude);
    } else if (mode === "cut") req.socket.destroy();
    else if (mode === "portal") res.writeHead(200, { "content-type": "text/html" }).end(PORTAL);
    else if (mode === "silent") live.add(req.socket);
    else void forward(req, res).catch(() => res.destroy());
  }

  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    await delay(body.length);
    passed.set(req.url ?? "", performance.now());
    const headers = { ...req.headers, "accept-encoding": "identity" };
    const far = request({ hostname, port, path: req.url, method: req.method, headers });
    far.end(body);
    const [reply] = (await once(far, "response")) as [IncomingMessage];
    const whole = await buffer(reply);
    await delay(whole.length);
    // The line has changed meanwhile: the server has done it, and its answer is lost.
    if (mode === "cut") return void res.destroy();
    if (mode === "silent") return void live.add(req.socket);
    const isPage = reply.headers["content-type"]?.startsWith("text/html");
    const text = isPage ? whole.toString().replace("<head>", `<head><script src="${PRELUDE}"></script>`) : whole;
    const { "content-length": _length, "transfer-encoding": _encoding, ...kept } = reply.headers;
    const length = req.method === "HEAD" ? {} : { "content-length": Buffer.byteLength(text) };
    res.writeHead(reply.statusCode ?? 502, { ...kept, ...length });
    res.end(reply.statusCode === 304 || req.method === "HEAD" ? undefined : text);
  }

  async function upgrade(req: IncomingMessage, near: Duplex, head: Buffer): Promise<void> {
    near.on("error", () => near.destroy());
    live.add(near);
    if (mode === "silent") return;
    if (mode === "buffered") await pause(UPGRADE_MS);
    if (mode === "cut") near.destroy();
    if (mode === "portal" || mode === "no-sockets") near.end("HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n");
    if (near.destroyed || near.writableEnded) return;
    const far = connect(Number(port), hostname);
    live.add(far);
    far.on("error", () => far.destroy());
    const lines = Object.entries(req.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    far.write(`GET ${req.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
    far.write(head);
    join(near, far, () => forgotten.has(near) && near.destroy());
    join(far, near);
  }

  /** Carries what one side sends to the other, in order. */
  function join(from: Duplex | Socket, to: Duplex | Socket, onData?: () => void): void {
    let last = Promise.resolve();
    from.on("data", (data: Buffer) => {
      if (mode === "silent") return;
      onData?.();
      if (forgotten.has(from) || forgotten.has(to)) return;
      const ready = Promise.all([last, delay(data.length)]);
      last = ready.then(() => {
        if (mode !== "silent" && mode !== "cut") to.write(data);
      });
    });
    from.on("close", () => {
      live.delete(from);
      if (!forgotten.has(from)) to.destroy();
    });
  }

  const server = createServer(answer);
  server.on("upgrade", (req, socket, head) => void upgrade(req, socket, head).catch(() => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = () => {
    for (const socket of live) socket.destroy();
    live.clear();
    server.closeAllConnections();
  };
  const line: Line = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    prelude: "",
    passedAt: (path) => passed.get(path) ?? 0,
    become(next) {
      // Requests without an answer are repeated by their computer, and the other side does not know them any more.
      if (mode === "silent" && next !== "silent") server.closeAllConnections();
      if (next === "silent") for (const socket of live) forgotten.add(socket);
      mode = next;
      if (next === "cut" || next === "portal") end();
    },
    async [Symbol.asyncDispose]() {
      end();
      server.close();
      await once(server, "close");
    },
  };
  return line;
}
