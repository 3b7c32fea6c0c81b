import { views } from "@lamina/shared/calls/views";
import { addDays, dayOfYear, type FarmDay, farmDay, farmDays } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import { FIRST_ZONE, LAST_ZONE } from "@lamina/shared/records/farm";
import type {
  PastWeather,
  PastWeatherOrder,
  PastWeatherOrderReply,
  PastWeatherReply,
  RainAccount,
  Recomputing,
  WeatherDaily,
  WeatherQuality,
} from "@lamina/shared/records/weather";
import type * as z from "zod";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import { rolledBack } from "../core/database/rolled-back.ts";
import { forEach } from "../core/for-each.ts";
import type { Job } from "../core/jobs.ts";
import type { RecordChanged } from "../core/record-changed.ts";
import { auditReasons, recomputedReason } from "../records/audit/text.ts";
import { type Author, audit, PROGRAM } from "../records/audit/write.ts";
import { type NotedKind, notePart } from "../records/importing/parts.ts";
import type { Telemetry } from "../telemetry/service.ts";
import type { WeatherArchive } from "./archives/archive.ts";
import { completeDay, UNOBSERVED } from "./complete-day.ts";
import { farmsWithChangedFacts } from "./farm-facts.ts";
import { createForecasts, type Forecasts } from "./forecasts.ts";
import { gapSources, MEAN_OF_DAYS, pastDays, storePastDays, takeBackPastDays, WrittenPast } from "./gap-filling.ts";
import { observedDays } from "./observed-days.ts";
import { type ForecastProvider, ForecastUnavailable } from "./providers/provider.ts";
import { weatherQuality } from "./quality.ts";
import { rainAccounts } from "./rain-accounts.ts";
import { weatherSources } from "./settings.ts";
import {
  factMarks,
  markFarmFacts,
  markStaleWeather,
  removeMark,
  staleSectorsOf,
  staleWeatherMarks,
} from "./stale-weather.ts";
import { lastFaults, stationFaults } from "./station-faults.ts";
import { type FarmRow, weatherStore } from "./store.ts";

/** Readings of past days, such as those of an import, are processed this soon. */
const LATE_READINGS_MS = 2_000;
/** Days that are computed at once for a farm without daily weather. */
const BACKFILL_DAYS = 400;

/** Daily weather of farms from their stations, and forecasts. */
export interface Weather {
  /** Computed days, in order; a missing day has no row. */
  days(farmId: string, from: FarmDay, to: FarmDay): Promise<WeatherDaily[]>;
  /** Recomputes a farm's days from a day until yesterday, and emits the change. */
  recompute(farmId: string, from: FarmDay): Promise<void>;
  /** Recomputes all days that are stale because of readings or the end of a day. */
  settle(): Promise<void>;
  forecast: Forecasts["last"];
  refreshForecast: Forecasts["refresh"];
  /** Forecast, measured and counted rain of each day; a person's record overrides the station's. */
  rainAccounts(farmId: string, sectorId: string | null, from: FarmDay, to: FarmDay): Promise<RainAccount[]>;
  /** Stores daily weather of another source and marks its days to be computed again. */
  takePast(
    caller: Author,
    farm: Pick<FarmRow, "_id" | "clientId">,
    past: z.output<typeof PastWeather> & { batch?: string | undefined },
  ): Promise<z.output<typeof PastWeatherReply>>;
  /** What {@link takePast} would answer. */
  foreseePast(
    farm: Pick<FarmRow, "_id">,
    past: z.output<typeof PastWeather>,
  ): Promise<z.output<typeof PastWeatherReply>>;
  /** Takes back what imports of such days wrote. */
  pastKind: NotedKind;
  /** Fetches such days from a service. Its failures are a part of the answer. */
  fetchPast(caller: Author, farm: FarmRow, order: z.output<typeof PastWeatherOrder>): Promise<PastWeatherOrderReply>;
  /** The measurements of each station on some days: measured, filled, refused, and why. */
  quality(farmId: string, span: { from: FarmDay; to: FarmDay }): Promise<WeatherQuality>;
  /** Days that wait to be computed again because facts of a client's farms changed; `farmIds` limits it, empty means all. */
  recomputing(clientId: string, farmIds: readonly string[]): Promise<Recomputing>;
  jobs: Job[];
}

/** ETo of the forecast, which a client may prefer to that of its station. */
const forecastEto = (eto: number | null | undefined) =>
  eto == null ? {} : { eto, etoMethod: "pm_estimated" as const };

export function createWeatherService(
  { database, clock, events, log }: Pick<Context, "database" | "clock" | "events" | "log">,
  {
    telemetry,
    providers,
    archives = [],
  }: { telemetry: Telemetry; providers: readonly ForecastProvider[]; archives?: readonly WeatherArchive[] },
): Weather {
  const forecasts = createForecasts({ database, clock, events, log }, providers);
  async function note(transaction: Database, changed: readonly { farmId: string; from: FarmDay }[]): Promise<never[]> {
    await markStaleWeather(transaction, changed, farmDay(clock.now().getTime(), FIRST_ZONE));
    return [];
  }
  async function factsChanged(transaction: Database, changes: readonly RecordChanged[]): Promise<never[]> {
    await markFarmFacts(transaction, await farmsWithChangedFacts(transaction, changes));
    return [];
  }
  events.within("record", factsChanged);
  events.onAll("record", async (changes) => {
    await factsChanged(
      database,
      changes.filter((change) => !events.wasWithin(change)),
    );
  });
  events.within("readings", note);
  events.on("readings", async (event) => {
    if (!events.wasWithin(event)) await note(database, [event]);
  });
  const yesterdayOf = (farm: FarmRow) => addDays(farmDay(clock.now().getTime(), farm.timezone), -1);

  async function recompute(farmId: string, from: FarmDay): Promise<void> {
    const farm = await weatherStore.farm(database, farmId);
    if (farm === undefined) return;
    const to = yesterdayOf(farm);
    if (from > to) return;
    await telemetry.compareGauges({ farmId, timezone: farm.timezone }, from, to);
    const [{ etoSource }, observed, forecasts, past] = await Promise.all([
      weatherSources(database, farm.clientId),
      observedDays({ database, telemetry }, farm, addDays(from, -MEAN_OF_DAYS), to),
      weatherStore.forecastsOf(database, farmId, from, to),
      pastDays(database, farmId, from, to),
    ]);
    const forecastOf = new Map(forecasts.map((row) => [row.date, row] as const));
    const computedAt = clock.now();
    const rows = farmDays(from, to).flatMap((date) => {
      const day = observed.get(date);
      const forecast = forecastOf.get(date);
      // A day without any data has no row; the balance reports it.
      if (day === undefined && forecast === undefined && !past.has(date)) return [];
      const daysBefore = farmDays(addDays(date, -MEAN_OF_DAYS), addDays(date, -1));
      const fills = gapSources(
        past.get(date),
        forecast,
        daysBefore.flatMap((before) => observed.get(before)?.weather ?? []),
      );
      const place = { lat: farm.lat, altitude: farm.altitude };
      const eto = etoSource === "forecast" ? forecast?.eto : null;
      const weather = { ...completeDay(place, dayOfYear(date), day ?? UNOBSERVED, fills), ...forecastEto(eto) };
      const sources = day?.sources ?? {};
      return [{ farmId, date, ...weather, sources, sourceDeviceId: sources.tMax ?? sources.rain ?? null, computedAt }];
    });
    const newest = rows.at(-1);
    const faults = newest && (await stationFaults({ database, telemetry }, farm, newest.date, rows));
    const computed = rows.map((row) => ({ ...row, stationFaults: row === newest ? (faults ?? null) : null }));
    const known = (await lastFaults(database, [farmId])).get(farmId)?.faults ?? [];
    const fresh = (faults ?? []).filter(
      ({ id, deviceId }) => !known.some((one) => one.id === id && one.deviceId === deviceId),
    );
    for (const fault of fresh) log.warn({ farmId, day: newest?.date, ...fault }, "a station has a lasting fault");
    const gauges = farmDays(from, to).flatMap((date) =>
      (observed.get(date)?.devices ?? []).flatMap(({ deviceId, rain }) =>
        rain === undefined ? [] : [{ deviceId, farmId, date, ...rain }],
      ),
    );
    const event = { clientId: farm.clientId, farmId, from };
    await database.transaction(async (transaction) => {
      await weatherStore.saveGauges(transaction, { farmId, from, to }, gauges);
      if (rows.length === 0) return;
      await weatherStore.saveDays(transaction, computed);
      await events.emitWithin(transaction, "weather", [event]);
    });
    if (rows.length > 0) await events.emit("weather", event);
  }

  /** Recomputes the days of a farm whose facts changed, with an audit entry of how many differ. */
  async function recomputeFacts(farm: FarmRow, from: FarmDay, to: FarmDay): Promise<void> {
    const known = async () => weatherStore.days(database, farm._id, from, to);
    const before = await known();
    await recompute(farm._id, from);
    const after = await known();
    const etoOf = new Map(before.map(({ date, eto }) => [date, eto] as const));
    const changed = after.filter(({ date, eto }) => etoOf.get(date) !== eto).length;
    const total = (rows: typeof after) =>
      round(
        rows.reduce((sum, { eto }) => sum + (eto ?? 0), 0),
        2,
      );
    await audit(database, {
      ...{ author: PROGRAM, date: clock.now(), clientId: farm.clientId, entity: "Farm", recordId: farm._id },
      before: { etoDays: before.length, etoMm: total(before), etoChangedDays: 0 },
      after: { etoDays: after.length, etoMm: total(after), etoChangedDays: changed },
      reason: recomputedReason(after.length, changed),
    });
    log.info({ farmId: farm._id, from, to, days: after.length, changed }, "the days of a farm were computed again");
  }

  async function settle(): Promise<void> {
    const [all, lastDays, marks] = await Promise.all([
      weatherStore.farms(database),
      weatherStore.lastDays(database),
      staleWeatherMarks(database),
    ]);
    await forEach(all, async (farm) => {
      const yesterday = yesterdayOf(farm);
      const last = lastDays.get(farm._id);
      const due = last === undefined ? addDays(yesterday, -BACKFILL_DAYS) : addDays(last, 1);
      const mark = marks.get(farm._id);
      const from = mark !== undefined && mark.from < due ? mark.from : due;
      if (mark?.facts) await recomputeFacts(farm, from, yesterday);
      else if (from <= yesterday) await recompute(farm._id, from);
      if (mark) await removeMark(database, mark);
    });
  }

  /** Stores days of another source, marks them to be computed again, and notes who did so. */
  async function storePast(
    caller: Author,
    farm: Pick<FarmRow, "_id" | "clientId">,
    past: Pick<z.output<typeof PastWeather>, "source" | "days">,
    { keepsOthers = false, batch }: { keepsOthers?: boolean; batch?: string | undefined },
  ) {
    const now = clock.now();
    return database.transaction(async (transaction) => {
      const { from, written, ...reply } = await storePastDays(transaction, farm, past, keepsOthers);
      if (from === undefined) return reply;
      await note(transaction, [{ farmId: farm._id, from }]);
      if (batch !== undefined) {
        const { inserted, changed } = reply;
        const place = { clientId: farm.clientId, farmId: farm._id };
        const part = { ...place, batch, author: caller, date: now, inserted, changed };
        await notePart(transaction, { ...part, entity: "WeatherDaily", content: written });
      }
      const after = { pastWeather: past.source, pastDays: reply.inserted + reply.changed, pastFrom: from };
      await audit(transaction, {
        ...{ author: caller, date: now, clientId: farm.clientId, entity: "Farm", recordId: farm._id },
        before: {},
        after,
        reason: auditReasons.pastWeather,
      });
      return reply;
    });
  }

  return {
    recompute,
    settle,
    forecast: forecasts.last,
    refreshForecast: forecasts.refresh,

    async days(farmId, from, to) {
      const rows = await weatherStore.days(database, farmId, from, to);
      return rows.map(({ computedAt: _, filledFrom, sources, ...row }) => ({
        ...row,
        ...(filledFrom && { filledFrom }),
        ...(sources && { sources }),
      }));
    },

    async recomputing(clientId, farmIds) {
      const marks = await factMarks(database, clientId, farmIds);
      return {
        farms: marks.map(({ farm, from }) => {
          const days = farmDays(from, yesterdayOf(farm)).length;
          return { farmId: farm._id, days };
        }),
        sectors: await staleSectorsOf(database, clientId, farmIds),
      };
    },

    takePast: async (caller, farm, { batch, ...past }) => {
      const { kept: _, ...reply } = await storePast(caller, farm, past, { batch });
      return reply;
    },

    async foreseePast(farm, past) {
      const look = (transaction: Database) => storePastDays(transaction, farm, past);
      const { inserted, changed, duplicate } = await rolledBack(database, look);
      return { inserted, changed, duplicate };
    },

    pastKind: {
      entity: "WeatherDaily",
      access: views.pastWeather.access,
      async takeBack(content, mark) {
        const written = WrittenPast.parse(content);
        return database.transaction(async (transaction) => {
          const { from, kept } = await takeBackPastDays(transaction, written);
          await mark(transaction);
          if (from !== undefined) await note(transaction, [{ farmId: written.farmId, from }]);
          return kept.map((date) => ({ recordId: `${written.farmId} ${date}`, name: date }));
        });
      },
    },

    async fetchPast(caller, farm, { source, from, to, replace }) {
      const none = { inserted: 0, changed: 0, duplicate: 0, kept: 0, absent: 0 };
      const archive = archives.find((one) => one.source === source);
      if (!archive) return { ...none, problem: "off" };
      try {
        const days = await archive.fetch(farm, from, to);
        const absent = farmDays(from, to).length - days.length;
        const reply =
          days.length > 0 ? await storePast(caller, farm, { source, days }, { keepsOthers: !replace }) : none;
        return { ...reply, absent, problem: null };
      } catch (error) {
        if (!(error instanceof ForecastUnavailable)) throw error;
        log.warn({ err: error, farmId: farm._id, source }, "past weather could not be fetched");
        return { ...none, problem: error.problem };
      }
    },

    quality: (farmId, span) => weatherQuality({ database, telemetry }, farmId, span),

    rainAccounts: (farmId, sectorId, from, to) => rainAccounts(database, { farmId, sectorId, from, to }),

    jobs: [
      { name: "daily weather", intervalMs: MINUTE_MS, run: settle },
      {
        name: "late readings",
        intervalMs: LATE_READINGS_MS,
        due: async () => {
          const today = farmDay(clock.now().getTime(), LAST_ZONE);
          const marks = await staleWeatherMarks(database);
          return [...marks.values()].some(({ from }) => from < today) ? ["all"] : [];
        },
        run: settle,
      },
      ...forecasts.jobs,
    ],
  };
}
