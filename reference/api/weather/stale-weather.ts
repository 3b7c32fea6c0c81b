import type { FarmDay } from "@lamina/shared/core/farm-time";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { staleWeather } from "../schema/weather.ts";

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

export async function staleWeatherMarks(database: Database): Promise<Map<string, Mark>> {
  const rows = await database.select().from(staleWeather);
  return new Map(rows.map((row) => [row.farmId, row] as const));
}

/** Deletes a processed mark, unless it was written again since it was read. */
export async function removeMark(database: Database, { farmId, writes }: Mark): Promise<void> {
  await database.delete(staleWeather).where(and(eq(staleWeather.farmId, farmId), eq(staleWeather.writes, writes)));
}
