import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** A TCP proxy to a server on this machine, which tests cut, hold, release and slow down. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #held = false;
  /** Time that a chunk takes in either direction. */
  delayMs = 0;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on("error", () => to.destroy());
        from.on("close", () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        from.pipe(this.#line()).pipe(to);
        if (this.#held) from.pause();
      }
    });
  }

  static async to(port: number | string): Promise<Wire> {
    const wire = new Wire(Number(port));
    wire.#server.listen(0, "127.0.0.1");
    await once(wire.#server, "listening");
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #line(): Transform {
    const wire = this;
    // Delays each chunk independently: the link has latency, not a bandwidth limit. Order is preserved.
    let arrived = Promise.resolve();
    return new Transform({
      transform(chunk, _encoding, done) {
        const [before, delay] = [arrived, sleep(wire.delayMs)];
        arrived = Promise.all([before, delay]).then(() => void (this.destroyed || this.push(chunk)));
        done();
      },
      flush: (done) => void arrived.then(() => done()),
    });
  }

  /** Stops forwarding without closing the connections, as a half-open connection does. */
  hold(): void {
    this.#held = true;
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  /** Forwards later connections again; held ones are cut. */
  release(): void {
    this.#held = false;
    this.cut();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
