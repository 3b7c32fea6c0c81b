import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type AppOptions, buildApp } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import type { ScriptedApi } from "./scripted-api.ts";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: unknown;
}

export interface Ask {
  method?: string;
  token?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  signal?: AbortSignal;
}

/** The BFF as in production, listening on a free port. */
export class Bff {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly #release: () => void;

  private constructor(app: FastifyInstance, release: () => void) {
    this.app = app;
    this.port = (app.server.address() as AddressInfo).port;
    this.#release = release;
  }

  static async start(api: ScriptedApi, changes: Partial<Config> = {}, options: AppOptions = {}): Promise<Bff> {
    const config = readConfig({ PORT: "0", UPSTREAM_URL: api.url, UPSTREAM_SURVEY: "0", LOG_LEVEL: "silent" });
    const folder = mkdtempSync(join(tmpdir(), "lamina-client-"));
    writeFileSync(join(folder, "index.html"), "<title>Lâmina</title>");
    const state = mkdtempSync(join(tmpdir(), "lamina-state-"));
    const given = { ...config, stateDir: state, upstream: { url: api.url, ca: api.ca }, ...changes };
    const app = await buildApp(given, { client: folder, ...options });
    await app.listen({ host: "127.0.0.1", port: 0 });
    return new Bff(app, () => {
      for (const path of [folder, state]) rmSync(path, { recursive: true });
    });
  }

  async stop(): Promise<void> {
    await this.app.close();
    this.#release();
  }

  ask(path: string, { method = "GET", token, headers = {}, body, signal }: Ask = {}): Promise<Reply> {
    const given: NonNullable<Ask["headers"]> = { ...headers };
    if (token !== undefined) given.authorization = `Bearer ${token}`;
    if (body !== undefined && !("transfer-encoding" in given))
      given["content-length"] = String(Buffer.byteLength(body));
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        host: "127.0.0.1",
        port: this.port,
        method,
        path,
        agent: false,
        headers: given,
        ...(signal && { signal }),
      });
      request.on("error", reject);
      request.on("response", async (response) => {
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk);
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: parse(text) });
        } catch (error) {
          reject(error);
        }
      });
      request.end(body);
    });
  }

  post(path: string, body: unknown, ask: Ask = {}): Promise<Reply> {
    const headers = { "content-type": "application/json", ...ask.headers };
    return this.ask(path, { method: "POST", ...ask, headers, body: JSON.stringify(body) });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
