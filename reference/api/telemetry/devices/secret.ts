import { createHash, randomBytes } from "node:crypto";
import type { ReadScreen } from "@lamina/shared/doors/gateway";
import type { SecretState } from "@lamina/shared/records/telemetry";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "../../core/database/open.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { type Author, audit } from "../../records/audit/write.ts";
import { deviceSecrets, devices, gatewayKeys, gateways } from "../../schema/telemetry.ts";

const SECRET_BYTES = 24;
/** The last use is stored at most this often, because a device may send every second. */
const USE_INTERVAL_MS = 60_000;

// 24 random bytes cannot be guessed, so that the hash need not be slow like a password's, and may be looked up.
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** Kinds of senders with a secret: their records, and the tables of the hashes. */
const senders = {
  device: {
    entity: "Device",
    reasons: { made: auditReasons.newDeviceSecret, ended: auditReasons.endedDeviceSecret },
    find: (database: Database, id: string) =>
      database.select({ clientId: devices.clientId }).from(devices).where(eq(devices._id, id)),
    secrets: deviceSecrets,
    id: deviceSecrets.deviceId,
    row: (deviceId: string, values: SecretValues) => ({ deviceId, ...values }),
  },
  gateway: {
    entity: "Gateway",
    reasons: { made: auditReasons.newGatewayKey, ended: auditReasons.endedGatewayKey },
    find: (database: Database, id: string) =>
      database.select({ clientId: gateways.clientId }).from(gateways).where(eq(gateways._id, id)),
    secrets: gatewayKeys,
    id: gatewayKeys.gatewayId,
    row: (gatewayId: string, values: SecretValues) => ({ gatewayId, ...values }),
  },
} as const;

interface SecretValues {
  hash: string;
  createdAt: Date;
  usedAt: null;
}
export type SenderKind = keyof typeof senders;

interface SecretChange {
  kind: SenderKind;
  id: string;
  author: Author;
  date: Date;
}

/**
 * Makes a new secret for a device or a gateway and invalidates the previous one. It is returned only here and stored as
 * a hash.
 * @returns undefined when there is no such sender
 */
export async function makeSecret(
  database: Database,
  change: SecretChange,
): Promise<{ clientId: string; secret: string } | undefined> {
  const { kind, id, date } = change;
  const { reasons, find, secrets, id: column, row } = senders[kind];
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return database.transaction(async (transaction) => {
    const [sender] = await find(transaction, id);
    if (sender === undefined) return undefined;
    const values: SecretValues = { hash: hashOf(secret), createdAt: date, usedAt: null };
    const insert = transaction.insert<typeof deviceSecrets | typeof gatewayKeys>(secrets).values(row(id, values));
    await insert.onConflictDoUpdate({ target: column, set: values });
    const { clientId } = sender;
    await note(transaction, change, clientId, reasons.made);
    return { clientId, secret };
  });
}

/** Writes a change of a secret to the audit, without the secret. */
async function note(transaction: Database, { kind, id, author, date }: SecretChange, clientId: string, reason: string) {
  const { entity } = senders[kind];
  await audit(transaction, { author, date, clientId, entity, recordId: id, before: {}, after: {}, reason });
}

/** Ends the secret of a device or a gateway. @returns its client, or undefined when there was no secret */
export async function revokeSecret(database: Database, change: SecretChange): Promise<string | undefined> {
  const { kind, id } = change;
  const { reasons, find, secrets, id: column } = senders[kind];
  return database.transaction(async (transaction) => {
    const [sender] = await find(transaction, id);
    const ended = await transaction.delete(secrets).where(eq(column, id)).returning({ hash: secrets.hash });
    if (sender === undefined || ended.length === 0) return undefined;
    const { clientId } = sender;
    await note(transaction, change, clientId, reasons.ended);
    return clientId;
  });
}

/** When the secret of a device or a gateway was made and last used. */
export async function secretStateOf(
  database: Database,
  kind: SenderKind,
  id: string,
): Promise<z.infer<typeof SecretState>> {
  const { secrets, id: column } = senders[kind];
  const [row] = await database
    .select({ createdAt: secrets.createdAt, usedAt: secrets.usedAt })
    .from(secrets)
    .where(eq(column, id));
  return { createdAt: row?.createdAt.toISOString() ?? null, usedAt: row?.usedAt?.toISOString() ?? null };
}

/** Who signs in with a secret. */
export type Sender = { kind: "device"; id: string; clientId: string; serial: string } | GatewaySender;
export interface GatewaySender {
  kind: "gateway";
  id: string;
  clientId: string;
}

/** The device or gateway of a secret; its last use is stored. */
export async function senderOf(database: Database, secret: string, date: Date): Promise<Sender | undefined> {
  if (secret.length < 16 || secret.length > 128) return undefined;
  const hash = hashOf(secret);
  const { _id: id, clientId, serial } = devices;
  const [device] = await database
    .select({ id, clientId, serial })
    .from(deviceSecrets)
    .innerJoin(devices, eq(id, deviceSecrets.deviceId))
    .where(eq(deviceSecrets.hash, hash));
  const [gateway] = device
    ? []
    : await database
        .select({ id: gateways._id, clientId: gateways.clientId })
        .from(gatewayKeys)
        .innerJoin(gateways, eq(gateways._id, gatewayKeys.gatewayId))
        .where(and(eq(gatewayKeys.hash, hash), sql`${gateways.reads} = '[]'::jsonb`));
  const sender: Sender | undefined = device
    ? { kind: "device", ...device }
    : gateway && { kind: "gateway", ...gateway };
  if (sender) await noteUse(database, sender, date);
  return sender;
}

/** What a key reads: of a client, or of one farm of it. */
interface Reader {
  clientId: string;
  farmId: string | null;
  reads: readonly ReadScreen[];
}

/** The reader of a key; its last use is stored. Undefined for a key that sends, and for any other text. */
export async function readerOf(database: Database, key: string, date: Date): Promise<Reader | undefined> {
  const { _id: id, clientId, reads } = gateways;
  const [found] = await database
    .select({ id, clientId, reads, deviceId: gateways.deviceId, farmId: devices.farmId })
    .from(gatewayKeys)
    .innerJoin(gateways, eq(id, gatewayKeys.gatewayId))
    .leftJoin(devices, eq(devices._id, gateways.deviceId))
    .where(eq(gatewayKeys.hash, hashOf(key)));
  if (found === undefined || found.reads.length === 0) return undefined;
  await noteUse(database, { kind: "gateway", id: found.id, clientId: found.clientId }, date);
  return found;
}

async function noteUse(database: Database, { kind, id }: Sender, date: Date): Promise<void> {
  const { secrets, id: column } = senders[kind];
  const isOld = or(isNull(secrets.usedAt), lt(secrets.usedAt, new Date(date.getTime() - USE_INTERVAL_MS)));
  await database
    .update<typeof deviceSecrets | typeof gatewayKeys>(secrets)
    .set({ usedAt: date })
    .where(and(eq(column, id), isOld));
}
