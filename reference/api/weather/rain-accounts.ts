import { type FarmDay, farmDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import type { RainAccount } from "@lamina/shared/records/weather";
import { eq } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { pivotSectors, pivots } from "../schema/farms.ts";
import { loadRain, type RainPlace } from "./rain-of-days.ts";
import { type FarmRow, weatherStore } from "./store.ts";

interface Span {
  farmId: string;
  /** Null for the farm as a whole. */
  sectorId: string | null;
  from: FarmDay;
  to: FarmDay;
}

/** Forecast, measured and counted rain of each day, as in `loadRain`. */
export async function rainAccounts(database: Database, { farmId, sectorId, from, to }: Span): Promise<RainAccount[]> {
  const farm = await weatherStore.farm(database, farmId);
  if (farm === undefined) return [];
  const place = await placeOf(database, farm, sectorId);
  const [forecasts, rain] = await Promise.all([
    weatherStore.forecastsOf(database, farmId, from, to),
    loadRain(database, [place], from, to),
  ]);
  return farmDays(from, to).map((date) => {
    const { mm, state, gauge } = rain.on(place, date);
    const start = startOfFarmDay(date, farm.timezone);
    // The last forecast issued before the day began; the day's first one if there is no earlier one.
    const issues = forecasts.filter((forecast) => forecast.date === date);
    const forecast = issues.findLast(({ issuedAt }) => issuedAt.getTime() < start) ?? issues[0];
    return {
      date,
      forecastMm: forecast?.rain ?? null,
      measuredMm: mm,
      countedMm: mm,
      source: state === "manual" ? "manual" : mm === null ? null : "device",
      state,
      gauge: gauge?.name ?? null,
    };
  });
}

/** A farm's gauge is its station's, else the nearest to its centre; a sector's is its own or its pivot's, else the nearest. */
async function placeOf(database: Database, farm: FarmRow, sectorId: string | null): Promise<RainPlace> {
  const whole = { farmId: farm._id, sectorId: null, gaugeDeviceId: farm.stationDeviceId, lat: farm.lat, lon: farm.lon };
  if (sectorId === null) return whole;
  const [found] = await database
    .select({ own: pivotSectors.gaugeDeviceId, pivots: pivots.gaugeDeviceId, lat: pivots.lat, lon: pivots.lon })
    .from(pivotSectors)
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(eq(pivotSectors._id, sectorId));
  if (found === undefined) return { ...whole, sectorId };
  const { own, pivots: ofPivot, lat, lon } = found;
  return { farmId: farm._id, sectorId, gaugeDeviceId: own ?? ofPivot, lat, lon };
}
