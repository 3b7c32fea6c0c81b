import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { asc } from "drizzle-orm";
import type { Context } from "../../api/core/context.ts";
import { anyOf } from "../../api/core/database/arrays.ts";
import { createEvents } from "../../api/core/events.ts";
import { farms } from "../../api/schema/farms.ts";
import { createTelemetry } from "../../api/telemetry/service.ts";
import { simulatedProvider } from "../../api/weather/providers/simulated.ts";
import { createWeatherService } from "../../api/weather/service.ts";
import { createSimulation, type SimulationState } from "../simulator/simulation.ts";
import { loadState, saveState } from "../simulator/store.ts";
import { storePast } from "../simulator/store-past.ts";
import { loadLayouts } from "../simulator/world/layout.ts";
import { CHAPADA, demoClientIds, simulatedClientIds } from "./clients.ts";

/** Past days with forecasts, for the comparison with the measured weather. */
const FORECAST_DAYS = 10;
/** The fleet's seasons are younger than this: a year of 120 pivots would take minutes. */
const FLEET_DAYS = 56;
/** Farm time at which each of them was issued. */
const ISSUED_AT = "06:00";

interface HistoryOptions {
  seed: number;
  historyDays: number;
  /** Receives the id of the step, and its progress. */
  progress(step: string, done: number, total: number): void;
  /** Aborts it; the next start resumes. */
  signal?: AbortSignal | undefined;
}

/**
 * Simulates the demo farm's past once, day by day, and stores it like readings of real devices. An aborted start
 * resumes with the same past.
 * @returns whether there is a new past, for which nothing has been computed yet
 */
export async function makeHistory(
  context: Pick<Context, "database" | "clock" | "log">,
  { seed, historyDays, progress, signal }: HistoryOptions,
): Promise<boolean> {
  const { database, clock, log } = context;
  const savedState = await loadState(database);
  // An unreadable state means that a past exists already.
  if (savedState && (savedState.state === undefined || Object.keys(savedState.state.farms).length > 0)) return false;
  const epoch = savedState?.state?.epoch ?? clock.now().getTime();
  await saveState(database, { seed, epoch, farms: {}, secrets: {} }, clock.now());
  // Events of the past have no listeners.
  const events = createEvents((error, event) => log.error({ err: error, event }, "event handler"));
  const telemetry = createTelemetry({ database, clock, events, log });
  const state: SimulationState = { seed, epoch, farms: {}, secrets: {} };
  for (const { clientIds, days } of pastsOf(historyDays)) {
    const layouts = await loadLayouts(database, clientIds, new Date(epoch));
    if (layouts.length === 0) continue;
    const simulation = createSimulation(layouts, { seed, epoch });
    const past = simulation.begin(epoch - days * DAY_MS);
    const report = (done: number) => progress("demo-readings", Math.round(done), days);
    report(0);
    const options = {
      database,
      telemetry,
      layouts,
      simulation,
      recorder: "everything",
      progress: report,
      signal,
    } as const;
    await storePast(options, past, epoch);
    Object.assign(state.farms, past.farms);
  }
  if (Object.keys(state.farms).length === 0) return false;
  await issueForecasts(context, { seed, days: Math.min(FORECAST_DAYS, historyDays), progress });
  await saveState(database, state, clock.now());
  return historyDays > 0;
}

/** Clients that are simulated together, and for how long. */
const pastsOf = (historyDays: number) => [
  { clientIds: demoClientIds, days: historyDays },
  { clientIds: [CHAPADA], days: Math.min(FLEET_DAYS, historyDays) },
];

/** Issues the forecasts of past mornings and of now, like the simulated provider. */
async function issueForecasts(
  { database, clock, log }: Pick<Context, "database" | "clock" | "log">,
  { seed, days, progress }: { seed: number; days: number; progress: HistoryOptions["progress"] },
): Promise<void> {
  const now = clock.now().getTime();
  const rows = await database
    .select()
    .from(farms)
    .where(anyOf(farms.clientId, simulatedClientIds))
    .orderBy(asc(farms._id));
  const total = rows.length * days;
  for (const [index, farm] of rows.entries())
    for (let ago = days; ago >= 1; ago--) {
      const issuedAt = new Date(farmMoment(addDays(farmDay(now, farm.timezone), -ago), ISSUED_AT, farm.timezone));
      const past = { now: () => issuedAt };
      const events = createEvents((error, event) => log.error({ err: error, event }, "event handler"));
      const sources = {
        telemetry: createTelemetry({ database, clock: past, events, log }),
        providers: [simulatedProvider({ clock: past, seed })],
      };
      const weather = createWeatherService({ database, clock: past, events, log }, sources);
      await weather.refreshForecast(farm._id);
      progress("demo-forecasts", (index + 1) * days - ago + 1, total);
    }
}
