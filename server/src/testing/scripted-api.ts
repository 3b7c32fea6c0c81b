import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { type Certificate, makeCertificate } from "../../../scripts/testing/certificate.ts";

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** Resolves when the call's connection closes before its response is complete. */
  cancelled: Promise<void>;
}

type Script = (request: Received, response: ServerResponse) => unknown;

/** An API with responses scripted by a test, over TLS with a separate certificate authority. */
export class ScriptedApi {
  readonly calls: Received[] = [];
  readonly #scripts = new Map<string, Script>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Accepted TCP connections, whether or not their handshake succeeded. */
  connections = 0;
  readonly certificate: Certificate;

  private constructor(server: Server, certificate: Certificate) {
    this.#server = server;
    this.certificate = certificate;
    server.on("request", (request, response) => {
      // The clock of a test is not the real one, by which Node dates the health answer.
      response.sendDate = request.url !== "/healthz";
      void this.#answer(request, response);
    });
    server.on("connection", (socket: Socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => {});
    });
    server.on("tlsClientError", () => {});
  }

  /** Listens on the given port, or on a free one, with the given certificate, or a new one. */
  static async start(port = 0, given?: Certificate): Promise<ScriptedApi> {
    const certificate = given ?? (await makeCertificate());
    const api = new ScriptedApi(createServer(certificate), certificate);
    await new Promise<void>((resolve) => api.#server.listen(port, "127.0.0.1", resolve));
    return api;
  }

  /** The authority to trust, PEM. */
  get ca(): string {
    return this.certificate.cert;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sets the script of a call: `GET /Client/GetAll`, or `*` for any other. */
  on(call: string, script: Script): this {
    this.#scripts.set(call, script);
    return this;
  }

  json(call: string, body: unknown, status = 200, headers: Record<string, string | string[]> = {}): this {
    return this.on(call, (_request, response) => sendJson(response, body, status, headers));
  }

  callsOf(call: string): Received[] {
    return this.calls.filter(({ method, url }) => `${method} ${url}` === call);
  }

  /** Resets every connection. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const cancelled = new Promise<void>((resolve) => {
      response.on("close", () => {
        if (!response.writableFinished) resolve();
      });
    });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of message) chunks.push(chunk);
    } catch {
      return;
    }
    const { method = "", url = "", headers } = message;
    const received = { method, url, headers, body: Buffer.concat(chunks).toString(), cancelled };
    this.calls.push(received);
    const path = url.split("?", 1)[0] ?? "";
    const script =
      this.#scripts.get(`${method} ${url}`) ?? this.#scripts.get(`${method} ${path}`) ?? this.#scripts.get("*");
    if (script) await script(received, response);
    else sendJson(response, { error: "no such call" }, 404);
  }
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
