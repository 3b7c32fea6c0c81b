import { readClaims } from "@lamina/shared/access/authentication";
import { type Received, ScriptedApi, sendJson } from "../scripted-api.ts";

/** What an answer says, to be held against what is true. */
interface Told {
  user: string;
  version: number;
}

/** An API whose every answer names its reader and the number of the last write, and which fails on demand. */
export class GroundTruth {
  #api: ScriptedApi;
  readonly port: number;
  readonly #certificate: ScriptedApi["certificate"];
  #version = 0;
  /** Before each answer. */
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

  /** Every connection breaks, and none is taken. */
  stop(): Promise<void> {
    return this.#api.stop();
  }

  /** Comes back, with its own certificate or with a stranger's. */
  async start(certificate: ScriptedApi["certificate"] | undefined = this.#certificate): Promise<void> {
    this.#api = await ScriptedApi.start(this.port, certificate);
    this.#script();
  }

  #script(): void {
    this.#api.on("*", async (received, response) => {
      // A write counts from its arrival; its answer may be lost on the way.
      const version = received.method === "GET" ? () => this.#version : () => written;
      const written = received.method === "GET" ? 0 : ++this.#version;
      const told = { user: userOf(received), version: version() };
      await this.delay();
      sendJson(response, told satisfies Told);
    });
  }
}

/** Empty where no token came, as with a probe. */
function userOf({ headers }: Received): string {
  return readClaims(headers.authorization?.replace("Bearer ", "") ?? "")?.name ?? "";
}
