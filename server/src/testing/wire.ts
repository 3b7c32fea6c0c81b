import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP line to a server on this machine, which tests cut, hold and mend. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #held = false;

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
        from.pipe(to);
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

  /** Nothing passes any more, and nobody is told: a half-open connection. */
  hold(): void {
    this.#held = true;
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  /** Later connections pass again; those that were held are cut. */
  release(): void {
    this.#held = false;
    this.cut();
  }

  /** Ends every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
