import { type FarmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import type { Database } from "../core/database/open.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { devicesByDay, MARGIN_MS, radiationAbove } from "./device-hours.ts";
import { type FarmDayObserved, observeDay } from "./observed-day.ts";
import { loadRainDoubts } from "./rain-doubts.ts";
import { type FarmRow, weatherStore } from "./store.ts";

/** Weather of the farm's days from its devices; a day without any device is left out. */
export async function observedDays(
  { database, telemetry }: { database: Database; telemetry: Pick<Telemetry, "hourAggregates"> },
  farm: FarmRow,
  from: FarmDay,
  to: FarmDay,
): Promise<Map<FarmDay, FarmDayObserved>> {
  const sensors = await weatherStore.sensors(database, farm._id);
  const range = farmDayRange(from, to, farm.timezone);
  const hours = await telemetry.hourAggregates(
    sensors.map(({ _id }) => _id),
    new Date(range.from - MARGIN_MS),
    new Date(range.to + MARGIN_MS),
  );
  const doubts = await loadRainDoubts(database, [farm._id], from, to);
  const days = devicesByDay(sensors, hours, doubts, { from, to, timezone: farm.timezone });
  return new Map(
    [...days]
      .filter(([, devices]) => devices.length > 0)
      .map(([day, devices]) => {
        const place = { altitudeM: farm.altitude, raByHour: radiationAbove(farm, day) };
        return [day, observeDay(devices, place, farm.stationDeviceId)] as const;
      }),
  );
}
