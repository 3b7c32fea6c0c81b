import { type FarmDay, farmDay, farmDayRange } from "@lamina/shared/farm-time";
import type { Database } from "../core/database/open.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { type ObservedDay, observeDay, type SensorDay } from "./observed-day.ts";
import { type FarmRow, weatherStore } from "./store.ts";

/** Weather of the farm's days as its sensors saw it, with the device that measured most of it. */
export async function observedDays(
  { database, telemetry }: { database: Database; telemetry: Telemetry },
  farm: FarmRow,
  from: FarmDay,
  to: FarmDay,
): Promise<Map<FarmDay, { weather: ObservedDay; deviceId: string | null }>> {
  const sensors = await weatherStore.sensors(database, farm._id);
  const sensorOf = new Map(sensors.map((sensor) => [sensor._id, sensor] as const));
  const range = farmDayRange(from, to, farm.timezone);
  const ids = [...sensorOf.keys()];
  const [days, hours] = await Promise.all([
    telemetry.dayAggregates(ids, from, to),
    telemetry.hourAggregates(ids, new Date(range.from), new Date(range.to)),
  ]);
  const hoursOf = new Map<string, number>();
  for (const { sensorId, hour } of hours) {
    const key = `${sensorId} ${farmDay(hour.getTime(), farm.timezone)}`;
    hoursOf.set(key, (hoursOf.get(key) ?? 0) + 1);
  }
  const byDay = new Map<FarmDay, SensorDay[]>();
  for (const { sensorId, day, ...aggregate } of days) {
    const sensor = sensorOf.get(sensorId);
    if (sensor === undefined) continue;
    const { variable, deviceId } = sensor;
    const measured = {
      variable,
      deviceId,
      heightM: sensor.heightM ?? 2,
      hours: hoursOf.get(`${sensorId} ${day}`) ?? 0,
    };
    byDay.set(day, [...(byDay.get(day) ?? []), { ...measured, ...aggregate }]);
  }
  return new Map(
    [...byDay].map(([day, measured]) => [
      day,
      { weather: observeDay(measured), deviceId: farm.stationDeviceId ?? measured[0]?.deviceId ?? null },
    ]),
  );
}
