import { once } from "node:events";
import { createServer } from "node:net";

/** The wanted port, or any free one when it is taken or not given. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return freePort();
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : wanted;
}
