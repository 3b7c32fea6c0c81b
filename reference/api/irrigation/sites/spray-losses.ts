import { windAt2m } from "@lamina/agronomy/eto/wind";
import { efficiencyDuring, efficiencyPart, type SprayHour, type SprayKind } from "@lamina/agronomy/machine/wind-losses";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { and, gte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import { forecastHours } from "../../schema/weather.ts";
import { hourAggregates } from "../../telemetry/store/aggregate-store.ts";
import { anemometerHeight } from "../../weather/observed-day.ts";
import { weatherStore } from "../../weather/store.ts";
import type { SectorContext } from "./sectors.ts";

/** Height of the wind of forecasts, m. */
const FORECAST_WIND_M = 10;

/** The weather of hours, by their start. */
type SprayHours = ReadonlyMap<number, SprayHour>;

/** The hours of each farm's newest forecast from a moment on; an hour without wind, temperature or humidity is left out. */
export async function loadForecastHours(
  database: Database,
  farmIds: readonly string[],
  from: number,
): Promise<ReadonlyMap<string, SprayHours>> {
  const { farmId, date, windKmh, temp, rh } = forecastHours;
  const rows = await database
    .select({ farmId, date, windKmh, temp, rh })
    .from(forecastHours)
    .where(and(anyOf(farmId, farmIds), gte(date, new Date(from))));
  const known = rows.flatMap((row) => {
    const { windKmh: wind, temp: tempC, rh: rhPct } = row;
    if (wind === null || tempC === null || rhPct === null) return [];
    return [
      {
        farmId: row.farmId,
        at: row.date.getTime(),
        hour: { wind2m: windAt2m(wind / 3.6, FORECAST_WIND_M), tempC, rhPct },
      },
    ];
  });
  const byFarm = Map.groupBy(known, (row) => row.farmId);
  return new Map([...byFarm].map(([id, hours]) => [id, new Map(hours.map(({ at, hour }) => [at, hour] as const))]));
}

/** The kind of a system's spray; undefined for drip, whose water does not cross the air. */
const sprayKind = ({ kind }: Pick<SectorContext["pivot"], "kind">): SprayKind | undefined =>
  kind === "drip" ? undefined : kind === "sprinkler" ? "solid" : "moving";

/** Part of a system's Ea in each hour from a midnight on, as far as the weather is known; undefined where nothing is. */
export function efficiencyParts(
  pivot: Pick<SectorContext["pivot"], "kind">,
  hours: SprayHours | undefined,
  midnight: number,
): (number | undefined)[] | undefined {
  const kind = sprayKind(pivot);
  if (kind === undefined || hours === undefined || hours.size === 0) return undefined;
  const parts: (number | undefined)[] = [];
  for (const [at, hour] of hours) {
    const index = Math.round((at - midnight) / HOUR_MS);
    if (index >= 0) parts[index] = efficiencyPart(kind, hour);
  }
  return Array.from(parts);
}

/** Whether a client wants the Ea by the hours of a run. */
export async function isEaByHour(database: Database, clientId: string): Promise<boolean> {
  return (await clientSettings(database, [clientId])).get(clientId)?.advice.efficiencyByHour === true;
}

/** An applied run, by its farm. */
interface AppliedRun {
  farm: Pick<SectorContext["farm"], "_id" | "stationDeviceId">;
  pivot: Pick<SectorContext["pivot"], "kind" | "efficiencyPct">;
  /** Whether its client wants the Ea by hours. */
  isByHour: boolean;
  startAt: number;
  endAt: number;
}

/**
 * Ea in % of an applied run by the measured weather of its hours if its client wants that; else, or where the weather of an hour
 * is not known, the recorded one.
 */
export async function appliedEfficiency(
  database: Database,
  { farm, pivot, isByHour, startAt, endAt }: AppliedRun,
): Promise<number> {
  const kind = sprayKind(pivot);
  if (!isByHour || kind === undefined) return pivot.efficiencyPct;
  const from = HOUR_MS * Math.floor(startAt / HOUR_MS);
  const parts = efficiencyParts(pivot, await measuredHours(database, farm, from, endAt), from);
  const span = { startMinute: (startAt - from) / MINUTE_MS, endMinute: (endAt - from) / MINUTE_MS };
  return efficiencyDuring(pivot.efficiencyPct, parts ?? [], [span]);
}

/** The measured hours of a farm: each variable of its station, else of its first device that has it. */
async function measuredHours(
  database: Database,
  farm: AppliedRun["farm"],
  from: number,
  to: number,
): Promise<SprayHours> {
  const sensors = await weatherStore.sensors(database, farm._id);
  const first = (variable: string) => {
    const own = sensors.filter((sensor) => sensor.variable === variable);
    return own.find(({ deviceId }) => deviceId === farm.stationDeviceId) ?? own[0];
  };
  const [wind, temp, hum] = [first("wind"), first("airTemp"), first("airHum")];
  if (!wind || !temp || !hum) return new Map();
  const ids = [wind, temp, hum].map(({ _id }) => _id);
  const rows = await hourAggregates(database, ids, new Date(from), new Date(to));
  const byHour = Map.groupBy(rows, ({ hour }) => hour.getTime());
  return new Map(
    [...byHour].flatMap(([at, own]) => {
      const mean = (id: string) =>
        own.filter(({ sensorId }) => sensorId === id).map(({ sum, count }) => sum / count)[0];
      const [speed, tempC, rhPct] = ids.map(mean);
      if (speed === undefined || tempC === undefined || rhPct === undefined) return [];
      return [[at, { wind2m: windAt2m(speed, anemometerHeight(wind.heightM)), tempC, rhPct }] as const];
    }),
  );
}
