// Two bridges that speak the BFF's frames without its rules. Arguments: `lean` or `naive`, the broker's URL, its
// authority. Prints its port.

import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import mqtt, { type IClientOptions } from "mqtt";
import { type WebSocket, WebSocketServer } from "ws";

const [name = "", url = "", caFile = ""] = process.argv.slice(2);
const broker = await mqtt.connectAsync(url, { ca: readFileSync(caFile), noDelay: true } as IClientOptions);
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
const observe = name === "lean" ? lean() : naive();

/** A set of sockets for each topic; a message is encoded once. */
function lean() {
  const audiences = new Map<string, Set<WebSocket>>();
  broker.on("message", (topic, payload) => {
    const frame = Buffer.from(frameOf(payload));
    for (const socket of audiences.get(topic) ?? []) socket.send(frame, { binary: false });
  });
  return async (topic: string, socket: WebSocket) => {
    const audience = audiences.get(topic);
    if (audience) audience.add(socket);
    else {
      audiences.set(topic, new Set([socket]));
      await broker.subscribeAsync(topic, { qos: 1 });
    }
  };
}

/** A listener for each socket, which encodes each message for itself. */
function naive() {
  const topics = new EventEmitter().setMaxListeners(0);
  broker.on("message", (topic, payload) => topics.emit(topic, payload));
  return async (topic: string, socket: WebSocket) => {
    topics.on(topic, (payload) => socket.send(frameOf(payload)));
    await broker.subscribeAsync(topic, { qos: 1 });
  };
}

function frameOf(payload: Buffer): string {
  const { message, date } = JSON.parse(payload.toString());
  return JSON.stringify({ type: "message", topic: "notifications", message, date });
}

sockets.on("connection", (socket) => {
  let user = "";
  let session = "";
  socket.on("message", async (data) => {
    const frame = JSON.parse(data.toString());
    if (frame.type === "authenticate") {
      session = frame.token.split(".")[1];
      user = JSON.parse(Buffer.from(session, "base64url").toString()).name;
      socket.send('{"type":"authenticated"}');
    } else {
      await Promise.all([session, "ALL"].map((level) => observe(`${user}/${level}/Frontend/${frame.topic}`, socket)));
      socket.send(`{"type":"subscribed","topic":"${frame.topic}"}`);
    }
  });
});
setInterval(() => {
  for (const socket of sockets.clients) socket.ping();
}, 25_000);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
