import { deltaT } from "@lamina/agronomy/eto/delta-t";
import { daysBetween, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { ForecastDaily, ForecastHourly } from "@lamina/shared/records/weather";
import type { Context } from "../core/context.ts";
import { forEach } from "../core/for-each.ts";
import type { Job } from "../core/jobs.ts";
import { type ForecastProblem, type ForecastProvider, ForecastUnavailable } from "./providers/provider.ts";
import { weatherSources } from "./settings.ts";
import { weatherStore } from "./store.ts";

/** Interval at which forecasts are requested. */
const REFRESH_MS = HOUR_MS;
/** A farm without a forecast gets one this soon. */
const FIRST_MS = 2_000;

/** Providers issue several times a day, so an older forecast may be outdated. */
const STALE_AFTER_MS = 12 * HOUR_MS;

interface IssuedForecast {
  issuedAt: string | null;
  staleAt: string | null;
  source: ForecastDaily["source"] | null;
  /** The reason why there is no newer one; else null. */
  problem: ForecastProblem | null;
  daily: ForecastDaily[];
  hourly: ForecastHourly[];
}

export interface Forecasts {
  last(farmId: string): Promise<IssuedForecast>;
  /** Requests the farm's forecast. A failure is stored as `problem`; the last forecast is kept. */
  refresh(farmId: string): Promise<void>;
  jobs: Job[];
}

export function createForecasts(
  { database, clock, events, log }: Pick<Context, "database" | "clock" | "events" | "log">,
  providers: readonly ForecastProvider[],
): Forecasts {
  const problems = new Map<string, ForecastProblem>();
  /** Farms without a requested forecast: new ones, and those of a client that chose another source. */
  const unasked = new Set<string>();
  events.on("record", async ({ entity, clientId, recordId, before }) => {
    if (entity === "Farm" && before === undefined) unasked.add(recordId);
    if (entity === "Config")
      for (const farm of await weatherStore.farms(database)) if (farm.clientId === clientId) unasked.add(farm._id);
  });

  function takeUnasked(): string | undefined {
    const farmIds = [...unasked];
    unasked.clear();
    return farmIds.length > 0 ? JSON.stringify(farmIds) : undefined;
  }

  async function refresh(farmId: string): Promise<void> {
    const farm = await weatherStore.farm(database, farmId);
    if (farm === undefined) return;
    const { forecastSource: source } = await weatherSources(database, farm.clientId);
    const provider = providers.find((candidate) => candidate.source === source);
    if (provider === undefined) return;
    try {
      const forecast = await provider.fetch(farm);
      const event = { clientId: farm.clientId, farmId };
      await database.transaction(async (transaction) => {
        await weatherStore.saveForecast(transaction, farm, provider.source, forecast);
        await events.emitWithin(transaction, "forecast", [event]);
      });
      problems.delete(farmId);
      await events.emit("forecast", event);
    } catch (error) {
      if (!(error instanceof ForecastUnavailable)) throw error;
      problems.set(farmId, error.problem);
      log.warn({ farmId, problem: error.problem }, "no new forecast");
    }
  }

  async function last(farmId: string): Promise<IssuedForecast> {
    const problem = problems.get(farmId) ?? null;
    const [farm, issue] = await Promise.all([
      weatherStore.farm(database, farmId),
      weatherStore.latestIssue(database, farmId),
    ]);
    if (farm === undefined || issue === undefined)
      return { issuedAt: null, staleAt: null, source: null, problem, daily: [], hourly: [] };
    const today = farmDay(clock.now().getTime(), farm.timezone);
    const [daily, hourly] = await Promise.all([
      weatherStore.issue(database, farmId, issue.issuedAt),
      weatherStore.hours(database, farmId, new Date(startOfFarmDay(today, farm.timezone))),
    ]);
    const wire = <Row extends { issuedAt: Date }>(row: Row) => ({ ...row, issuedAt: row.issuedAt.toISOString() });
    return {
      issuedAt: issue.issuedAt.toISOString(),
      staleAt: new Date(issue.issuedAt.getTime() + STALE_AFTER_MS).toISOString(),
      source: issue.source,
      problem,
      daily: daily.filter(({ date }) => daysBetween(today, date) >= 0).map(wire),
      hourly: hourly.map((row) => ({
        ...wire(row),
        date: row.date.toISOString(),
        deltaT: row.temp === null || row.rh === null ? null : deltaT(row.temp, row.rh),
      })),
    };
  }

  return {
    last,
    refresh,
    jobs: [
      {
        name: "first forecasts",
        intervalMs: FIRST_MS,
        take: takeUnasked,
        run: async (farmIds = takeUnasked() ?? "[]") => forEach<string>(JSON.parse(farmIds), refresh),
      },
      {
        name: "forecasts",
        intervalMs: REFRESH_MS,
        run: async () => forEach(await weatherStore.farms(database), (farm) => refresh(farm._id)),
      },
    ],
  };
}
