import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way between two programs that a test can cut and restore. TLS passes through unchanged. */
interface Gate extends AsyncDisposable {
  /** The port on this machine that leads through the gate. */
  port: number;
  /** Cuts every connection and refuses new ones. */
  cut(): void;
  mend(): void;
}

export async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let passing = true;
  const server = createServer((near) => {
    if (!passing) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    return undefined;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    passing = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      passing = true;
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
