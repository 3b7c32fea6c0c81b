import { addDays, type FarmDay, farmDays } from "@lamina/shared/core/farm-time";
import { ConfigFields } from "@lamina/shared/records/config";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { quietLog } from "../../../testing/quiet-log.ts";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/domain-events.ts";
import { createEvents } from "../../core/events.ts";
import { clients } from "../../schema/clients.ts";
import { farms, pivotSectors, pivots, soils } from "../../schema/farms.ts";
import { crops, seasons, type waterings } from "../../schema/irrigation.ts";
import type { configs } from "../../schema/settings.ts";
import { forecastDays, weatherDays } from "../../schema/weather.ts";
import type { HourAggregate, LatestReading } from "../../telemetry/service.ts";
import { createIrrigation, type Irrigation } from "../service.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
export const times = { createdAt: NOW, updatedAt: NOW };

/** Planting and, in mid-season, the day of the advice's tests. */
export const FROM = "2026-03-01";
export const TODAY = addDays(FROM, 40);
/** 07:10 in São Paulo. */
export const MORNING = `${TODAY}T10:10:00Z`;

/** Dry weather with a use of 5 mm a day. */
export const weatherDay = (farmId: string, date: FarmDay): typeof weatherDays.$inferInsert => ({
  farmId,
  date,
  tMax: 31,
  tMin: 19,
  rhMax: 90,
  rhMin: 45,
  wind2m: 2,
  rad: 21,
  rain: 0,
  eto: 5,
  etoMethod: "pm",
  missing: [],
  computedAt: NOW,
});

export interface FieldOptions {
  id: string;
  /** An existing client; a new one by default. */
  clientId?: string;
  /** First day with weather and, by default, planting. */
  from: FarmDay;
  /** Last day with weather. */
  to: FarmDay;
  sectors?: number;
  timezone?: string;
  weather?: (date: FarmDay, index: number) => Partial<typeof weatherDays.$inferInsert>;
  crop?: Partial<typeof crops.$inferInsert>;
  season?: Partial<typeof seasons.$inferInsert>;
  soil?: Partial<typeof soils.$inferInsert>;
  pivot?: Partial<typeof pivots.$inferInsert>;
}

/** A client with a farm, one pivot per sector, a crop in season and weather. Ids begin with the given one. */
export async function plantField(database: Database, options: FieldOptions) {
  const { id, from, to, timezone = "America/Sao_Paulo" } = options;
  const { clientId = `${id}-client` } = options;
  const [farmId, soilId, cropId] = [`${id}-farm`, `${id}-soil`, `${id}-crop`];
  const own = { clientId, ...times };
  await database
    .insert(clients)
    .values({ _id: clientId, name: id, typeChart: 1, timezone, ...times })
    .onConflictDoNothing();
  await database.insert(farms).values({ _id: farmId, ...own, name: id, lat: -15, lon: -47, altitude: 900, timezone });
  const layers = [{ depthCm: 100, fcPct: 32, wpPct: 18 }];
  await database.insert(soils).values({ _id: soilId, ...own, name: "Latossolo", layers, ...options.soil });
  await database.insert(crops).values({
    _id: cropId,
    ...own,
    name: "Milho",
    stages: [
      { name: "Inicial", days: 20, kc: 0.4 },
      { name: "Desenvolvimento", days: 35, kc: 0.8 },
      { name: "Médio", days: 40, kc: 1.2 },
      { name: "Final", days: 105, kc: 0.6 },
    ],
    kcIni: 0.4,
    kcMid: 1.2,
    kcEnd: 0.6,
    rootIniCm: 20,
    rootMaxCm: 60,
    p: 0.5,
    ...options.crop,
  });
  const numbers = Array.from({ length: options.sectors ?? 1 }, (_, index) => index + 1);
  await database.insert(pivots).values(
    numbers.map((number) => ({
      _id: `${id}-pivot-${number}`,
      ...own,
      farmId,
      name: `Pivô ${String(number).padStart(2, "0")}`,
      kind: "pivot" as const,
      lat: -15,
      lon: -47,
      radiusM: 400,
      lastTowerM: 380,
      angleStart: 0,
      angleEnd: 360,
      flowM3h: 180,
      speed100MH: 250,
      minPercent: 10,
      maxHoursDay: 21,
      efficiencyPct: 85,
      pumpKw: 100,
      ...options.pivot,
    })),
  );
  const sectorIds = numbers.map((number) => `${id}-sector-${number}`);
  await database.insert(pivotSectors).values(
    numbers.map((number) => ({
      _id: `${id}-sector-${number}`,
      ...own,
      pivotId: `${id}-pivot-${number}`,
      name: "Setor A",
      angleStart: 0,
      angleEnd: 360,
      soilId,
    })),
  );
  await database.insert(seasons).values(
    sectorIds.map((sectorId) => ({
      _id: `${sectorId}-season`,
      ...own,
      sectorId,
      cropId,
      plantingDate: from,
      initialMoisturePct: 100,
      kcMethod: "single" as const,
      status: "active" as const,
      ...options.season,
    })),
  );
  await addWeather(database, farmId, from, to, options.weather);
  return { clientId, farmId, soilId, cropId, sectorIds, sectorId: sectorIds[0] ?? "" };
}

/** A field planted at `FROM`, with weather until the day before `TODAY`. */
export const plantSeason = (database: Database, id: string, more: Partial<FieldOptions> = {}) =>
  plantField(database, { id, from: FROM, to: addDays(TODAY, -1), ...more });

export async function addWeather(
  database: Database,
  farmId: string,
  from: FarmDay,
  to: FarmDay,
  weather: NonNullable<FieldOptions["weather"]> = () => ({}),
): Promise<void> {
  const days = farmDays(from, to).map((date, index) => ({ ...weatherDay(farmId, date), ...weather(date, index) }));
  if (days.length > 0) await database.insert(weatherDays).values(days);
}

/** Settings of a client: the defaults with some changes. */
export const settings = (
  clientId: string,
  own: Partial<typeof configs.$inferInsert> = {},
): typeof configs.$inferInsert => ({
  _id: `${clientId}-config`,
  clientId,
  ...times,
  ...ConfigFields.parse({}),
  ...own,
});

/** A watering of 12 mm gross by default. */
export const watering = (
  field: { clientId: string; sectorId: string },
  _id: string,
  start: string,
  grossMm = 12,
): typeof waterings.$inferInsert => ({
  _id,
  clientId: field.clientId,
  ...times,
  sectorId: field.sectorId,
  start: new Date(start),
  grossMm,
  netMm: grossMm * 0.85,
  source: "manual",
});

/** Issues a forecast of some days from one day on: dry, 5 mm of ETo, by default. */
export async function addForecast(
  database: Database,
  farmId: string,
  today: FarmDay,
  days: readonly Partial<typeof forecastDays.$inferInsert>[],
): Promise<void> {
  const issuedAt = new Date(`${today}T06:00:00Z`);
  await database.insert(forecastDays).values(
    days.map((day, index) => ({
      farmId,
      issuedAt,
      date: addDays(today, index),
      tMax: 31,
      tMin: 19,
      rain: 0,
      rainProbPct: 10,
      rhMin: 45,
      windMaxKmh: 12,
      windDir: 90,
      eto: 5,
      source: "simulated" as const,
      ...day,
    })),
  );
}

/** The service on a database, with a clock that tests move, and the events that it emitted. */
export function openIrrigation(database: Database, now: string) {
  const events = createEvents((error) => {
    throw error;
  });
  const emitted: { name: keyof DomainEvents; event: object }[] = [];
  for (const name of ["balance", "recommendation"] as const)
    events.on(name, (event) => void emitted.push({ name, event }));
  const clock = { moment: new Date(now), now: () => clock.moment };
  const telemetry = {
    hours: [] as HourAggregate[],
    reports: [] as PivotStatus[],
    readings: new Map<string, LatestReading>(),
    latest: async () => telemetry.readings,
    hourAggregates: async (sensorIds: readonly string[]) =>
      telemetry.hours.filter(({ sensorId }) => sensorIds.includes(sensorId)),
    pivotHistory: async (_pivotId: string, from: Date) =>
      telemetry.reports.filter(({ date }) => Date.parse(date) >= from.getTime()),
    pivotLatest: async () => new Map(telemetry.reports.map((report) => [report.pivotId, report] as const)),
  };
  const logged: unknown[] = [];
  const log = { ...quietLog, error: (what: unknown) => void logged.push(what) };
  const irrigation = createIrrigation({ database, clock, events, log }, { telemetry });
  return { irrigation, events, clock, telemetry, emitted, logged };
}

/** The recommendations of a client's sectors in season. */
export async function recommendationsOf({ decisions }: Irrigation, clientId: string) {
  const { recommendations } = await decisions.overview({ clientIds: [clientId] });
  return [...recommendations.values()];
}
