import type { KnownWater } from "@lamina/agronomy/probe/water-steps";
import { addDays, farmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { wateringSpan } from "@lamina/shared/records/irrigation";
import { and, eq, gte, lte, ne } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { waterings } from "../../schema/irrigation.ts";
import { loadBalanceInputs } from "../balance/inputs.ts";
import type { SectorContext } from "../sites/sectors.ts";
import { runsUnderWay } from "./run-store.ts";

/** Known water that reached a sector. */
export interface RecordedWater extends KnownWater {
  kind: "irrigation" | "rain";
}

/**
 * Known water of each sector in the last `days` days: waterings that have begun, the water of a run in progress (a
 * watering only after its end), and days with rain, each with its depth. Planned waterings do not count.
 */
export async function recordedWater(
  database: Database,
  sites: readonly SectorContext[],
  now: Date,
  days: number,
): Promise<Map<string, RecordedWater[]>> {
  const today = sites.map(({ farm }) => farmDay(now.getTime(), farm.timezone)).sort();
  const first = addDays(today[0] ?? "", -days);
  const [applied, runs, inputs] = await Promise.all([
    begunWaterings(database, sites, new Date(now.getTime() - days * DAY_MS), now),
    runsUnderWay(database, [...new Set(sites.map(({ pivot }) => pivot._id))]),
    loadBalanceInputs(database, sites, first, today.at(-1) ?? ""),
  ]);
  return new Map(
    sites.map((site) => {
      const { sector, pivot, farm } = site;
      const underWay = runs.get(pivot._id)?.sectors[sector._id];
      const rained = inputs
        .daysOf(site, first, farmDay(now.getTime(), farm.timezone))
        .filter(({ rain }) => rain > 0)
        .map(({ date, rain }) => ({ mm: rain, ...farmDayRange(date, date, farm.timezone) }));
      const irrigated = [
        ...applied
          .filter(({ sectorId }) => sectorId === sector._id)
          .map((one) => ({ ...wateringSpan(one), mm: one.netMm })),
        // Its depth at the probe is unknown until the run ends.
        ...(underWay ? [{ startAt: underWay.startAt, endAt: underWay.endAt }] : []),
      ];
      return [
        sector._id,
        [
          ...irrigated.map((one) => ({ kind: "irrigation" as const, ...one })),
          ...rained.map(({ from, to, mm }) => ({ kind: "rain" as const, startAt: from, endAt: to, mm })),
        ],
      ] as const;
    }),
  );
}

function begunWaterings(database: Database, sites: readonly SectorContext[], since: Date, now: Date) {
  const sectorIds = sites.map(({ sector }) => sector._id);
  return database
    .select({
      sectorId: waterings.sectorId,
      start: waterings.start,
      end: waterings.end,
      hours: waterings.hours,
      netMm: waterings.netMm,
    })
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, sectorIds),
        gte(waterings.start, since),
        lte(waterings.start, now),
        ne(waterings.source, "plan"),
        eq(waterings.active, true),
      ),
    );
}
