import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { isRain } from "@lamina/shared/records/variables";
import type { Database } from "../../core/database/open.ts";
import type { KnownSensor, ValidatedReading } from "../rules/validate-reading.ts";
import { isTotal } from "./amounts.ts";
import type { KnownDevice } from "./device-store.ts";
import { type DoubtChange, doubtsOf, reviewRain } from "./rain-review.ts";
import { rebuildRollups } from "./rollup-rebuild.ts";

/**
 * Follows new readings, which were stored: the increases of running totals, and the doubts of rain gauges. A gauge that
 * was dry, and is, needs no doubts. Returns the changed doubts.
 */
export async function followReadings(
  database: Database,
  storedReadings: readonly ValidatedReading[],
  devices: ReadonlyMap<string, KnownDevice>,
): Promise<DoubtChange[]> {
  const bySensor = Map.groupBy(
    storedReadings.filter(({ sensor }) => isRain(sensor.variable) || isTotal(sensor)),
    ({ sensor }) => sensor,
  );
  if (bySensor.size === 0) return [];
  const counters = [...devices.values()].flatMap((device) =>
    device.sensors.flatMap((sensor) => {
      const ofSensor = bySensor.get(sensor);
      return ofSensor === undefined ? [] : [{ device, sensor, own: ofSensor, ...spanOf(ofSensor, device.timezone) }];
    }),
  );
  const days = counters.flatMap(({ from, to }) => [from, to]).sort();
  const sensorIds = counters.map(({ sensor }) => sensor._id);
  const doubts = await doubtsOf(database, sensorIds, days[0] ?? "", days.at(-1) ?? "");
  const doubtful = new Set(doubts.flatMap(({ sensorId, acceptedAt }) => (acceptedAt === null ? sensorId : [])));
  const changes: DoubtChange[] = [];
  for (const { device, sensor, own: ofSensor, from, to } of counters) {
    if (isTotal(sensor)) await rebuildRollups(database, { sensor: sensor.number, timezone: device.timezone, from, to });
    const isWet = ofSensor.some(({ raw }) => raw !== 0) || isWetBefore(sensor);
    if (!isRain(sensor.variable)) continue;
    if (isWet || doubtful.has(sensor._id)) changes.push(await reviewRain(database, device, sensor, { from, to }));
  }
  return changes.filter(({ doubted, cleared }) => doubted.size > 0 || cleared.length > 0);
}

const isWetBefore = ({ state }: KnownSensor) => state !== undefined && state.raw !== 0;

function spanOf(readings: readonly ValidatedReading[], timezone: string): { from: FarmDay; to: FarmDay } {
  const moments = readings.map(({ at }) => at);
  const first = moments.reduce((one, other) => Math.min(one, other));
  const last = moments.reduce((one, other) => Math.max(one, other));
  return { from: farmDay(first, timezone), to: farmDay(last, timezone) };
}
