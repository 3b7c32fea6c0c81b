import { addDays, daysBetween, type FarmDay, farmDay, farmDays, startOfFarmDay } from "@lamina/shared/farm-time";
import type { ForecastDaily, ForecastHourly, RainAccount, WeatherDaily } from "@lamina/shared/weather";
import { deltaT } from "../agronomy/delta-t.ts";
import type { Context } from "../context.ts";
import type { Job } from "../jobs.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { completeDay } from "./complete-day.ts";
import { dayOfYear } from "./day-of-year.ts";
import { fillsOf, MEAN_OF_DAYS } from "./fills.ts";
import { observedDays } from "./observed-days.ts";
import { type ForecastProblem, type ForecastProvider, ForecastUnavailable } from "./providers/provider.ts";
import { rainAccounts } from "./rain-accounts.ts";
import { forecastSourceOf } from "./settings.ts";
import { type FarmRow, weatherStore } from "./store.ts";

/** Forecasts are asked for anew this often. */
const FORECAST_REFRESH_MS = 3_600_000;
/** Readings of days that are over, such as those of a file, are worked in this soon. */
const LATE_READINGS_MS = 2_000;
/** The farms' westernmost zone, where a day is over last. */
const LAST_ZONE = "America/Rio_Branco";
/** How far back a farm without any daily weather is computed at once. */
const BACKFILL_DAYS = 400;

/** A farm's forecast as last issued. */
export interface IssuedForecast {
  issuedAt: string | null;
  source: ForecastDaily["source"] | null;
  /** Why there is no newer one; null when all is well. */
  problem: ForecastProblem | null;
  daily: ForecastDaily[];
  hourly: ForecastHourly[];
}

/** Daily weather of farms from their stations, and forecasts. */
export interface Weather {
  /** Days that have been computed, in order; a day that is missing has no row. */
  days(farmId: string, from: FarmDay, to: FarmDay): Promise<WeatherDaily[]>;
  /** Computes a farm's days again from a day until yesterday, and tells who depends on them. */
  recompute(farmId: string, from: FarmDay): Promise<void>;
  /** Computes all that readings or the passing of a day made stale. */
  settle(): Promise<void>;
  forecast(farmId: string): Promise<IssuedForecast>;
  /** Asks the farm's provider. A failure is kept as `problem`; the last forecast stays. */
  refreshForecast(farmId: string): Promise<void>;
  /** Forecast, measured and counted rain of each day; a person's record stands over the station's. */
  rainAccounts(farmId: string, sectorId: string | null, from: FarmDay, to: FarmDay): Promise<RainAccount[]>;
  jobs: Job[];
}

export function createWeatherService(
  { database, clock, events, log }: Pick<Context, "database" | "clock" | "events" | "log">,
  { telemetry, providers }: { telemetry: Telemetry; providers: readonly ForecastProvider[] },
): Weather {
  const dirty = new Map<string, FarmDay>();
  const problems = new Map<string, ForecastProblem>();
  events.on("readings", ({ farmId, from }) => {
    const known = dirty.get(farmId);
    if (known === undefined || from < known) dirty.set(farmId, from);
  });
  /** Farms that nobody has asked a forecast for: new ones, and those of a client that has chosen another source. */
  const unasked = new Set<string>();
  events.on("record", async ({ entity, clientId, recordId, before }) => {
    if (entity === "Farm" && before === undefined) unasked.add(recordId);
    if (entity === "Config")
      for (const farm of await weatherStore.farms(database)) if (farm.clientId === clientId) unasked.add(farm._id);
  });

  const yesterdayOf = (farm: FarmRow) => addDays(farmDay(clock.now().getTime(), farm.timezone), -1);

  async function recompute(farmId: string, from: FarmDay): Promise<void> {
    const farm = await weatherStore.farm(database, farmId);
    if (farm === undefined) return;
    const to = yesterdayOf(farm);
    if (from > to) return;
    const [observed, forecasts] = await Promise.all([
      observedDays({ database, telemetry }, farm, addDays(from, -MEAN_OF_DAYS), to),
      weatherStore.forecastsOf(database, farmId, from, to),
    ]);
    const forecastOf = new Map(forecasts.map((row) => [row.date, row] as const));
    const computedAt = clock.now();
    const rows = farmDays(from, to).flatMap((date) => {
      const day = observed.get(date);
      const forecast = forecastOf.get(date);
      // A day of which nobody knows anything has no row: the balance says so.
      if (day === undefined && forecast === undefined) return [];
      const daysBefore = farmDays(addDays(date, -MEAN_OF_DAYS), addDays(date, -1));
      const fills = fillsOf(
        forecast,
        daysBefore.flatMap((before) => observed.get(before)?.weather ?? []),
      );
      const place = { lat: farm.lat, altitude: farm.altitude };
      const weather = completeDay(place, dayOfYear(date), day?.weather ?? {}, fills);
      return [{ farmId, date, ...weather, sourceDeviceId: day?.deviceId ?? null, computedAt }];
    });
    if (rows.length === 0) return;
    await weatherStore.saveDays(database, rows);
    await events.emit("weather", { clientId: farm.clientId, farmId, from });
  }

  async function settle(): Promise<void> {
    const [all, lastDays] = await Promise.all([weatherStore.farms(database), weatherStore.lastDays(database)]);
    for (const farm of all) {
      const yesterday = yesterdayOf(farm);
      const last = lastDays.get(farm._id);
      const due = last === undefined ? addDays(yesterday, -BACKFILL_DAYS) : addDays(last, 1);
      const changed = dirty.get(farm._id);
      dirty.delete(farm._id);
      const from = changed !== undefined && changed < due ? changed : due;
      if (from > yesterday) continue;
      try {
        await recompute(farm._id, from);
      } catch (error) {
        dirty.set(farm._id, from);
        throw error;
      }
    }
  }

  async function refreshForecast(farmId: string): Promise<void> {
    const farm = await weatherStore.farm(database, farmId);
    if (farm === undefined) return;
    const source = await forecastSourceOf(database, farm.clientId);
    const provider = providers.find((candidate) => candidate.source === source);
    if (provider === undefined) return;
    try {
      const forecast = await provider.fetch(farm);
      await weatherStore.saveForecast(database, farm, provider.source, forecast);
      problems.delete(farmId);
      await events.emit("forecast", { clientId: farm.clientId, farmId });
    } catch (error) {
      if (!(error instanceof ForecastUnavailable)) throw error;
      problems.set(farmId, error.problem);
      log.warn({ farmId, problem: error.problem }, "no new forecast");
    }
  }

  return {
    recompute,
    settle,
    refreshForecast,

    async days(farmId, from, to) {
      const rows = await weatherStore.days(database, farmId, from, to);
      return rows.map(({ computedAt: _, filledFrom, ...row }) => ({ ...row, ...(filledFrom && { filledFrom }) }));
    },

    async forecast(farmId) {
      const problem = problems.get(farmId) ?? null;
      const [farm, issue] = await Promise.all([
        weatherStore.farm(database, farmId),
        weatherStore.latestIssue(database, farmId),
      ]);
      if (farm === undefined || issue === undefined)
        return { issuedAt: null, source: null, problem, daily: [], hourly: [] };
      const today = farmDay(clock.now().getTime(), farm.timezone);
      const [daily, hourly] = await Promise.all([
        weatherStore.issue(database, farmId, issue.issuedAt),
        weatherStore.hours(database, farmId, new Date(startOfFarmDay(today, farm.timezone))),
      ]);
      const wire = <Row extends { issuedAt: Date }>(row: Row) => ({ ...row, issuedAt: row.issuedAt.toISOString() });
      return {
        issuedAt: issue.issuedAt.toISOString(),
        source: issue.source,
        problem,
        daily: daily.filter(({ date }) => daysBetween(today, date) >= 0).map(wire),
        hourly: hourly.map((row) => ({
          ...wire(row),
          date: row.date.toISOString(),
          deltaT: row.temp === null || row.rh === null ? null : deltaT(row.temp, row.rh),
        })),
      };
    },

    rainAccounts: (farmId, sectorId, from, to) => rainAccounts(database, { farmId, sectorId, from, to }),

    jobs: [
      { name: "daily weather", intervalMs: 60_000, run: settle },
      {
        name: "late readings",
        intervalMs: LATE_READINGS_MS,
        run: async () => {
          const today = farmDay(clock.now().getTime(), LAST_ZONE);
          if ([...dirty.values()].some((from) => from < today)) await settle();
        },
      },
      {
        name: "first forecasts",
        intervalMs: LATE_READINGS_MS,
        run: async () => {
          const farmIds = [...unasked];
          unasked.clear();
          for (const farmId of farmIds) await refreshForecast(farmId);
        },
      },
      {
        name: "forecasts",
        intervalMs: FORECAST_REFRESH_MS,
        run: async () => {
          for (const farm of await weatherStore.farms(database)) await refreshForecast(farm._id);
        },
      },
    ],
  };
}
