import { DAY_MS } from "@lamina/shared/core/time";
import type { Database } from "../../core/database/open.ts";
import type { SectorState } from "../../irrigation/decisions/state/sector-state.ts";
import { loadRainSensors } from "../../irrigation/sites/gauges.ts";
import type { Telemetry } from "../../telemetry/service.ts";

/**
 * Rain of the last 24 h per sector, mm, from the sector's gauge. Without a gauge, or if people recorded more, the
 * recorded rain of yesterday and today.
 */
export async function rainOfLastDay(
  { database, telemetry }: { database: Database; telemetry: Pick<Telemetry, "hourAggregates"> },
  states: readonly SectorState[],
  now: Date,
): Promise<Map<string, number>> {
  const farmIds = [...new Set(states.map(({ site }) => site.farm._id))];
  if (farmIds.length === 0) return new Map();
  const gauges = await loadRainSensors(database, farmIds);
  const ids = gauges.map(({ _id }) => _id);
  const hours = ids.length > 0 ? await telemetry.hourAggregates(ids, new Date(now.getTime() - DAY_MS), now) : [];
  const collected = new Map<string, number>();
  for (const { sensorId, sum } of hours) collected.set(sensorId, (collected.get(sensorId) ?? 0) + sum);
  return new Map(
    states.map(({ site, station, past, outlook, today }) => {
      const own = gauges.filter(({ farmId }) => farmId === site.farm._id);
      const named = past.at(-1)?.gauge?.deviceId ?? station.deviceId;
      const gauge = own.find(({ deviceId }) => deviceId === named) ?? own[0];
      const recorded = [past.at(-1), outlook.find(({ date }) => date === today)]
        .filter((day) => day?.rainSource === "manual")
        .reduce((sum, day) => sum + (day?.rain ?? 0), 0);
      return [site.sector._id, Math.max(recorded, gauge === undefined ? 0 : (collected.get(gauge._id) ?? 0))] as const;
    }),
  );
}
