import https from "node:https";
import type { TLSSocket } from "node:tls";
import { authorities } from "../../server/src/authorities.ts";

export interface Asked {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; undefined when the body is not JSON. */
  body: unknown;
  ms: number;
  tls: { protocol: string; validTo: string };
}

/** Calls the operator's API, always over verified TLS. */
export class Asker {
  readonly #url: string;
  readonly #agent: https.Agent;
  readonly #timeoutMs: number;

  constructor(url: string, { ca, timeoutMs }: { ca: string | undefined; timeoutMs: number }) {
    this.#url = url.replace(/\/$/, "");
    this.#agent = new https.Agent({ keepAlive: true, ca: authorities(ca) });
    this.#timeoutMs = timeoutMs;
  }

  /** @throws the connection's error */
  ask(
    method: string,
    pathAndQuery: string,
    content: { token?: string | undefined; body?: unknown } = {},
  ): Promise<Asked> {
    const body = content.body === undefined ? undefined : JSON.stringify(content.body);
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const request = https.request(
        `${this.#url}${pathAndQuery}`,
        {
          method,
          agent: this.#agent,
          timeout: this.#timeoutMs,
          headers: {
            accept: "application/json",
            ...(content.token === undefined ? {} : { authorization: `Bearer ${content.token}` }),
            ...(body === undefined
              ? {}
              : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
          },
        },
        async (response) => {
          const socket = response.socket as TLSSocket;
          const tls = { protocol: socket.getProtocol() ?? "", validTo: socket.getPeerCertificate().valid_to ?? "" };
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          const ms = performance.now() - began;
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parse(text), ms, tls });
        },
      );
      request.on("timeout", () => request.destroy(new Error("no answer in time")));
      request.on("error", reject);
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
