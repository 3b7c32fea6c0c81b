import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const PROBE_MS = 100;

interface Backend {
  url: string;
  ready: boolean;
  agent: Agent;
}

/**
 * A typical load balancer: probes /readyz, sends requests to ready backends in turn, keeps connections open, does not
 * retry.
 */
export class Balancer {
  readonly #server: Server;
  readonly #backends: Backend[];
  readonly #probe: NodeJS.Timeout;
  #turn = 0;

  private constructor(urls: readonly string[]) {
    this.#backends = urls.map((url) => ({ url, ready: false, agent: new Agent({ keepAlive: true }) }));
    this.#server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));
    this.#probe = setInterval(() => void this.#look(), PROBE_MS);
  }

  static async start(urls: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(urls);
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get ready(): string[] {
    return this.#backends.filter(({ ready }) => ready).map(({ url }) => url);
  }

  async stop(): Promise<void> {
    clearInterval(this.#probe);
    for (const { agent } of this.#backends) agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #look(): Promise<void> {
    await Promise.all(
      this.#backends.map(async (backend) => {
        backend.ready = await fetch(`${backend.url}/readyz`, { signal: AbortSignal.timeout(5_000) })
          .then((response) => response.arrayBuffer().then(() => response.ok))
          .catch(() => false);
      }),
    );
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = this.#backends.filter((backend) => backend.ready);
    const backend = ready[this.#turn++ % Math.max(1, ready.length)];
    if (!backend) {
      outgoing.writeHead(599, "no backend is ready").end();
      return;
    }
    const { method, url = "", headers } = incoming;
    const { connection: _connection, ...kept } = headers;
    const onward = request(backend.url + url, { method, headers: kept, agent: backend.agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, { ...answer.headers, connection: "keep-alive" });
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(599, `backend ${error.code ?? "failed"}`).end();
    });
    incoming.pipe(onward);
  }
}
