import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer, type PeerCertificate, type Server as TlsServer } from "node:tls";
import { BROKER_PATH, BROKER_PORT } from "@lamina/shared/core/limits";
import { fillPacketLengths } from "@lamina/shared/messages/packet-lengths";
import { CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client } from "aedes";
import { writeToStream } from "mqtt-packet";
import { createWebSocketStream, WebSocketServer } from "ws";
import type { Clock } from "../core/clock.ts";
import { ANY_PORT, bindFirst } from "../core/listen.ts";
import type { Log } from "../core/log.ts";
import { createPublisher, type Send } from "../core/publisher.ts";
import type { Broker } from "./broker.ts";
import { createDeviceConnections, type DeviceConnections } from "./device-connections.ts";
import { acceptVersions } from "./mqtt5.ts";
import { type Account, isPassword, type Permissions } from "./permissions.ts";

/** MQTT 3.1.1 §3.2.2.3. */
const IDENTIFIER_REJECTED = 2;
const BAD_USERNAME_OR_PASSWORD = 4;
/** Topic of publications that the sender may not make. No account may subscribe to it. */
const REFUSED_TOPIC = "$refused";
/** Longer packets end the connection. Messages beyond 1 MiB are still read, so that their device learns why. */
const MAX_PACKET_BYTES = 4 * 1024 * 1024;

interface EmbeddedBrokerOptions {
  host: string;
  /** Undefined: the specification's port if it is free, else any. */
  port: number | undefined;
  /** Of MQTT over TLS without WebSocket; undefined: closed. */
  tlsPort?: number | undefined;
  /** Authority of the certificates with which devices may sign in there, PEM. */
  clientCa?: string | undefined;
  tls: { cert: string; key: string };
  /** The first account is the BFF's. */
  accounts: readonly [Account, ...Account[]];
  clock: Clock;
  log: Pick<Log, "warn">;
}

/** The embedded broker: MQTT 3.1.1 and 5 over secure WebSocket at `/mqtt` (§7), and over TLS for devices. */
export async function openEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<Broker> {
  const { host, port, accounts, clock, log, clientCa } = options;
  fillPacketLengths({ writeToStream });
  const devices = createDeviceConnections();
  const server = createServer({ ...options.tls, minVersion: "TLSv1.2" });
  // Otherwise small packets wait for the previous acknowledgement: p99 35 ms instead of 4.
  server.on("secureConnection", (socket: Socket) => socket.setNoDelay(true));
  const ports = port === undefined ? [BROKER_PORT, ANY_PORT] : [port];
  await bindFirst(ports, (choice) => listen(server, choice, host), log);
  // After binding, because its timers would keep a process alive that found no port.
  const aedes = await createBroker(accounts, devices, { clock, log });
  // After binding, because it emits the server's errors, and an occupied port must not end the process.
  const sockets = acceptSockets(server, aedes);
  const direct = options.tlsPort === undefined ? undefined : acceptTls(aedes, { ...options.tls, clientCa });
  if (direct) await listen(direct, options.tlsPort ?? 0, host);

  const send: Send = (topic, payload, qos) =>
    new Promise((resolve, reject) => {
      const packet = { cmd: "publish", topic, payload: Buffer.from(payload), qos, retain: false, dup: false } as const;
      aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
    });

  return {
    url: `wss://localhost:${(server.address() as AddressInfo).port}${BROKER_PATH}`,
    tlsPort: direct && (direct.address() as AddressInfo).port,
    username: accounts[0].username,
    password: accounts[0].password(),
    publisher: createPublisher(send, clock),
    acceptDevices: async (gateway) => {
      devices.open(gateway);
      return async () => {};
    },
    endConnections: devices.end,
    setSecureContext(tls) {
      server.setSecureContext(tls);
      direct?.setSecureContext({ ...tls, ca: clientCa });
    },
    close: async () => {
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await Promise.all(
        [server, direct].map((one) => new Promise((resolve) => (one ? one.close(resolve) : resolve(undefined)))),
      );
    },
  };
}

async function createBroker(
  accounts: readonly Account[],
  devices: DeviceConnections,
  { clock, log }: Pick<EmbeddedBrokerOptions, "clock" | "log">,
): Promise<Aedes> {
  // By connection and not by client id, because a second connection with the same id replaces the first one late.
  const connected = new WeakMap<Client, Permissions>();
  /** The current connection of each client id. */
  const holders = new Map<string, Client>();
  const accountOf = (client: Client | null) => (client === null ? undefined : connected.get(client));

  async function signIn(client: Client, username: string, password: Buffer): Promise<Permissions> {
    const certified = certifiedSerials.get(client.conn);
    if (certified !== undefined && password.length === 0 && (username === "" || username === certified)) {
      const device = await devices.signInByCertificate(client, certified);
      if (device !== undefined) return device;
    }
    const account = accounts.find((candidate) => candidate.username === username);
    if (account === undefined) {
      const device = await devices.signIn(client, username, password.toString());
      if (device !== undefined) return device;
    } else if (isPassword(account, password)) return account;
    throw refusal("bad user name or password", BAD_USERNAME_OR_PASSWORD);
  }

  const aedes = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      signIn(client, username ?? "", password ?? Buffer.alloc(0)).then(
        (permissions) => {
          // A connection ends an earlier one with the same client id, so the id must not belong to another account.
          const holder = accountOf(holders.get(client.id) ?? null);
          if (holder !== undefined && holder.username !== permissions.username) {
            done(refusal("client id of another user", IDENTIFIER_REJECTED), null);
            return;
          }
          connected.set(client, permissions);
          done(null, true);
        },
        (error: AuthenticateError) => done(error, null),
      );
    },
    authorizePublish(client, packet, done) {
      // Nothing is retained: new subscribers fetch the current state.
      packet.retain = false;
      if (client === null || !accountOf(client)?.mayPublish(packet.topic)) {
        // An error would end the connection, and with it the realtime messages of all users of a shared one.
        const { topic, payload } = packet;
        packet.topic = REFUSED_TOPIC;
        const refused = client && devices.refuse(client, topic, Buffer.from(payload));
        if (!refused) done(null);
        else refused.then(() => done(null), done);
        return;
      }
      const taken = devices.receive(client, packet.topic, Buffer.from(packet.payload));
      // A failed message is not acknowledged: the connection ends, and the device sends the message again.
      if (taken === undefined) done(null);
      else taken.then(() => done(null), done);
    },
    // The panel must not obey an expired order, and its clock may be wrong.
    authorizeForward: (_client, packet) => (isExpiredCommand(packet, clock.now()) ? null : packet),
    authorizeSubscribe(client, subscription, done) {
      done(null, accountOf(client)?.maySubscribe(subscription.topic) ? subscription : null);
    },
  });
  aedes.on("client", (client) => holders.set(client.id, client));
  aedes.on("clientDisconnect", (client) => {
    if (holders.get(client.id) === client) holders.delete(client.id);
    devices.left(client);
  });
  aedes.on("clientError", (client, error) => log.warn({ client: client.id, reason: error.message }, "broker client"));
  aedes.on("connectionError", (client, error) => log.warn({ client: client.id, reason: error.message }, "broker link"));
  return aedes;
}

const COMMANDS = /^devices\/[^/]+\/commands$/;
const Expiry = CommandMessage.pick({ expiresAt: true });

/** Whether a packet is an order whose time is over, or that names none. */
function isExpiredCommand({ topic, payload }: AedesPublishPacket, now: Date): boolean {
  if (!COMMANDS.test(topic)) return false;
  const sent = Expiry.safeParse(JSON.parse(payload.toString())).data;
  return sent === undefined || now > new Date(sent.expiresAt);
}

const refusal = (message: string, returnCode: number) =>
  Object.assign(new Error(message), { returnCode }) as AuthenticateError;

function acceptSockets(server: Server, aedes: Aedes): WebSocketServer {
  const sockets = new WebSocketServer({
    server,
    path: BROKER_PATH,
    maxPayload: MAX_PACKET_BYTES,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has("mqtt") ? "mqtt" : false),
  });
  sockets.on("connection", (socket, request) => {
    const stream = createWebSocketStream(socket);
    // Without a listener, a broken socket would end the process; aedes notices the close of the stream.
    stream.on("error", () => socket.terminate());
    acceptVersions(stream, (accepted) => {
      aedes.handle(accepted, request);
      limitPackets(stream);
    });
  });
  return sockets;
}

/** Serials that connections proved by the certificate of their device. */
const certifiedSerials = new WeakMap<object, string>();

function acceptTls(
  aedes: Aedes,
  { clientCa, ...tls }: EmbeddedBrokerOptions["tls"] & Pick<EmbeddedBrokerOptions, "clientCa">,
): TlsServer {
  // A certificate of another authority counts as none, because a device may sign in with its password.
  const certificates = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false };
  const server = createTlsServer({ ...tls, ...certificates, minVersion: "TLSv1.2" }, (socket) => {
    const serial = socket.authorized ? certifiedSerial(socket.getPeerCertificate()) : undefined;
    socket.setNoDelay(true);
    // Without a listener, a broken socket would end the process; aedes notices its close.
    socket.on("error", () => socket.destroy());
    acceptVersions(socket, (accepted) => {
      if (serial !== undefined) certifiedSerials.set(accepted, serial);
      aedes.handle(accepted);
      limitPackets(socket);
    });
  });
  return server;
}

/** The serial that a certificate names: its common name, or its only DNS name where it has none. */
function certifiedSerial({ subject, subjectaltname = "" }: Partial<PeerCertificate>): string | undefined {
  const name: unknown = subject?.CN;
  if (name !== undefined) return typeof name === "string" ? name : undefined;
  const [only, ...others] = subjectaltname.split(", ").filter((one) => one.startsWith("DNS:"));
  return others.length === 0 ? only?.slice("DNS:".length) : undefined;
}

/**
 * Ends a connection whose packet announces too many bytes, because the parser would hold all of them. The length follows
 * the first byte of a packet, seven bits a byte (MQTT 3.1.1 §2.2.3). To be called after the reader has been attached.
 */
function limitPackets(stream: Duplex): void {
  let left = 0;
  let header: { length: number; factor: number } | undefined;
  stream.on("data", (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at);
        left -= skipped;
        at += skipped;
      } else if (header === undefined) {
        header = { length: 0, factor: 1 };
        at++;
      } else {
        const byte = chunk[at++] ?? 0;
        header.length += (byte & 127) * header.factor;
        header.factor *= 128;
        if (header.length > MAX_PACKET_BYTES || header.factor > 128 ** 4) {
          stream.destroy();
          return;
        }
        if (byte < 128) {
          left = header.length;
          header = undefined;
        }
      }
    }
  });
}

function listen(server: Server | TlsServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
