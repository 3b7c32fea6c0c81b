import { farmDay } from "@lamina/shared/core/farm-time";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { readings, sensorStates } from "../../schema/telemetry.ts";
import { excluded, flagCode } from "../rules/quality.ts";
import type { StoredBefore } from "./reading-store.ts";
import { rebuildRollups } from "./rollup-rebuild.ts";

/**
 * Flags a stored reading when the same moment arrives with another value, because it is unknown which one is right, and
 * excludes it from the means of its hour and day. Returns those that were trusted before.
 */
export async function doubtContradicted(
  database: Database,
  contradicted: readonly Pick<StoredBefore, "sensor" | "at">[],
  zones: ReadonlyMap<number, string>,
): Promise<Pick<StoredBefore, "sensor" | "at">[]> {
  const doubted: Pick<StoredBefore, "sensor" | "at">[] = [];
  const flag = flagCode("duplicate");
  for (const { sensor, at } of contradicted) {
    const moment = new Date(at);
    const marked = await database
      .update(readings)
      .set({ flag })
      .where(and(eq(readings.sensor, sensor), eq(readings.at, moment), sql`not (${excluded(readings.flag)})`))
      .returning({ sensor: readings.sensor });
    if (marked.length === 0) continue;
    doubted.push({ sensor, at });
    await database
      .update(sensorStates)
      .set({ flag })
      .where(and(eq(sensorStates.sensor, sensor), eq(sensorStates.at, moment)));
    const timezone = zones.get(sensor) ?? "UTC";
    const day = farmDay(at, timezone);
    await rebuildRollups(database, { sensor, timezone, from: day, to: day });
  }
  return doubted;
}
