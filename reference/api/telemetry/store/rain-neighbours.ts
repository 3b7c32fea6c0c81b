import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Database } from "../../core/database/open.ts";
import { COMPARED_FROM_MM, type DayDoubt, isConfirmed, NEIGHBOUR_SHARE } from "../rules/rain-doubts.ts";
import { lockDevices, serialsOf } from "./device-store.ts";
import { applyDoubts, type DoubtChange, doubtsOf, gaugeSums } from "./rain-review.ts";

/** Minimum time with readings for a gauge's day to be compared with, min. */
const COMPARED_MIN = 20 * 60;

/** Days of a farm, both included. */
export interface FarmDays {
  farmId: string;
  timezone: string;
  from: FarmDay;
  to: FarmDay;
}

/**
 * Compares the rain gauges of a farm on days that have ended: a large amount of which no other gauge measured a part is
 * doubted, and one that another gauge confirms is not any more.
 */
export async function compareGauges(
  database: Database,
  { farmId, timezone, from, to }: FarmDays,
): Promise<DoubtChange[]> {
  const { counted, doubted } = await gaugeSums(database, farmId, { from, to });
  const doubts = new Map(doubted.map((row) => [`${row.sensorId} ${row.day}`, row] as const));
  const amounts = [...counted, ...doubted.filter(({ kind }) => kind !== "counter" && kind !== "impossible")];
  const byDay = Map.groupBy(amounts, ({ day }) => day);
  const changes = new Map<string, { doubted: Map<FarmDay, DayDoubt>; cleared: FarmDay[] }>();
  for (const [day, gauges] of byDay)
    for (const { sensorId, deviceId, mm } of gauges) {
      const others = gauges.filter((other) => other.deviceId !== deviceId);
      const largest = Math.max(0, ...others.map((other) => other.mm));
      const isCompared = others.some((other) => "count" in other && other.count * other.intervalMin >= COMPARED_MIN);
      const isAlone = isCompared && mm >= COMPARED_FROM_MM && largest < NEIGHBOUR_SHARE * mm;
      const previousDoubt = doubts.get(`${sensorId} ${day}`);
      const change = changes.get(sensorId) ?? { doubted: new Map<FarmDay, DayDoubt>(), cleared: [] };
      if (previousDoubt === undefined && isAlone) change.doubted.set(day, { kind: "neighbours", mm });
      else if (previousDoubt && (previousDoubt.kind === "neighbours" ? !isAlone : isConfirmed(previousDoubt, largest)))
        change.cleared.push(day);
      else continue;
      changes.set(sensorId, change);
    }
  if (changes.size === 0) return [];
  const applied: DoubtChange[] = [];
  const serials = await serialsOf(database, [...changes.keys()]);
  for (const { sensors } of (await lockDevices(database, serials)).values())
    for (const sensor of sensors) {
      const change = changes.get(sensor._id);
      if (change === undefined) continue;
      const answered = (await doubtsOf(database, [sensor._id], from, to)).filter(({ acceptedAt }) => acceptedAt);
      for (const { day } of answered) change.doubted.delete(day);
      applied.push({ sensor, ...change, fresh: [...change.doubted.keys()] });
      await applyDoubts(database, timezone, { sensor, ...change });
    }
  return applied;
}
