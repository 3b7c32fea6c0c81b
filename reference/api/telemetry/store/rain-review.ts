import { addDays, type FarmDay, farmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import type { QualityFlag } from "@lamina/shared/records/telemetry";
import { RAIN_VARIABLES } from "@lamina/shared/records/variables";
import { and, between, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { devices, rainDoubts, readingDays, readings, sensors } from "../../schema/telemetry.ts";
import { calibrated } from "../rules/calibration.ts";
import { flagCode, rangeOf } from "../rules/quality.ts";
import { type DayDoubt, doubtedDays, isConfirmed } from "../rules/rain-doubts.ts";
import type { KnownSensor } from "../rules/validate-reading.ts";
import { isTotal, rawValues } from "./amounts.ts";
import type { KnownDevice } from "./device-store.ts";
import { rebuildRollups } from "./rollup-rebuild.ts";
import { sqlMilliseconds } from "./sql-moment.ts";

/** Days around new readings that are judged again, and days before them that show how the gauge counts. */
const AROUND_DAYS = 1;
const CONTEXT_DAYS = 4;
/** For this long a recognised running total is expected again. */
const KNOWN_FOR_DAYS = 14;

type Device = Pick<KnownDevice, "_id" | "farmId" | "timezone">;
interface Days {
  from: FarmDay;
  to: FarmDay;
}

/** A change of a sensor's doubts: new ones, and days that are not doubted any more. */
export interface DoubtChange {
  sensor: KnownSensor;
  doubted: ReadonlyMap<FarmDay, DayDoubt>;
  cleared: readonly FarmDay[];
  /** Doubted days that were not doubted before. */
  fresh: readonly FarmDay[];
}

/**
 * Judges the days of new readings of a rain gauge, and flags or frees the readings of days whose judgement changed. A
 * person's answer stays. To be called in the transaction that stores the readings, with the device locked.
 */
export async function reviewRain(
  database: Database,
  { farmId, timezone, ...device }: Device,
  sensor: KnownSensor,
  days: Days,
): Promise<DoubtChange> {
  const [from, to] = [addDays(days.from, -AROUND_DAYS), addDays(days.to, AROUND_DAYS)];
  const rows = await doubtsOf(database, [sensor._id], addDays(from, -KNOWN_FOR_DAYS), to);
  const range = farmDayRange(addDays(from, -CONTEXT_DAYS), to, timezone);
  const values = rawValues(sensor, { from: new Date(range.from), to: new Date(range.to) }, true);
  const { rows: read } = await database.execute<{ at: number; raw: number }>(
    sql`select ${sqlMilliseconds(sql.raw("at"))} as at, raw from (${values}) v order by at`,
  );
  const rain = read.map(({ at, raw }) => ({ at, mm: calibrated(sensor, raw) })).filter(({ mm }) => mm >= 0);
  const lastTotal = rows.findLast(({ kind }) => kind === "counter");
  const judged = doubtedDays(rain, {
    dayOf: (at) => farmDay(at, timezone),
    isTotal: isTotal(sensor),
    isKnown: lastTotal !== undefined && lastTotal.acceptedAt === null,
  });
  const needsNeighbours = [...judged.values()].some(({ kind }) => kind === "rate" || kind === "day");
  const elsewhere = needsNeighbours
    ? await largestElsewhere(database, { farmId, deviceId: device._id, from, to })
    : null;
  const answered = new Set(rows.flatMap(({ day, acceptedAt }) => (acceptedAt === null ? [] : day)));
  const nextDoubts = new Map(
    [...judged].filter(
      ([day, doubt]) => day >= from && day <= to && !answered.has(day) && !isConfirmed(doubt, elsewhere?.get(day) ?? 0),
    ),
  );
  const open = rows.filter(({ day, acceptedAt }) => acceptedAt === null && day >= from);
  const same = new Set(
    open.flatMap(({ day, kind, mm }) =>
      nextDoubts.get(day)?.kind === kind && nextDoubts.get(day)?.mm === mm ? day : [],
    ),
  );
  const change: DoubtChange = {
    sensor,
    doubted: new Map([...nextDoubts].filter(([day]) => !same.has(day) || (day >= days.from && day <= days.to))),
    cleared: open.flatMap(({ day, kind }) => (nextDoubts.has(day) || kind === "neighbours" ? [] : day)),
    fresh: [...nextDoubts.keys()].filter((day) => !open.some((row) => row.day === day)),
  };
  await applyDoubts(database, timezone, change);
  return change;
}

/** Days of sensors that are or were doubted, in order. */
export function doubtsOf(database: Database, sensorIds: readonly string[], from: FarmDay, to: FarmDay) {
  return database
    .select()
    .from(rainDoubts)
    .where(and(anyOf(rainDoubts.sensorId, sensorIds), between(rainDoubts.day, from, to)))
    .orderBy(rainDoubts.day);
}

/** Days that wait for an answer, by the reason. */
export async function countDoubts(database: Database): Promise<Record<string, number>> {
  const { kind, acceptedAt } = rainDoubts;
  const rows = await database.select({ kind, days: count() }).from(rainDoubts).where(isNull(acceptedAt)).groupBy(kind);
  return Object.fromEntries(rows.map((row) => [row.kind, row.days]));
}

/** Stores new doubts and removes old ones, with the flags of their readings and the rollups. */
export async function applyDoubts(
  database: Database,
  timezone: string,
  { sensor, doubted, cleared }: Omit<DoubtChange, "fresh">,
): Promise<void> {
  const changed = [...doubted.keys(), ...cleared].sort();
  const [from, to] = [changed[0], changed.at(-1)];
  if (from === undefined || to === undefined) return;
  for (const [day, doubt] of doubted)
    await database
      .insert(rainDoubts)
      .values({ sensorId: sensor._id, day, ...doubt })
      .onConflictDoUpdate({ target: [rainDoubts.sensorId, rainDoubts.day], set: doubt });
  if (cleared.length > 0)
    await database.delete(rainDoubts).where(and(eq(rainDoubts.sensorId, sensor._id), anyOf(rainDoubts.day, cleared)));
  const [lowest, highest] = rangeOf(sensor);
  const value = sql`(${sensor.calibA}::float8 + ${sensor.calibB}::float8 * raw)`;
  // A total out of its range must not become the base of the next increase.
  const isAmount = sql.raw(String(!isTotal(sensor)));
  await flagDays(
    database,
    { sensor, timezone, days: [...doubted.keys()] },
    sql`case
    when flag in (${code(null)}, ${code("late")}) or (flag = ${code("out-of-range")} and ${value} >= 0 and ${isAmount})
    then ${code("doubted")} else flag end`,
  );
  await flagDays(
    database,
    { sensor, timezone, days: cleared },
    sql`case
    when flag <> ${code("doubted")} then flag
    when ${value} between ${lowest}::float8 and ${highest}::float8 then ${code(null)} else ${code("out-of-range")} end`,
  );
  await rebuildRollups(database, { sensor: sensor.number, timezone, from, to });
}

/** Accepts the rain of doubted days: their readings count, also those above the usual range. */
export async function acceptDoubts(
  database: Database,
  { sensor, timezone, days, at }: { sensor: KnownSensor; timezone: string; days: readonly FarmDay[]; at: Date },
): Promise<void> {
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return;
  await database
    .update(rainDoubts)
    .set({ acceptedAt: at })
    .where(and(eq(rainDoubts.sensorId, sensor._id), anyOf(rainDoubts.day, days)));
  const flag = sql`case when flag = ${code("doubted")} then ${code(null)} else flag end`;
  await flagDays(database, { sensor, timezone, days }, flag);
  await rebuildRollups(database, { sensor: sensor.number, timezone, from, to });
}

const code = (flag: QualityFlag | null) => sql.raw(String(flagCode(flag)));

async function flagDays(
  database: Database,
  { sensor, timezone, days }: { sensor: KnownSensor; timezone: string; days: readonly FarmDay[] },
  flag: SQL,
): Promise<void> {
  for (const day of days) {
    const range = farmDayRange(day, day, timezone);
    const [from, to] = [range.from, range.to].map((at) => sql`${new Date(at).toISOString()}::timestamptz`);
    await database.execute(sql`update ${readings} set flag = ${flag}
      where sensor = ${sensor.number} and at >= ${from} and at < ${to} and flag <> ${flag}`);
  }
}

/** Sums of a farm's rain gauges on days, mm: counted ones, and those that are doubted for their amount. */
export async function gaugeSums(database: Database, farmId: string, { from, to }: Days) {
  const { sum, day } = readingDays;
  const ofFarm = and(eq(devices.farmId, farmId), eq(devices.active, true), eq(sensors.active, true));
  const sumMm = sql<number>`${sensors.calibA} * ${readingDays.count} + ${sensors.calibB} * ${sum}`;
  const counted = await database
    .select({
      deviceId: devices._id,
      sensorId: sensors._id,
      day,
      mm: sumMm,
      count: readingDays.count,
      intervalMin: devices.intervalMin,
    })
    .from(devices)
    .innerJoin(sensors, and(eq(sensors.deviceId, devices._id), anyOf(sensors.variable, RAIN_VARIABLES)))
    .innerJoin(readingDays, eq(readingDays.sensor, sensors.number))
    .where(and(ofFarm, between(day, from, to)));
  const doubted = await database
    .select({
      deviceId: devices._id,
      sensorId: sensors._id,
      day: rainDoubts.day,
      mm: rainDoubts.mm,
      kind: rainDoubts.kind,
    })
    .from(rainDoubts)
    .innerJoin(sensors, eq(sensors._id, rainDoubts.sensorId))
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(and(ofFarm, between(rainDoubts.day, from, to), isNull(rainDoubts.acceptedAt)));
  return { counted, doubted };
}

async function largestElsewhere(
  database: Database,
  { farmId, deviceId, from, to }: Days & { farmId: string; deviceId: string },
): Promise<Map<FarmDay, number>> {
  const { counted, doubted } = await gaugeSums(database, farmId, { from, to });
  const largest = new Map<FarmDay, number>();
  const large = doubted.filter(({ kind }) => kind === "rate" || kind === "day");
  for (const row of [...counted, ...large])
    if (row.deviceId !== deviceId) largest.set(row.day, Math.max(row.mm, largest.get(row.day) ?? 0));
  return largest;
}
