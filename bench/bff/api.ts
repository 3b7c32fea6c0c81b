// The API behind all contenders: HTTPS with prepared JSON bodies. Arguments: certificate file, key file. Prints its
// port.

import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pathOf, SIZES, sample } from "./samples.ts";

const [certFile = "", keyFile = ""] = process.argv.slice(2);
const bodies = new Map(SIZES.map((size) => [pathOf(size), sample(size)]));
const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) => {
  const body = bodies.get(request.url?.split("?", 1)[0] ?? "");
  if (!body) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
