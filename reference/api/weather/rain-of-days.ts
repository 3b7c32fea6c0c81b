import type { FarmDay } from "@lamina/shared/core/farm-time";
import { RAIN_VARIABLES } from "@lamina/shared/records/variables";
import type { RainDoubt, RainState } from "@lamina/shared/records/weather";
import { and, asc, eq, gt, gte, isNull, lte, max, or } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { devices, readingDays, sensors } from "../schema/telemetry.ts";
import { gaugeDays, rains, weatherDays } from "../schema/weather.ts";
import { calibratedSum } from "../telemetry/rules/calibration.ts";
import { rainStateOf } from "./observed-day.ts";
import { loadRainDoubts } from "./rain-doubts.ts";

/** A place for rain: a farm, or a sector with the position of its pivot. */
export interface RainPlace {
  farmId: string;
  /** Null for the farm as a whole. */
  sectorId: string | null;
  /** The gauge of the sector or of its pivot. */
  gaugeDeviceId: string | null;
  lat: number;
  lon: number;
}

interface Gauge {
  deviceId: string;
  /** Its name, or its serial number. */
  name: string;
  /** Under maintenance, so that no readings are expected. */
  maintenance: boolean;
}

export interface DayRain {
  /** mm; null when unknown. */
  mm: number | null;
  /** Null when no gauge measures and no person recorded rain. */
  state: Exclude<RainState, "forecast"> | null;
  /** Hours of the day with readings of the gauge; null for a person's record, or when unknown. */
  hours: number | null;
  /** The gauge that measured; for a missing day the one that should have measured. */
  gauge: Gauge | null;
  /** Why the gauge's rain is doubted. */
  doubt?: RainDoubt;
}

export interface RainOfDays {
  on(place: RainPlace, date: FarmDay): DayRain;
  /** Whether a gauge of the place reported on a day, also where a person's record overrides it. */
  isMeasured(place: RainPlace, date: FarmDay): boolean;
  /** The gauges of a place, in order of precedence. */
  gaugesOf(place: RainPlace): Gauge[];
}

/**
 * Rain of places on days. A person's record overrides the gauges, and a sector's record the farm's; several records of
 * one place and day add up. Otherwise the gauge that the place names is used, else the nearest. If it was silent for a
 * part of the day, the next gauge with a complete day is used, unless it measured less than the first one. Doubted rain
 * of a gauge is unknown until a person answers.
 */
export async function loadRain(
  database: Database,
  places: readonly RainPlace[],
  from: FarmDay,
  to: FarmDay,
): Promise<RainOfDays> {
  const farmIds = [...new Set(places.map(({ farmId }) => farmId))];
  const sectorIds = places.flatMap(({ sectorId }) => sectorId ?? []);
  if (farmIds.length === 0) return { on: () => UNKNOWN, isMeasured: () => false, gaugesOf: () => [] };
  const recorded = await database
    .select({ farmId: rains.farmId, sectorId: rains.sectorId, date: rains.date, mm: rains.mm })
    .from(rains)
    .where(
      and(
        or(anyOf(rains.farmId, farmIds), anyOf(rains.sectorId, sectorIds)),
        gte(rains.date, from),
        lte(rains.date, to),
        eq(rains.active, true),
      ),
    );
  const collected = await database
    .select()
    .from(gaugeDays)
    .where(and(anyOf(gaugeDays.farmId, farmIds), gte(gaugeDays.date, from), lte(gaugeDays.date, to)));
  const days = await database
    .select({
      farmId: weatherDays.farmId,
      date: weatherDays.date,
      rain: weatherDays.rain,
      state: weatherDays.rainState,
    })
    .from(weatherDays)
    .where(and(anyOf(weatherDays.farmId, farmIds), gte(weatherDays.date, from), lte(weatherDays.date, to)));
  const running = await loadUnprocessed(database, farmIds, from, to);
  const gauges = await gaugesOfFarms(database, farmIds);
  const doubts = await loadRainDoubts(database, farmIds, from, to);

  const recordedMm = new Map<string, number>();
  for (const { farmId, sectorId, date, mm } of recorded) {
    const key = `${sectorId ?? farmId} ${date}`;
    recordedMm.set(key, (recordedMm.get(key) ?? 0) + mm);
  }
  const byGauge = [...running, ...collected];
  const collectedBy = new Map(byGauge.map((row) => [`${row.farmId} ${row.deviceId} ${row.date}`, row] as const));
  const hasGaugeDay = new Set(byGauge.map((row) => `${row.farmId} ${row.date}`));
  const dayOf = new Map(days.map((row) => [`${row.farmId} ${row.date}`, row] as const));
  // Sectors with the same gauges in the same order share their days, because a large farm has hundreds of sectors.
  const orders = new Map<string, Order>();
  const orderOf = new Map<RainPlace, Order>();
  const orderAt = (place: RainPlace) => {
    const known = orderOf.get(place);
    if (known !== undefined) return known;
    const own = ranked(place, gauges.get(place.farmId) ?? []);
    const key = [place.farmId, ...own.map(({ deviceId }) => deviceId)].join(" ");
    const order = orders.get(key) ?? { gauges: own, days: new Map() };
    orders.set(key, order);
    orderOf.set(place, order);
    return order;
  };

  function measuredOn(farmId: string, own: readonly Gauge[], date: FarmDay): DayRain {
    const next = own.find(({ deviceId }) => {
      return doubts.has(`${deviceId} ${date}`) || collectedBy.has(`${farmId} ${deviceId} ${date}`);
    });
    const doubt = doubts.get(`${next?.deviceId} ${date}`);
    // Another gauge's amount is not taken instead: the place's own one says that much more fell there.
    if (next && doubt) return { mm: null, state: "doubted", hours: null, gauge: next, doubt };
    if (hasGaugeDay.has(`${farmId} ${date}`)) {
      const reported = own.flatMap((gauge) => {
        const row = collectedBy.get(`${farmId} ${gauge.deviceId} ${date}`);
        if (row === undefined) return [];
        const { mm, hours } = row;
        return [{ gauge, mm, hours, state: hours === null ? ("incomplete" as const) : rainStateOf({ mm, hours }) }];
      });
      const [first] = reported;
      const whole = reported.find(({ state }) => state === "measured");
      if (whole !== undefined && whole.mm >= (first?.mm ?? 0)) return whole;
      if (first !== undefined) return first;
    }
    // Days stored before gauges were stored separately.
    const day = dayOf.get(`${farmId} ${date}`);
    if (typeof day?.rain === "number")
      return { mm: day.rain, state: day.state ?? "measured", hours: null, gauge: own[0] ?? null } as DayRain;
    const expected = own.find(({ maintenance }) => !maintenance);
    return expected === undefined ? UNKNOWN : { mm: null, state: "missing", hours: 0, gauge: expected };
  }

  const gaugeRain = (place: RainPlace, date: FarmDay): DayRain => {
    const { gauges: own, days: known } = orderAt(place);
    const rain = known.get(date) ?? measuredOn(place.farmId, own, date);
    known.set(date, rain);
    return rain;
  };
  return {
    gaugesOf: (place) => orderAt(place).gauges,
    isMeasured: (place, date) => gaugeRain(place, date).mm !== null,
    on(place, date) {
      const { farmId, sectorId } = place;
      if (recordedMm.size > 0) {
        const own = sectorId === null ? undefined : recordedMm.get(`${sectorId} ${date}`);
        const mm = own ?? recordedMm.get(`${farmId} ${date}`);
        if (mm !== undefined) return { mm, state: "manual", hours: null, gauge: null };
      }
      return gaugeRain(place, date);
    },
  };
}

/** Rain that gauges collected on days whose weather is not computed yet, such as today. */
async function loadUnprocessed(database: Database, farmIds: readonly string[], from: FarmDay, to: FarmDay) {
  const { count, sum, day } = readingDays;
  const { calibA, calibB } = sensors;
  const computed = database
    .select({ farmId: weatherDays.farmId, last: max(weatherDays.date).as("last") })
    .from(weatherDays)
    .where(anyOf(weatherDays.farmId, farmIds))
    .groupBy(weatherDays.farmId)
    .as("computed");
  const rows = await database
    .select({ farmId: devices.farmId, deviceId: devices._id, date: day, count, sum, calibA, calibB })
    .from(devices)
    .innerJoin(
      sensors,
      and(eq(sensors.deviceId, devices._id), anyOf(sensors.variable, RAIN_VARIABLES), eq(sensors.active, true)),
    )
    .innerJoin(readingDays, eq(readingDays.sensor, sensors.number))
    .leftJoin(computed, eq(computed.farmId, devices.farmId))
    .where(
      and(
        anyOf(devices.farmId, farmIds),
        eq(devices.active, true),
        gte(day, from),
        lte(day, to),
        or(isNull(computed.last), gt(day, computed.last)),
      ),
    );
  return rows.map(({ farmId, deviceId, date, ...own }) => {
    return { farmId, deviceId, date, mm: Math.max(0, calibratedSum(own, own.sum, own.count)), hours: null };
  });
}

/** Gauges in their order of precedence, and the days that they measured. */
interface Order {
  gauges: Gauge[];
  days: Map<FarmDay, DayRain>;
}

const UNKNOWN: DayRain = { mm: null, state: null, hours: null, gauge: null };

interface PlacedGauge extends Gauge {
  lat: number | null;
  lon: number | null;
}

async function gaugesOfFarms(database: Database, farmIds: readonly string[]): Promise<Map<string, PlacedGauge[]>> {
  const rows = await database
    .selectDistinct({
      farmId: devices.farmId,
      deviceId: devices._id,
      serial: devices.serial,
      name: devices.name,
      lat: devices.lat,
      lon: devices.lon,
      maintenance: devices.maintenance,
    })
    .from(devices)
    .innerJoin(
      sensors,
      and(eq(sensors.deviceId, devices._id), anyOf(sensors.variable, RAIN_VARIABLES), eq(sensors.active, true)),
    )
    .where(and(anyOf(devices.farmId, farmIds), eq(devices.active, true)))
    .orderBy(asc(devices.serial));
  return Map.groupBy(
    rows.map(({ serial, name, ...gauge }) => ({ ...gauge, name: name ?? serial })),
    ({ farmId }) => farmId,
  );
}

/** The gauge that the place names, then the others by distance; those without a position last. */
function ranked({ gaugeDeviceId, lat, lon }: RainPlace, gauges: readonly PlacedGauge[]): Gauge[] {
  const east = Math.cos((lat * Math.PI) / 180);
  const order = (gauge: PlacedGauge) => {
    if (gauge.deviceId === gaugeDeviceId) return -1;
    if (gauge.lat === null || gauge.lon === null) return Number.POSITIVE_INFINITY;
    return Math.hypot(gauge.lat - lat, east * (gauge.lon - lon));
  };
  const distanceOf = new Map(gauges.map((gauge) => [gauge, order(gauge)] as const));
  return gauges
    .toSorted((one, other) => {
      const [a, b] = [distanceOf.get(one) ?? 0, distanceOf.get(other) ?? 0];
      return a === b ? 0 : a - b;
    })
    .map(({ deviceId, name, maintenance }) => ({ deviceId, name, maintenance }));
}
