import { type FarmDay, farmClock, farmDay, farmDayRange, farmDays } from "@lamina/shared/core/farm-time";
import { keysOf } from "@lamina/shared/core/keys";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { QualityFlag } from "@lamina/shared/records/telemetry";
import { isRain } from "@lamina/shared/records/variables";
import type { QualityValue, WeatherDaily, WeatherQuality } from "@lamina/shared/records/weather";
import type { Database } from "../core/database/open.ts";
import { flagOf } from "../telemetry/rules/quality.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { type CheckedDay, isRefusal, rainStateOf, TAKE_ALL_HOURS, VARIABLE_OF } from "./observed-day.ts";
import { observedDays } from "./observed-days.ts";
import { type FarmRow, type WeatherSensor, weatherStore } from "./store.ts";

const SHOWN = { tMax: "°C", tMin: "°C", rhMax: "%", rhMin: "%", wind2m: "m/s", rad: "MJ/m²" } as const;
type Shown = keyof typeof SHOWN;
type Finding = QualityValue["findings"][number];

/** Flags of readings as findings of the day's checks; a fast clock says nothing about the value. */
const FLAG_OF_READING: Partial<Record<QualityFlag, Finding["flag"]>> = {
  "out-of-range": "out-of-limits",
  stuck: "persistence",
  duplicate: "inconsistent",
  doubted: "doubted",
};

/** A farm's days by station, newest first: every value with its origin, and the findings in its hours. */
export async function weatherQuality(
  { database, telemetry }: { database: Database; telemetry: Pick<Telemetry, "hourAggregates"> },
  farmId: string,
  { from, to }: { from: FarmDay; to: FarmDay },
): Promise<WeatherQuality> {
  const farm = await weatherStore.farm(database, farmId);
  if (farm === undefined) return { farmId, stations: [] };
  const [sensors, observed, rows] = await Promise.all([
    weatherStore.sensors(database, farmId),
    observedDays({ database, telemetry }, farm, from, to),
    weatherStore.days(database, farmId, from, to),
  ]);
  const refused = await refusedOnArrival(database, farm, sensors, { from, to });
  const faults = rows.findLast(({ stationFaults }) => stationFaults !== null)?.stationFaults ?? [];
  const rowOf = new Map(rows.map((row) => [row.date, row] as const));
  const serialOf = new Map(sensors.map(({ deviceId, serial }) => [deviceId, serial] as const));
  const newestFirst = farmDays(from, to).toReversed();
  const stations = [...Map.groupBy(sensors, ({ deviceId }) => deviceId)].map(([deviceId, own]) => ({
    deviceId,
    serial: own[0]?.serial ?? "",
    name: own[0]?.name ?? null,
    faults: faults.filter((fault) => fault.deviceId === deviceId),
    days: newestFirst.map((date) => {
      const checked = observed.get(date)?.devices.find((device) => device.deviceId === deviceId);
      const found = (variable: string) => refused.get(`${deviceId} ${variable} ${date}`) ?? [];
      return { date, values: valuesOf(own, checked, { row: rowOf.get(date), serialOf, found }) };
    }),
  }));
  return { farmId, stations: stations.toSorted((one, other) => one.serial.localeCompare(other.serial)) };
}

interface Around {
  row:
    | Pick<WeatherDaily, Shown | "filledFrom" | "sources">
    | Awaited<ReturnType<typeof weatherStore.days>>[number]
    | undefined;
  serialOf: ReadonlyMap<string, string>;
  /** Readings that were refused on arrival, by variable. */
  found(variable: string): Finding[];
}

function valuesOf(sensors: readonly WeatherSensor[], checked: CheckedDay | undefined, around: Around): QualityValue[] {
  const measures = new Set(sensors.map(({ variable }) => (isRain(variable) ? "rain" : variable)));
  const inputs = keysOf(SHOWN).filter((input) => measures.has(VARIABLE_OF[input]));
  return [
    ...inputs.map((input) => qualityOf(input, checked, around)),
    ...(measures.has("rain") ? [rainOf(checked, around)] : []),
  ];
}

function qualityOf(input: Shown, checked: CheckedDay | undefined, { row, serialOf, found }: Around): QualityValue {
  const variable = VARIABLE_OF[input];
  const report = checked?.reports[variable];
  const findings = merged(report?.findings ?? [], found(variable));
  const own = checked?.day[input];
  const known = { input, unit: SHOWN[input], hours: report?.hours ?? 0, findings };
  if (own !== undefined)
    return report?.bridged && TAKE_ALL_HOURS.includes(input)
      ? { ...known, value: own, state: "filled", from: "interpolated" }
      : { ...known, value: own, state: "measured", from: null };
  const source = row?.sources?.[input];
  const from = row?.filledFrom?.[input] ?? (source === undefined ? null : (serialOf.get(source) ?? null));
  const value = from === null ? null : (row?.[input] ?? null);
  const state = findings.some(isRefusal) ? "refused" : value === null ? "missing" : "filled";
  return { ...known, value, state, from };
}

function rainOf(checked: CheckedDay | undefined, { found }: Around): QualityValue {
  const rain = checked?.rain;
  const findings = found("rain");
  const known = { input: "rain", unit: "mm", from: null, findings };
  if (checked?.doubt) return { ...known, value: null, hours: 0, state: "doubted", doubt: checked.doubt };
  if (rain === undefined) return { ...known, value: null, hours: 0, state: "missing" };
  return { ...known, value: rain.mm, hours: rain.hours, state: rainStateOf(rain) };
}

/** An hour with refused readings is not a gap, because they arrived. */
function merged(own: readonly Finding[], arrived: readonly Finding[]): Finding[] {
  const refusedHours = new Set(arrived.flatMap(({ hours }) => hours));
  const rest = own
    .map(({ flag, hours }) => ({
      flag,
      hours: flag === "gap" ? hours.filter((hour) => !refusedHours.has(hour)) : hours,
    }))
    .filter(({ hours }) => hours.length > 0);
  const byFlag = Map.groupBy([...arrived, ...rest], ({ flag }) => flag);
  return [...byFlag].map(([flag, all]) => ({
    flag,
    hours: [...new Set(all.flatMap(({ hours }) => hours))].sort((a, b) => a - b),
  }));
}

async function refusedOnArrival(
  database: Database,
  farm: FarmRow,
  sensors: readonly WeatherSensor[],
  { from, to }: { from: FarmDay; to: FarmDay },
): Promise<Map<string, Finding[]>> {
  const range = farmDayRange(from, to, farm.timezone);
  const ids = sensors.map(({ _id }) => _id);
  const sensorOf = new Map(sensors.map((sensor) => [sensor._id, sensor] as const));
  const rows = await weatherStore.refusedReadings(database, ids, new Date(range.from), new Date(range.to));
  const findings = new Map<string, Finding[]>();
  for (const { sensorId, at, flag } of rows) {
    const sensor = sensorOf.get(sensorId);
    const name = FLAG_OF_READING[flagOf(flag) ?? "late"];
    if (sensor === undefined || name === undefined) continue;
    const key = `${sensor.deviceId} ${isRain(sensor.variable) ? "rain" : sensor.variable} ${farmDay(at.getTime(), farm.timezone)}`;
    const hour = Math.floor((farmClock(at.getTime(), farm.timezone) / HOUR_MS) % 24);
    findings.set(key, [...(findings.get(key) ?? []), { flag: name, hours: [hour] }]);
  }
  return new Map([...findings].map(([key, found]) => [key, merged([], found)] as const));
}
