import type { FarmDay } from "@lamina/shared/farm-time";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { ImportReply } from "@lamina/shared/views";
import { checkRain, RainFields } from "@lamina/shared/weather";
import { and, eq, gte, inArray, lte, or } from "drizzle-orm";
import type * as z from "zod";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import type { WireRecord } from "../core/wire.ts";
import { type ImportRequest, importRecords, type PreparedRow } from "../records/import.ts";
import { rains } from "../schema/weather.ts";

/** The farm of each farm and of each sector that the caller may see. */
export type Places = ReadonlyMap<string, string>;

/** Imports rain that people wrote down. The same depth at the same place on the same day is one record that was sent twice. */
export async function importRains(
  { database, events }: Pick<Context, "database" | "events">,
  places: Places,
  request: ImportRequest,
): Promise<ImportReply> {
  const { reply, added } = await importRecords(
    database,
    {
      entity: "Rain",
      table: rains,
      fields: RainFields,
      prepare: (row) => prepare(row, places, request.now),
      known: knownRains,
    },
    request,
  );
  const { clientId, key } = request;
  for (const [farmId, from] of firstDays(added, places)) await events.emit("weather", { clientId, farmId, from });
  if (added.length > 0) await events.emit("record", { clientId, entity: "Rain", recordId: key });
  return reply;
}

function prepare(row: z.output<typeof RainFields>, places: Places, now: Date): PreparedRow | BrokenRule[] {
  const { farmId, sectorId, date, mm, note } = row;
  const errors = checkRain(row, now.getTime());
  const missing = (field: string): BrokenRule[] => [
    { field, id: "not-found", message: "O registro indicado não existe neste cliente." },
  ];
  if (farmId && !places.has(farmId)) errors.push(...missing("farmId"));
  if (sectorId && !places.has(sectorId)) errors.push(...missing("sectorId"));
  if (errors.length > 0) return errors;
  const values = { farmId: farmId ?? null, sectorId: sectorId ?? null, date, mm, note, source: "manual" };
  return { values, identity: identityOf(values) };
}

interface RainOfDay {
  farmId: string | null;
  sectorId: string | null;
  date: FarmDay;
  mm: number;
}

const identityOf = ({ farmId, sectorId, date, mm }: RainOfDay) => `${sectorId ?? farmId} ${date} ${mm.toFixed(2)}`;

async function knownRains(transaction: Database, rows: readonly PreparedRow[]): Promise<Set<string>> {
  const given = rows.map(({ values }) => values as unknown as RainOfDay);
  const first = given[0];
  if (first === undefined) return new Set();
  const days = given.map(({ date }) => date).sort();
  const placesOf = (field: "farmId" | "sectorId") => [...new Set(given.flatMap((row) => row[field] ?? []))];
  const stored = await transaction
    .select({ farmId: rains.farmId, sectorId: rains.sectorId, date: rains.date, mm: rains.mm })
    .from(rains)
    .where(
      and(
        or(inArray(rains.farmId, placesOf("farmId")), inArray(rains.sectorId, placesOf("sectorId"))),
        gte(rains.date, days[0] ?? ""),
        lte(rains.date, days.at(-1) ?? ""),
        eq(rains.active, true),
      ),
    );
  return new Set(stored.map(identityOf));
}

function firstDays(added: readonly WireRecord[], places: Places): Map<string, FarmDay> {
  const first = new Map<string, FarmDay>();
  for (const { farmId, sectorId, date } of added) {
    const farm = places.get(String(sectorId ?? farmId));
    const known = farm && first.get(farm);
    if (farm !== undefined && (known === undefined || String(date) < known)) first.set(farm, String(date));
  }
  return first;
}
