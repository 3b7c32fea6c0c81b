// A bare server of Node, over TLS when it gets a certificate and its key. Prints its port.

import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import * as https from "node:https";
import type { AddressInfo } from "node:net";

const [cert, key] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const answer: RequestListener = (_request, response) => void response.end("{}");
const server = cert && key ? https.createServer({ cert, key }, answer) : createServer(answer);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
