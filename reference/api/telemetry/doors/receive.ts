import { type Decoded, decodeMessages } from "@lamina/shared/doors/decode";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import type { TelemetryBatch } from "@lamina/shared/records/readings";
import type { Refusal } from "@lamina/shared/rules/refusals";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { sqlArray } from "../../core/database/arrays.ts";
import { devices, gateways } from "../../schema/telemetry.ts";
import { recordUnclaimed } from "../devices/device-history.ts";
import type { GatewaySender, Sender } from "../devices/secret.ts";
import type { BatchReply, RefusedMessage } from "../receive/inbox.ts";
import type { BatchMessage } from "../receive/ingest.ts";
import { readBatch } from "../rules/read-batch.ts";
import type { Origin } from "../store/pivot-store.ts";

/** The result of a message; a refusal concerns the whole of it. */
type DoorReply = BatchReply & { serial?: string };

/** Receives the messages of senders with a key: of devices, and of gateways for the devices of their client. */
export interface Doors {
  receive(sender: Sender, message: unknown, origin: Origin): Promise<DoorReply>;
  /** Stores a message that could not be read. */
  refuse(sender: Sender, origin: Origin, refusal: Refusal, serial?: string): Promise<DoorReply>;
  /** Stores a message of a device, whose sender is known. */
  store(serial: string, decoded: Decoded, origin: Origin): Promise<DoorReply>;
  /** A message of a gateway at the broker. */
  receiveMqtt(gateway: GatewaySender, topic: string, message: unknown, origin: Origin): Promise<DoorReply>;
}

interface DoorContext extends Pick<Context, "database" | "clock"> {
  telemetry: {
    ingest(batch: TelemetryBatch, received: Date, message: BatchMessage): Promise<BatchReply>;
    refuse(message: RefusedMessage): Promise<void>;
  };
}

/** The result of a message for several devices. It is refused as a whole only where all of them are. */
function joinedReply(replies: readonly DoorReply[]): DoorReply {
  const [first, ...others] = replies;
  if (first === undefined) return { accepted: 0, duplicate: 0, rejected: [], refusal: { id: "no-readings" } };
  if (others.length === 0) return first;
  const refused = replies.flatMap(({ refusal, serial }) =>
    refusal ? [{ ...refusal, sent: refusal.sent ?? serial }] : [],
  );
  const [whole] = refused;
  const rejected = replies.flatMap((one) => one.rejected);
  return {
    accepted: replies.reduce((sum, { accepted }) => sum + accepted, 0),
    duplicate: replies.reduce((sum, { duplicate }) => sum + duplicate, 0),
    rejected: [...rejected, ...refused.map((one, at) => ({ index: rejected.length + at, ...one }))],
    ...(refused.length === replies.length && { refusal: whole }),
  };
}

type Source = typeof gateways.$inferSelect | undefined;

export function createDoors({ database, clock, telemetry }: DoorContext): Doors {
  const refuse: Doors["refuse"] = async (sender, origin, refusal, named) => {
    const serial = sender.kind === "device" ? sender.serial : await deviceOf(sender, await sourceOf(sender), []);
    if (typeof serial === "string") return refuseOf(serial, origin, refusal);
    await recordUnclaimed(database, {
      clientId: sender.clientId,
      gatewayId: sender.id,
      serial: named ?? null,
      origin,
      refusal,
      date: clock.now(),
    });
    return { accepted: 0, duplicate: 0, rejected: [], refusal };
  };

  /** The serial of a gateway's device: the one of its record, or the first of a message that a device of the client has. */
  async function deviceOf(
    sender: GatewaySender,
    source: Source,
    serials: readonly string[],
  ): Promise<string | { several: string[] } | undefined> {
    const fixedId = source?.deviceId ?? null;
    const ofClient = eq(devices.clientId, sender.clientId);
    const rows = await database
      .select({ serial: devices.serial })
      .from(devices)
      .where(
        fixedId === null
          ? and(
              ofClient,
              sql`lower(${devices.serial}) = any(${sqlArray(
                serials.map((one) => one.toLowerCase()),
                "text",
              )})`,
            )
          : and(ofClient, eq(devices._id, fixedId)),
      );
    if (fixedId !== null) return rows[0]?.serial;
    const found = rows.map(({ serial }) => serial);
    for (const named of serials) {
      if (found.includes(named)) return named;
      const alike = found.filter((one) => one.toLowerCase() === named.toLowerCase());
      if (alike.length > 0) return alike.length === 1 ? alike[0] : { several: alike };
    }
    return undefined;
  }

  async function sourceOf({ id }: GatewaySender): Promise<Source> {
    const [row] = await database.select().from(gateways).where(eq(gateways._id, id));
    return row;
  }

  async function store(serial: string, decoded: Decoded, origin: Origin): Promise<DoorReply> {
    const { readings, paths, refused, batteryPct, rssiDbm } = decoded;
    const read = readBatch(serial, { readings, batteryPct, rssiDbm });
    if ("id" in read) return refuseOf(serial, origin, read);
    // Fields that could not be read follow the readings.
    const unread = refused.map((refusal, index) => ({ index: readings.length + index, ...refusal }));
    const message = {
      origin,
      ...read,
      paths: read.indexes.map((index) => paths[index] ?? ""),
      refused: [...read.refused, ...unread],
    };
    return { ...(await telemetry.ingest(read.batch, clock.now(), message)), serial };
  }

  async function refuseOf(serial: string, origin: Origin, refusal: Refusal): Promise<DoorReply> {
    await telemetry.refuse({ serial, origin, refusal });
    return { accepted: 0, duplicate: 0, rejected: [], refusal, serial };
  }

  async function receive(sender: Sender, message: unknown, origin: Origin, named?: string): Promise<DoorReply> {
    const source = sender.kind === "gateway" ? await sourceOf(sender) : undefined;
    const replies: DoorReply[] = [];
    for (const decoded of decodeMessages(message, source ?? {}, clock.now()))
      replies.push(await receiveDecoded(sender, source, decoded, origin, named));
    return joinedReply(replies);
  }

  async function receiveDecoded(
    sender: Sender,
    source: Source,
    decoded: Decoded,
    origin: Origin,
    named: string | undefined,
  ): Promise<DoorReply> {
    const serials = named === undefined ? decoded.serials : [named];
    const [whole] = decoded.readings.length === 0 ? decoded.refused : [];
    if (sender.kind === "device") {
      const { serial } = sender;
      const other = decoded.form === "lamina" ? decoded.serials.find((one) => one !== serial) : undefined;
      if (other !== undefined)
        return refuseOf(serial, origin, { id: "not-of-key", field: "serial", sent: other, expected: serial });
      return whole ? refuseOf(serial, origin, whole) : store(serial, decoded, origin);
    }
    const serial = await deviceOf(sender, source, serials);
    if (typeof serial === "string") return whole ? refuseOf(serial, origin, whole) : store(serial, decoded, origin);
    const [first] = serials;
    const missing: Refusal = serial
      ? { id: "several-devices", field: "serial", sent: first, expected: serial.several.join(", ") }
      : first === undefined
        ? { id: "no-serial", field: "serial" }
        : { id: "unknown-serial", field: "serial", sent: first };
    return refuse(sender, origin, whole ?? missing, first);
  }

  return {
    refuse,
    store(serial, decoded, origin) {
      const [whole] = decoded.readings.length === 0 ? decoded.refused : [];
      return whole ? refuseOf(serial, origin, whole) : store(serial, decoded, origin);
    },
    receive: (sender, message, origin) => receive(sender, message, origin),
    receiveMqtt: (gateway, topic, message, origin) =>
      receive(gateway, message, origin, parseDeviceTopic(topic)?.serial),
  };
}
