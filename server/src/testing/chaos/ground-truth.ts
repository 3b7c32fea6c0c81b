import { readClaims } from "@lamina/shared/access/authentication";
import { type Received, ScriptedApi, sendJson } from "../scripted-api.ts";

interface Seen {
  user: string;
  version: number;
}

/** An API that fails on demand. Each of its responses contains its reader and the number of the last write. */
export class GroundTruth {
  #api: ScriptedApi;
  readonly port: number;
  readonly #certificate: ScriptedApi["certificate"];
  #version = 0;
  /** Awaited before each response. */
  delay: () => Promise<void> = async () => {};

  private constructor(api: ScriptedApi) {
    this.#api = api;
    this.port = api.port;
    this.#certificate = api.certificate;
    this.#script();
  }

  static async create(): Promise<GroundTruth> {
    return new GroundTruth(await ScriptedApi.start());
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  get ca(): string {
    return this.#certificate.cert;
  }

  stop(): Promise<void> {
    return this.#api.stop();
  }

  /** Listens again, with its own certificate or with another one. */
  async start(certificate: ScriptedApi["certificate"] | undefined = this.#certificate): Promise<void> {
    this.#api = await ScriptedApi.start(this.port, certificate);
    this.#script();
  }

  #script(): void {
    this.#api.on("*", async (received, response) => {
      // A write counts from its arrival, because its response may be lost.
      const version = received.method === "GET" ? () => this.#version : () => written;
      const written = received.method === "GET" ? 0 : ++this.#version;
      const seen = { user: userOf(received), version: version() };
      await this.delay();
      // A list of clients too, which proves its reader's token.
      sendJson(response, { ...(seen satisfies Seen), data: [{ _id: "1" }] });
    });
  }
}

/** Empty without a token, as in a probe. */
function userOf({ headers }: Received): string {
  return readClaims(headers.authorization?.replace("Bearer ", "") ?? "")?.name ?? "";
}
