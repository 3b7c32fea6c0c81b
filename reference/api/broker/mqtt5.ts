import { randomUUID } from "node:crypto";
import { Duplex } from "node:stream";
import { generate, type IConnackPacket, type Packet, parser } from "mqtt-packet";

const MQTT5 = 5;
const MQTT311 = 4;
/** Bytes of a CONNECT up to its protocol level, with the longest length (MQTT 3.1.1 §3.1). */
const HEAD_BYTES = 12;
/** Time in which a connection sends its first packet. */
const FIRST_PACKET_MS = 30_000;

/** Reason codes of MQTT 5 (§3.2.2.2) by the return codes of MQTT 3.1.1 (§3.2.2.3). */
const REASONS = [0, 0x84, 0x85, 0x88, 0x86, 0x87] as const;
const UNSPECIFIED = 0x80;
/** A client of MQTT 5 leaves, and wants its will to be published (§3.14.2.1). */
const WITH_WILL = 4;

/** Hands a connection over once its version is known: one of MQTT 5 as a stream of MQTT 3.1.1. */
export function acceptVersions(stream: Duplex, handle: (stream: Duplex) => void): void {
  let head = Buffer.alloc(0);
  const timer = setTimeout(() => stream.destroy(), FIRST_PACKET_MS);
  const listen = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const level = levelOf(head);
    if (level === undefined && head.length < HEAD_BYTES) return;
    end();
    stream.pause();
    stream.unshift(head);
    handle(level === MQTT5 ? asMqtt311(stream) : stream);
  };
  const end = () => {
    clearTimeout(timer);
    stream.off("data", listen);
    stream.off("close", end);
  };
  stream.on("data", listen);
  stream.on("close", end);
}

/** The protocol level of a CONNECT; undefined while it is not there. */
function levelOf(head: Buffer): number | undefined {
  let at = 1;
  while (at < 4 && (head[at] ?? 0) > 127) at++;
  return head[at + 7];
}

/**
 * A connection of MQTT 5 as one of MQTT 3.1.1. Properties are left out: the broker announces neither topic aliases nor
 * shared subscriptions, so clients use none.
 */
function asMqtt311(stream: Duplex): Duplex {
  const fromClient = parser({ protocolVersion: MQTT5 });
  const fromBroker = parser({ protocolVersion: MQTT311 });
  const asked = new Map<number, number>();
  let assigned: string | undefined;

  const older = new Duplex({
    read: () => void stream.resume(),
    write(chunk: Buffer, _encoding, done) {
      fromBroker.parse(chunk);
      if (stream.writableNeedDrain) stream.once("drain", () => done());
      else done();
    },
    final: (done) => void stream.end(done),
    destroy(error, done) {
      stream.destroy();
      done(error);
    },
  });
  fromClient.on("packet", (packet: Packet) => {
    if (packet.cmd === "connect" && packet.clientId === "") assigned = packet.clientId = randomUUID();
    if (packet.cmd === "unsubscribe") asked.set(packet.messageId ?? 0, packet.unsubscriptions.length);
    // Without the packet the broker takes the end of the connection for a failure, and publishes the will.
    if (packet.cmd === "auth" || (packet.cmd === "disconnect" && packet.reasonCode === WITH_WILL)) older.destroy();
    else if (!older.push(generate(toOlder(packet), { protocolVersion: MQTT311 }))) stream.pause();
  });
  fromBroker.on("packet", (packet: Packet) => {
    const count = packet.cmd === "unsuback" ? asked.get(packet.messageId ?? 0) : undefined;
    stream.write(generate(toNewer(packet, count ?? 1, assigned), { protocolVersion: MQTT5 }));
  });
  fromClient.on("error", (error: Error) => older.destroy(error));
  fromBroker.on("error", (error: Error) => older.destroy(error));
  stream.on("data", (chunk: Buffer) => fromClient.parse(chunk));
  stream.on("end", () => older.push(null));
  stream.on("close", () => older.destroy());
  stream.resume();
  return older;
}

function toOlder(packet: Packet): Packet {
  if (packet.cmd === "connect") {
    const { properties, will, ...connect } = packet;
    // A session without a time to expire ends with its connection.
    const clean = packet.clean === true || !properties?.sessionExpiryInterval;
    const { properties: _, ...plainWill } = will ?? {};
    return { ...connect, protocolVersion: MQTT311, clean, ...(will && { will: { ...will, ...plainWill } }) };
  }
  if (packet.cmd === "subscribe")
    return { ...packet, properties: {}, subscriptions: packet.subscriptions.map(({ topic, qos }) => ({ topic, qos })) };
  return packet.cmd === "pingreq" || packet.cmd === "pingresp" ? packet : { ...packet, properties: {} };
}

function toNewer(packet: Packet, count: number, assigned: string | undefined): Packet {
  if (packet.cmd === "connack") {
    const { returnCode = 0, sessionPresent } = packet;
    const connack: IConnackPacket = { cmd: "connack", sessionPresent, reasonCode: REASONS[returnCode] ?? UNSPECIFIED };
    return { ...connack, properties: assigned === undefined ? {} : { assignedClientIdentifier: assigned } };
  }
  if (packet.cmd === "unsuback") return { ...packet, granted: Array.from({ length: count }, () => 0) };
  if (packet.cmd === "puback" || packet.cmd === "pubrec" || packet.cmd === "pubrel" || packet.cmd === "pubcomp")
    return { ...packet, reasonCode: 0 };
  return packet;
}
