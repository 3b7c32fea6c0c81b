import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { and, eq, isNull, max, min, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { rainDoubts, readings } from "../../schema/telemetry.ts";
import { flagCode } from "../rules/quality.ts";
import type { KnownSensor } from "../rules/validate-reading.ts";
import type { KnownDevice } from "./device-store.ts";
import { reviewRain } from "./rain-review.ts";
import { rebuildAll } from "./rollup-rebuild.ts";

/** Days that are judged at a time, for memory. */
const DAYS_AT_A_TIME = 60;

/** Removes the open doubts of a sensor, and their flags; the rollups follow with {@link recountRain}. */
export async function freeDoubted(database: Database, { _id, number }: KnownSensor): Promise<void> {
  await database.delete(rainDoubts).where(and(eq(rainDoubts.sensorId, _id), isNull(rainDoubts.acceptedAt)));
  const doubted = sql.raw(String(flagCode("doubted")));
  // As if it were out of range: what the range allows is found by the caller, or counts again when it is judged.
  await database
    .update(readings)
    .set({ flag: flagCode("out-of-range") })
    .where(and(eq(readings.sensor, number), sql`${readings.flag} = ${doubted}`));
}

/** Computes the rollups of a rain gauge again from all of its readings, and judges all of its days. */
export async function recountRain(
  database: Database,
  device: Pick<KnownDevice, "_id" | "farmId" | "timezone">,
  sensor: KnownSensor,
): Promise<void> {
  const { timezone } = device;
  await rebuildAll(database, { sensor: sensor.number, timezone });
  const [span] = await database
    .select({ first: min(readings.at), last: max(readings.at) })
    .from(readings)
    .where(eq(readings.sensor, sensor.number));
  if (!span?.first || !span.last) return;
  const last = farmDay(span.last.getTime(), timezone);
  for (let from = farmDay(span.first.getTime(), timezone); from <= last; from = addDays(from, DAYS_AT_A_TIME))
    await reviewRain(database, device, sensor, { from, to: least(last, addDays(from, DAYS_AT_A_TIME - 1)) });
}

const least = (one: FarmDay, other: FarmDay): FarmDay => (one < other ? one : other);
