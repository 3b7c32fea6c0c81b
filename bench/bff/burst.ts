// Connects many clients at once, one request each; a child process that answers each message with their milliseconds.

import { readFileSync } from "node:fs";
import { connect } from "node:net";
import * as tls from "node:tls";

const ca = readFileSync(process.argv[2] ?? "", "utf8");

process.on("message", async ({ port, isTls, clients }: { port: number; isTls: boolean; clients: number }) => {
  const one = () =>
    new Promise<number>((resolve) => {
      const began = performance.now();
      const end = () => resolve(performance.now() - began);
      const socket = isTls ? tls.connect({ host: "127.0.0.1", port, ca }) : connect(port, "127.0.0.1");
      socket.on(isTls ? "secureConnect" : "connect", () => {
        socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      });
      socket.on("error", end).on("close", end).resume();
    });
  process.send?.(await Promise.all(Array.from({ length: clients }, one)));
});
