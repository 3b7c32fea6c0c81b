import { farmDay } from "@lamina/shared/farm-time";
import { checkWatering, WateringFields } from "@lamina/shared/irrigation";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { ImportReply } from "@lamina/shared/views";
import { and, eq, gte, inArray, lte } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "../../core/database/open.ts";
import type { WireRecord } from "../../core/wire.ts";
import { type ImportRequest, importRecords, type PreparedRow } from "../../records/import.ts";
import { waterings } from "../../schema/irrigation.ts";
import type { SectorContext } from "../sites/sectors.ts";
import { applicationOf } from "./application.ts";
import { depthErrors } from "./rules.ts";

/** What came in, and from when on each sector's balance is no longer true. */
export interface ImportedWaterings {
  reply: ImportReply;
  added: WireRecord[];
  changed: Map<string, string>;
}

/**
 * Imports waterings of the sectors that the caller may see. Two waterings of one sector that start at the same moment with the same
 * depth are one that was sent twice.
 */
export async function importWaterings(
  database: Database,
  sites: readonly SectorContext[],
  request: ImportRequest,
): Promise<ImportedWaterings> {
  const siteOf = new Map(sites.map((site) => [site.sector._id, site] as const));
  const { reply, added } = await importRecords(
    database,
    {
      entity: "Watering",
      table: waterings,
      fields: WateringFields,
      prepare: (row) => prepare(row, siteOf.get(row.sectorId), request),
      known: (transaction, rows) => knownWaterings(transaction, rows),
    },
    request,
  );
  return { reply, added, changed: firstDays(added, siteOf) };
}

function prepare(
  row: z.output<typeof WateringFields>,
  site: SectorContext | undefined,
  { caller, now }: ImportRequest,
): PreparedRow | BrokenRule[] {
  if (site === undefined)
    return [{ field: "sectorId", id: "not-found", message: "O setor indicado não existe neste cliente." }];
  const application = applicationOf(row, site.machine);
  const wrong = checkWatering(row, now.getTime());
  const errors = wrong.length > 0 ? wrong : depthErrors(application);
  if (application === undefined || errors.length > 0) return errors;
  const start = new Date(row.start);
  const end = row.end ? new Date(row.end) : null;
  const { sectorId, reason, note } = row;
  const given = { sectorId, reason, note, start, end, userId: caller.userId };
  const values = {
    ...given,
    ...application,
    source: given.start.getTime() > now.getTime() ? "plan" : "manual",
    measured: false,
  };
  return { values, identity: identityOf({ sectorId, start, grossMm: application.grossMm }) };
}

const identityOf = ({ sectorId, start, grossMm }: { sectorId: string; start: Date; grossMm: number }) =>
  `${sectorId} ${start.getTime()} ${grossMm.toFixed(2)}`;

async function knownWaterings(transaction: Database, rows: readonly PreparedRow[]): Promise<Set<string>> {
  const given = rows.map(({ values }) => values as { sectorId: string; start: Date });
  const starts = given.map(({ start }) => start.getTime());
  const first = given[0];
  if (first === undefined) return new Set();
  const stored = await transaction
    .select({ sectorId: waterings.sectorId, start: waterings.start, grossMm: waterings.grossMm })
    .from(waterings)
    .where(
      and(
        inArray(waterings.sectorId, [...new Set(given.map(({ sectorId }) => sectorId))]),
        gte(waterings.start, new Date(starts.reduce((a, b) => Math.min(a, b)))),
        lte(waterings.start, new Date(starts.reduce((a, b) => Math.max(a, b)))),
        eq(waterings.active, true),
      ),
    );
  return new Set(stored.map(identityOf));
}

function firstDays(added: readonly WireRecord[], siteOf: ReadonlyMap<string, SectorContext>): Map<string, string> {
  const first = new Map<string, string>();
  for (const { sectorId, start } of added) {
    const site = siteOf.get(String(sectorId));
    if (site === undefined) continue;
    const day = farmDay(Date.parse(String(start)), site.farm.timezone);
    const known = first.get(site.sector._id);
    if (known === undefined || day < known) first.set(site.sector._id, day);
  }
  return first;
}
