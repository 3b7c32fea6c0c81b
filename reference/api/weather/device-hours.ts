import { extraterrestrialRadiationOfPeriod } from "@lamina/agronomy/eto/extraterrestrial";
import { type HourValue, MARGIN_HOURS, SLOTS } from "@lamina/agronomy/weather/hours";
import { dayOfYear, type FarmDay, farmDay, farmDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { isRain } from "@lamina/shared/records/variables";
import type { HourAggregate } from "../telemetry/service.ts";
import type { DeviceDay } from "./observed-day.ts";
import type { RainDoubts } from "./rain-doubts.ts";
import type { FarmRow, WeatherSensor } from "./store.ts";

/** Hours of sensors to read before and after the requested days, for the margins of the first and the last day, ms. */
export const MARGIN_MS = MARGIN_HOURS * HOUR_MS;

/** The days of a farm's devices from the hours of their sensors; a device without an hour on a day is left out. */
export function devicesByDay(
  sensors: readonly WeatherSensor[],
  hours: readonly HourAggregate[],
  doubts: RainDoubts,
  { from, to, timezone }: { from: FarmDay; to: FarmDay; timezone: string },
): Map<FarmDay, DeviceDay[]> {
  const bySensor = new Map(
    [...Map.groupBy(hours, ({ sensorId }) => sensorId)].map(([id, own]) => [
      id,
      new Map(own.map((hour) => [hour.hour.getTime(), hour] as const)),
    ]),
  );
  const byDevice = Map.groupBy(sensors, ({ deviceId }) => deviceId);
  return new Map(
    farmDays(from, to).map((day) => {
      const start = startOfFarmDay(day, timezone) - MARGIN_MS;
      const devices = [...byDevice].flatMap(([deviceId, own]): DeviceDay[] => {
        const device: DeviceDay = { deviceId, heightM: own[0]?.heightM ?? null, hours: {} };
        for (const sensor of own) addSensor(device, sensor, bySensor.get(sensor._id), start);
        const doubt = doubts.get(`${deviceId} ${day}`);
        if (doubt !== undefined) Object.assign(device, { doubt, rain: undefined });
        return device.rain !== undefined || doubt !== undefined || Object.keys(device.hours).length > 0 ? [device] : [];
      });
      return [day, devices] as const;
    }),
  );
}

type ByHour = ReadonlyMap<number, HourAggregate> | undefined;

function addSensor(device: DeviceDay, sensor: WeatherSensor, byHour: ByHour, start: number): void {
  const slots = Array.from({ length: SLOTS }, (_, slot) => byHour?.get(start + slot * HOUR_MS));
  const own = slots.slice(MARGIN_HOURS, MARGIN_HOURS + 24);
  const heard = own.filter((hour) => hour !== undefined);
  if (heard.length === 0) return;
  const { variable } = sensor;
  if (isRain(variable)) {
    const mm = heard.reduce((sum, hour) => sum + hour.sum, 0);
    const covered = coveredHours(heard.length, sensor.intervalMin);
    if (device.rain === undefined || device.rain.hours < covered) device.rain = { mm, hours: covered };
  } else if (variable === "airTemp" || variable === "airHum" || variable === "wind" || variable === "rad") {
    const known = device.hours[variable]?.slice(MARGIN_HOURS, MARGIN_HOURS + 24) ?? [];
    if (known.filter((hour) => hour !== undefined).length < heard.length)
      device.hours[variable] = slots.map((hour) => hour && hourOf(hour));
  }
}

const hourOf = ({ sum, count, min, max }: HourAggregate): HourValue => ({ mean: sum / count, min, max });

/** A reading covers the time since the previous one: a gauge that reports every six hours covers six hours with each. */
const coveredHours = (heard: number, intervalMin: number) =>
  Math.min(24, heard * Math.max(1, Math.ceil(intervalMin / 60)));

/** Extraterrestrial radiation of a day's hours with their margins, MJ/m². */
export function radiationAbove(farm: FarmRow, day: FarmDay): number[] {
  const start = startOfFarmDay(day, farm.timezone);
  const zoneMeridianDeg = (15 * (Date.parse(`${day}T00:00:00Z`) - start)) / HOUR_MS;
  return Array.from({ length: SLOTS }, (_, slot) => {
    const at = start + (slot - MARGIN_HOURS) * HOUR_MS;
    return extraterrestrialRadiationOfPeriod({
      latitudeDeg: farm.lat,
      longitudeDeg: farm.lon,
      zoneMeridianDeg,
      dayOfYear: dayOfYear(farmDay(at, farm.timezone)),
      midHour: ((slot - MARGIN_HOURS + 24) % 24) + 0.5,
    });
  });
}
