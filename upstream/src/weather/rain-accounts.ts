import { type FarmDay, farmDays, startOfFarmDay } from "@lamina/shared/farm-time";
import type { RainAccount } from "@lamina/shared/weather";
import { and, asc, eq, gte, lte, or } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { devices } from "../schema/telemetry.ts";
import { rains } from "../schema/weather.ts";
import { weatherStore } from "./store.ts";

interface Span {
  farmId: string;
  /** Null for the farm as a whole. */
  sectorId: string | null;
  from: FarmDay;
  to: FarmDay;
}

/** Rain of each day from its three sides. What a person recorded on the sector stands over the farm's, and that over the station's. */
export async function rainAccounts(database: Database, span: Span): Promise<RainAccount[]> {
  const { farmId, from, to } = span;
  const farm = await weatherStore.farm(database, farmId);
  if (farm === undefined) return [];
  const [days, forecasts, manual, gauges] = await Promise.all([
    weatherStore.days(database, farmId, from, to),
    weatherStore.forecastsOf(database, farmId, from, to),
    manualRain(database, span),
    database.select({ _id: devices._id, serial: devices.serial }).from(devices).where(eq(devices.farmId, farmId)),
  ]);
  const dayOf = new Map(days.map((day) => [day.date, day] as const));
  const serialOf = new Map(gauges.map(({ _id, serial }) => [_id, serial] as const));
  return farmDays(from, to).map((date) => {
    const measured = dayOf.get(date);
    const recorded = manual.get(date);
    const start = startOfFarmDay(date, farm.timezone);
    // What was known before the day began; the first issue of the day itself where there is no earlier one.
    const issues = forecasts.filter((forecast) => forecast.date === date);
    const forecast = issues.findLast(({ issuedAt }) => issuedAt.getTime() < start) ?? issues[0];
    const measuredMm = recorded ?? measured?.rain ?? null;
    return {
      date,
      forecastMm: forecast?.rain ?? null,
      measuredMm,
      countedMm: measuredMm,
      source: recorded !== undefined ? "manual" : measuredMm === null ? null : "device",
      gauge: recorded !== undefined ? null : (serialOf.get(measured?.sourceDeviceId ?? "") ?? null),
    };
  });
}

/** A person's records by day, those of the sector before those of the farm; several of one place add up. */
async function manualRain(database: Database, { farmId, sectorId, from, to }: Span): Promise<Map<FarmDay, number>> {
  const place =
    sectorId === null ? eq(rains.farmId, farmId) : or(eq(rains.farmId, farmId), eq(rains.sectorId, sectorId));
  const rows = await database
    .select()
    .from(rains)
    .where(and(place, gte(rains.date, from), lte(rains.date, to), eq(rains.active, true)))
    .orderBy(asc(rains.date));
  const sums = { farm: new Map<FarmDay, number>(), sector: new Map<FarmDay, number>() };
  for (const row of rows) {
    const sum = row.sectorId === null ? sums.farm : sums.sector;
    sum.set(row.date, (sum.get(row.date) ?? 0) + row.mm);
  }
  return new Map([...sums.farm, ...sums.sector]);
}
