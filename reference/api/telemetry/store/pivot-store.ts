import type { PivotStatus } from "@lamina/shared/records/farm";
import type { PivotTelemetry, Rejection, TelemetryReply } from "@lamina/shared/records/readings";
import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import { batchesOf, selectRows } from "../../core/database/insert-rows.ts";
import type { Database } from "../../core/database/open.ts";
import { pivotStatuses } from "../../schema/telemetry.ts";
import { type Reception, timeProblem } from "../rules/validate-reading.ts";
import { type Contact, type KeptMessage, recordContacts } from "./device-contact.ts";
import { type KnownDevice, lockDevices } from "./device-store.ts";

export interface ReceivedStatus {
  message: PivotTelemetry;
  /** The message as it came; absent for history, whose messages are not stored. */
  origin?: Origin | undefined;
  reception: Reception;
}

/** A message as it came, for the page of its device. */
export type Origin = Pick<KeptMessage, "door" | "topic" | "raw">;

interface PivotChange {
  clientId: string;
  farmId: string;
  pivotId: string;
}

type Row = typeof pivotStatuses.$inferInsert;

/** Stores states of panels in one transaction, all or nothing. */
export function storeStatuses(
  database: Database,
  received: readonly ReceivedStatus[],
  now: Date,
): Promise<{ replies: TelemetryReply[]; changes: PivotChange[] }> {
  return database.transaction(async (transaction) => {
    const devices = await lockDevices(
      transaction,
      received.map(({ message }) => message.serial),
    );
    const validated = received.map((one) => validateStatus(one, devices.get(one.message.serial)));
    const inserted = await insertStatuses(
      transaction,
      validated.filter((one) => typeof one !== "string"),
    );
    const replies = validated.map((one): TelemetryReply => {
      if (typeof one === "string") return { accepted: 0, duplicate: 0, rejected: [{ index: 0, id: one }] };
      // Of two states of the same moment, the first was inserted.
      return inserted.delete(keyOf(one))
        ? { accepted: 1, duplicate: 0, rejected: [] }
        : { accepted: 0, duplicate: 1, rejected: [] };
    });
    await recordContacts(
      transaction,
      received.flatMap((one, index) => contactOf(one, replies[index] as TelemetryReply, devices)),
      now,
    );
    const fresh = new Set(
      validated.flatMap((one, index) => (replies[index]?.accepted && typeof one !== "string" ? one.pivotId : [])),
    );
    const changes = [...devices.values()].flatMap(({ clientId, farmId, pivotId }) =>
      pivotId !== null && fresh.has(pivotId) ? [{ clientId, farmId, pivotId }] : [],
    );
    return { replies, changes };
  });
}

const keyOf = ({ pivotId, date }: Pick<Row, "pivotId" | "date">) => `${pivotId} ${date.getTime()}`;

function validateStatus({ message, reception }: ReceivedStatus, device: KnownDevice | undefined): Row | Rejection {
  if (device === undefined) return "unknown-serial";
  if (device.pivotId === null) return "no-pivot";
  const date = new Date(message.date);
  const { running, wet, direction, angleDeg, percent, pressureBar, flowM3h, hourMeter, fault, faultTower } = message;
  return (
    timeProblem(date.getTime(), reception) ?? {
      pivotId: device.pivotId,
      date,
      running,
      wet,
      direction,
      angleDeg,
      percent: percent ?? null,
      pressureBar: pressureBar ?? null,
      flowM3h: flowM3h ?? null,
      hourMeter: hourMeter ?? null,
      fault: fault ?? null,
      faultTower: faultTower ?? null,
    }
  );
}

/** Returns the keys of the inserted rows. */
async function insertStatuses(database: Database, rows: readonly Row[]): Promise<Set<string>> {
  const inserted = new Set<string>();
  for (const batch of batchesOf(rows)) {
    const keys = await database
      .insert(pivotStatuses)
      .select(selectRows(pivotStatuses, batch))
      .onConflictDoNothing()
      .returning({ pivotId: pivotStatuses.pivotId, date: pivotStatuses.date });
    for (const key of keys) inserted.add(keyOf(key));
  }
  return inserted;
}

function contactOf(
  { message, origin, reception }: ReceivedStatus,
  { accepted, duplicate, rejected }: TelemetryReply,
  devices: ReadonlyMap<string, KnownDevice>,
): Contact[] {
  const device = devices.get(message.serial);
  if (device === undefined) return [];
  const { _id: deviceId, clientId } = device;
  const kept: KeptMessage | undefined = origin && {
    ...origin,
    accepted,
    duplicate,
    rejected: rejected.length,
    refusals: rejected.map(({ index: _, ...refusal }) => refusal),
  };
  return [{ deviceId, clientId, at: reception.at.getTime(), isUsable: rejected.length === 0, message: kept }];
}

const toStatus = (row: typeof pivotStatuses.$inferSelect): PivotStatus => ({ ...row, date: row.date.toISOString() });

export async function latestStatuses(
  database: Database,
  pivotIds: readonly string[],
): Promise<Map<string, PivotStatus>> {
  if (pivotIds.length === 0) return new Map();
  // One index lookup per pivot; `distinct on` would read the whole history.
  const last = database
    .select()
    .from(pivotStatuses)
    .where(sql`${pivotStatuses.pivotId} = p.id`)
    .orderBy(desc(pivotStatuses.date))
    .limit(1)
    .as("last");
  const rows = await database
    .select()
    .from(sql`unnest(${sqlArray(pivotIds, "text")}) as p (id)`)
    .crossJoinLateral(last);
  return new Map(rows.map((row) => [row.last.pivotId, toStatus(row.last)] as const));
}

/** States of a pivot from a moment until `to`, which is excluded, in time order. */
export async function statusHistory(
  database: Database,
  pivotId: string,
  { from, to }: { from: Date; to: Date },
): Promise<PivotStatus[]> {
  const within = and(eq(pivotStatuses.pivotId, pivotId), gte(pivotStatuses.date, from), lt(pivotStatuses.date, to));
  const rows = await database.select().from(pivotStatuses).where(within).orderBy(asc(pivotStatuses.date));
  return rows.map(toStatus);
}

export interface StatusPage {
  from?: Date | undefined;
  to?: Date | undefined;
  /** End of the previous page. */
  before?: Date | undefined;
  limit: number;
}

/** A page of the history, newest first; `next` is the moment before which the next page begins. */
export async function statusPage(
  database: Database,
  pivotId: string,
  { from, to, before, limit }: StatusPage,
): Promise<{ items: PivotStatus[]; next: string | null }> {
  const within = and(
    eq(pivotStatuses.pivotId, pivotId),
    from && gte(pivotStatuses.date, from),
    to && lt(pivotStatuses.date, to),
    before && lt(pivotStatuses.date, before),
  );
  const rows = await database
    .select()
    .from(pivotStatuses)
    .where(within)
    .orderBy(desc(pivotStatuses.date))
    .limit(limit + 1);
  const items = rows.slice(0, limit).map(toStatus);
  return { items, next: rows.length > limit ? (items.at(-1)?.date ?? null) : null };
}
