import { effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import type { Forecast } from "@lamina/shared/views/forecast";
import { and, asc, eq, gte, lte } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import { NO_PROJECTION } from "../../irrigation/decisions/state/projection.ts";
import type { SectorState } from "../../irrigation/decisions/state/sector-state.ts";
import type { farms } from "../../schema/farms.ts";
import { forecastDays } from "../../schema/weather.ts";
import type { ViewSources } from "./sources.ts";
import { loadWeather } from "./store.ts";

/** Days for which the forecast is compared with the measured weather. */
const VERIFIED_DAYS = 7;

type Farm = typeof farms.$inferSelect;
type Sources = Pick<ViewSources, "irrigation" | "weather"> & Pick<Context, "database" | "clock">;

/** The forecast of a farm with projections for its sectors, and the errors of the last week's. */
export async function farmForecast(sources: Sources, farm: Farm, states: readonly SectorState[]): Promise<Forecast> {
  const { irrigation, weather } = sources;
  const projections = irrigation.decisions.projections(states);
  const [issued, verification] = await Promise.all([weather.forecast(farm._id), verify(sources, farm)]);
  return {
    farmId: farm._id,
    ...issued,
    sectors: states
      .filter(({ season }) => season !== undefined)
      .map(({ site }) => {
        const own = projections.get(site.sector._id) ?? NO_PROJECTION;
        return {
          sectorId: site.sector._id,
          pivotName: site.pivot.name,
          sectorName: site.sector.name,
          withRain: own.withRain,
          withoutRain: own.withoutRain,
          irrigateOn: own.irrigateOn,
          irrigateOnWithoutRain: own.irrigateOnWithoutRain,
        };
      }),
    verification,
  };
}

/** Forecast, measured and counted rain, and forecast and computed ETo, of the last days. */
async function verify({ database, clock, weather }: Sources, farm: Farm): Promise<Forecast["verification"]> {
  const today = farmDay(clock.now().getTime(), farm.timezone);
  const [from, to] = [addDays(today, -VERIFIED_DAYS), addDays(today, -1)];
  const [accounts, days, issues, settings] = await Promise.all([
    weather.rainAccounts(farm._id, null, from, to),
    loadWeather(database, [farm._id], from, to),
    database
      .select({ date: forecastDays.date, issuedAt: forecastDays.issuedAt, eto: forecastDays.eto })
      .from(forecastDays)
      .where(and(eq(forecastDays.farmId, farm._id), gte(forecastDays.date, from), lte(forecastDays.date, to)))
      .orderBy(asc(forecastDays.issuedAt)),
    clientSettings(database, [farm.clientId]),
  ]);
  const rule = settings.get(farm.clientId)?.rainEffective;
  return accounts.map((account) => {
    const { date, measuredMm } = account;
    const etoMm = days.find((day) => day.date === date)?.eto ?? null;
    const own = issues.filter((issue) => issue.date === date);
    const start = startOfFarmDay(date, farm.timezone);
    // The last forecast issued before the day began; the day's first one if there is no earlier one.
    const before = own.findLast(({ issuedAt }) => issuedAt.getTime() < start) ?? own[0];
    const countedMm =
      measuredMm === null || rule === undefined || rule.method === "all" || etoMm === null
        ? measuredMm
        : effectiveRain(measuredMm, etoMm, { method: "minFracEto", minFracEto: rule.minFracEto });
    return { ...account, countedMm, etoForecastMm: before?.eto ?? null, etoMm };
  });
}
