import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { Aedes } from "aedes";
import { createWebSocketStream, WebSocketServer } from "ws";
import { type Certificate, makeCertificate } from "../../../scripts/testing/certificate.ts";

/**
 * How the broker answers a subscription: `drop` cuts the whole link, as aedes does when its hook fails; `ignore` never
 * answers.
 */
type SubscriptionAnswer = "grant" | "deny" | "drop" | "ignore";

export interface TestBroker {
  target: { url: string; username: string; password: string; ca: string };
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Publishes at QoS 1 as another client than the BFF. `retain`: the broker stores it for later subscribers. */
  publish(topic: string, payload: string | Buffer, retain?: boolean): Promise<void>;
}

export const CREDENTIALS = { username: "bff", password: "segredo" };

/** aedes behind TLS and WebSocket, as the reference API embeds it. */
export class EmbeddedBroker implements TestBroker {
  readonly target: TestBroker["target"];
  readonly #certificate: Certificate;
  #port = 0;
  #server: Server | undefined;
  #sockets: WebSocketServer | undefined;
  #aedes: Aedes | undefined;
  /** Every SUBSCRIBE and UNSUBSCRIBE since the start, in order. */
  readonly log: string[] = [];
  /** Number of connections since the start. */
  connections = 0;
  answer: (topic: string) => SubscriptionAnswer = () => "grant";
  dropPublisher = false;
  /** Never acknowledges a publication. */
  holdPublications = false;

  get connected(): number {
    return this.#aedes?.connectedClients ?? 0;
  }

  private constructor(certificate: Certificate) {
    this.#certificate = certificate;
    this.target = { url: "", ca: certificate.cert, ...CREDENTIALS };
  }

  static async start(): Promise<EmbeddedBroker> {
    const broker = new EmbeddedBroker(await makeCertificate());
    await broker.start();
    return broker;
  }

  async start(): Promise<void> {
    const aedes = await Aedes.createBroker({
      authenticate: (_client, username, password, done) => {
        done(null, username === this.target.username && password?.toString() === CREDENTIALS.password);
      },
      authorizeSubscribe: (_client, subscription, done) => {
        const answer = this.answer(subscription.topic);
        this.log.push(`subscribe ${subscription.topic}`);
        if (answer === "ignore") return;
        done(answer === "drop" ? new Error("dropped on purpose") : null, answer === "deny" ? null : subscription);
      },
      authorizePublish: (client, _packet, done) => {
        if (this.holdPublications) return;
        done(client && this.dropPublisher ? new Error("dropped on purpose") : null);
      },
    });
    aedes.on("client", () => {
      this.connections += 1;
    });
    aedes.on("unsubscribe", (topics) => {
      for (const topic of topics) this.log.push(`unsubscribe ${topic}`);
    });
    const server = createServer(this.#certificate);
    const sockets = new WebSocketServer({ server, path: "/mqtt" });
    sockets.on("connection", (socket, request) => {
      const stream = createWebSocketStream(socket);
      stream.on("error", () => undefined);
      aedes.handle(stream, request);
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.target.url = `wss://127.0.0.1:${this.#port}/mqtt`;
    this.#server = server;
    this.#sockets = sockets;
    this.#aedes = aedes;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    const aedes = this.#aedes;
    if (!server || !aedes) return;
    this.#server = undefined;
    await new Promise<void>((resolve) => aedes.close(resolve));
    for (const socket of this.#sockets?.clients ?? []) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Publishes as the broker itself. Resolves when the message was sent to every subscriber. */
  async publish(topic: string, payload: string | Buffer, retain = false): Promise<void> {
    const aedes = this.#aedes;
    await new Promise<void>((resolve, reject) => {
      aedes?.publish({ cmd: "publish", topic, payload, qos: 1, retain, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }
}
