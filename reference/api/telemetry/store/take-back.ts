import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { isRain } from "@lamina/shared/records/variables";
import { desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { devices, readings, sensorStates, sensors } from "../../schema/telemetry.ts";
import { flagCode, flagOf } from "../rules/quality.ts";
import type { ValidatedReading } from "../rules/validate-reading.ts";
import { type KnownDevice, lockDevices } from "./device-store.ts";
import { followReadings } from "./follow-readings.ts";
import type { StoredBefore } from "./reading-store.ts";
import { rebuildRollups } from "./rollup-rebuild.ts";
import { sqlMilliseconds, sqlMoment } from "./sql-moment.ts";

/** Readings of an import by sensor number, as runs of equal steps, because a file of a year has few of them. */
export const WrittenReadings = z.array(
  z.object({
    sensor: z.number().int(),
    runs: z.array(z.tuple([z.number(), z.number(), z.number().int()])),
    /** Moments of stored readings that the import put in doubt. */
    doubted: z.array(z.number()),
  }),
);
type WrittenReadings = z.infer<typeof WrittenReadings>;

/** What an import wrote, as it is noted. */
export function writtenReadings(
  newReadings: readonly ValidatedReading[],
  doubted: readonly Pick<StoredBefore, "sensor" | "at">[],
): WrittenReadings {
  const added = Map.groupBy(newReadings, ({ sensor }) => sensor.number);
  const doubts = Map.groupBy(doubted, ({ sensor }) => sensor);
  return [...new Set([...added.keys(), ...doubts.keys()])].map((sensor) => ({
    sensor,
    runs: runsOf((added.get(sensor) ?? []).map(({ at }) => at)),
    doubted: (doubts.get(sensor) ?? []).map(({ at }) => at),
  }));
}

/** Moments as `[first, step, count]`. */
export function runsOf(moments: readonly number[]): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (const at of [...moments].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last?.[2] === 1) last[1] = at - last[0];
    if (last && at === last[0] + last[1] * last[2]) last[2]++;
    else runs.push([at, 0, 1]);
  }
  return runs;
}

const momentsOf = (runs: WrittenReadings[number]["runs"]) =>
  runs.flatMap(([first, step, count]) => Array.from({ length: count }, (_, index) => first + step * index));

/**
 * Deletes the readings that an import added, and trusts again those that it put in doubt. Returns the readings that went
 * or changed, with their devices; sensors that are deleted have none.
 */
export async function takeBackReadings(
  transaction: Database,
  written: WrittenReadings,
): Promise<{
  gone: ValidatedReading[];
  devices: Map<string, KnownDevice>;
  doubts: Awaited<ReturnType<typeof followReadings>>;
}> {
  const owners = await transaction
    .select({ serial: devices.serial })
    .from(devices)
    .innerJoin(sensors, eq(sensors.deviceId, devices._id))
    .where(inArray(sensors.number, [...new Set(written.map(({ sensor }) => sensor))]));
  const known = await lockDevices(transaction, [...new Set(owners.map(({ serial }) => serial))]);
  const gone: ValidatedReading[] = [];
  for (const { timezone, sensors: own } of known.values())
    for (const { sensor: number, runs, doubted } of written) {
      const sensor = own.find((one) => one.number === number);
      if (!sensor) continue;
      const changed = [
        ...(await remove(transaction, number, momentsOf(runs))),
        ...(await trust(transaction, number, doubted)),
      ];
      if (changed.length === 0) continue;
      await renewState(transaction, number);
      const days = changed.map(({ at }): FarmDay => farmDay(at, timezone)).sort();
      const span = { from: days[0] ?? "", to: days.at(-1) ?? "" };
      await rebuildRollups(transaction, { sensor: number, timezone, ...span });
      gone.push(...changed.map(({ at, raw, flag }) => ({ batch: 0, sensor, at, raw, flag: flagOf(flag) })));
    }
  const rain = gone.filter(({ sensor }) => isRain(sensor.variable));
  return { gone, devices: known, doubts: await followReadings(transaction, rain, known) };
}

type Changed = { at: number; raw: number; flag: number };

const at = (moments: readonly number[]): SQL =>
  sql`at in (select ${sqlMoment(sql.raw("ms"))} from unnest(${sqlArray(moments, "float8")}) as t (ms))`;
const row = sql`${sqlMilliseconds(sql.raw("at"))} as at, raw, flag`;

async function remove(transaction: Database, sensor: number, moments: readonly number[]): Promise<Changed[]> {
  const { rows } = await transaction.execute<Changed>(
    sql`delete from ${readings} where sensor = ${sensor} and ${at(moments)} returning ${row}`,
  );
  return rows;
}

async function trust(transaction: Database, sensor: number, moments: readonly number[]): Promise<Changed[]> {
  const { rows } = await transaction.execute<Changed>(
    sql`update ${readings} set flag = 0
        where sensor = ${sensor} and flag = ${flagCode("duplicate")} and ${at(moments)} returning ${row}`,
  );
  return rows;
}

/** The state of a sensor from its newest reading, when that of its state is gone or trusted again. */
async function renewState(transaction: Database, sensor: number): Promise<void> {
  const [newest] = await transaction
    .select()
    .from(readings)
    .where(eq(readings.sensor, sensor))
    .orderBy(desc(readings.at))
    .limit(1);
  const [state] = await transaction.select().from(sensorStates).where(eq(sensorStates.sensor, sensor));
  if (!newest) await transaction.delete(sensorStates).where(eq(sensorStates.sensor, sensor));
  else if (state && (state.at > newest.at || state.flag !== newest.flag))
    await transaction
      .update(sensorStates)
      .set({ at: newest.at, raw: newest.raw, flag: newest.flag, since: newest.at })
      .where(eq(sensorStates.sensor, sensor));
}
