import type { FarmDay } from "@lamina/shared/core/farm-time";
import { and, eq, sql } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { farms, pivotSectors, pivots } from "../schema/farms.ts";
import { staleSectors } from "../schema/irrigation.ts";
import { gaugeDays, staleWeather, weatherDays } from "../schema/weather.ts";

type Mark = typeof staleWeather.$inferSelect;

/** Marks farms with readings of days before `today`; those of today are processed after the day ends. */
export async function markStaleWeather(
  database: Database,
  changed: readonly { farmId: string; from: FarmDay }[],
  today: FarmDay,
): Promise<void> {
  const late = changed.filter(({ from }) => from < today).sort((a, b) => (a.farmId < b.farmId ? -1 : 1));
  for (const { farmId, from } of late)
    await database
      .insert(staleWeather)
      .values({ farmId, from })
      .onConflictDoUpdate({
        target: staleWeather.farmId,
        set: { from: sql`least(${staleWeather.from}, excluded."from")`, writes: sql`${staleWeather.writes} + 1` },
      });
}

/** Marks farms whose facts changed, such as the altitude, from their first computed day on. */
export async function markFarmFacts(database: Database, farmIds: ReadonlySet<string>): Promise<void> {
  for (const farmId of [...farmIds].sort())
    await database.execute(sql`
      insert into ${staleWeather} as known (farm_id, "from", facts)
      select ${farmId}, min(day), true from (
        select min(date) as day from ${weatherDays} where farm_id = ${farmId}
        union all select min(date) from ${gaugeDays} where farm_id = ${farmId}
      ) days having min(day) is not null
      on conflict (farm_id) do update
      set "from" = least(known."from", excluded."from"), writes = known.writes + 1, facts = true`);
}

export async function staleWeatherMarks(database: Database): Promise<Map<string, Mark>> {
  const rows = await database.select().from(staleWeather);
  return new Map(rows.map((row) => [row.farmId, row] as const));
}

/** Deletes a processed mark, unless it was written again since it was read. */
export async function removeMark(database: Database, { farmId, writes }: Mark): Promise<void> {
  await database.delete(staleWeather).where(and(eq(staleWeather.farmId, farmId), eq(staleWeather.writes, writes)));
}

const within = (clientId: string, farmIds: readonly string[]) =>
  and(eq(farms.clientId, clientId), farmIds.length > 0 ? anyOf(farms._id, farmIds) : undefined);

/** The farms of a client whose facts changed and whose days are not computed yet; no `farmIds` means all. */
export function factMarks(database: Database, clientId: string, farmIds: readonly string[]) {
  return database
    .select({ farm: farms, from: staleWeather.from })
    .from(staleWeather)
    .innerJoin(farms, eq(farms._id, staleWeather.farmId))
    .where(and(within(clientId, farmIds), eq(staleWeather.facts, true)));
}

/** The number of sectors of a client with a balance that is not computed yet. */
export async function staleSectorsOf(
  database: Database,
  clientId: string,
  farmIds: readonly string[],
): Promise<number> {
  const rows = await database
    .select({ sectorId: staleSectors.sectorId })
    .from(staleSectors)
    .innerJoin(pivotSectors, eq(pivotSectors._id, staleSectors.sectorId))
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(within(clientId, farmIds));
  return rows.length;
}
