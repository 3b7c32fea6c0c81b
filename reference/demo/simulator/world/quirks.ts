import { volumeOf } from "@lamina/agronomy/machine/pivot";
import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { chance } from "../../../api/weather/climate/chance.ts";
import { createFarmWeather } from "./farm-weather.ts";
import type { DeviceLayout, FarmLayout } from "./layout.ts";

/** Gross depth of the secret watering, mm, large enough for a probe to notice; and its longest duration. */
const SECRET_MM = 28;
const LONGEST_SECRET_H = 24;
/** A probe drifts by so much until now: more than clients tolerate between it and the balance. */
const DRIFT = { days: 45, pointsPerDay: -0.15 } as const;
/** The weather instruments of a farm were silent for these hours of a day of the last week: its rain is a lower bound. */
const GAP = { daysAgo: 5, from: "10:00", hours: 8 } as const;

/** The demo's client of 120 pivots has no quirks, so that those of the other clients do not depend on its presence. */
export const PLAIN_CLIENT = "demo-chapada";

/** A watering without a record. */
export interface SecretRun {
  pivotId: string;
  sectorId: string;
  /** ms */
  at: number;
  grossMm: number;
}

/** Intended faults on the farm, so that there is something to detect. */
interface Quirks {
  /** A probe that reads less from day to day. */
  drift: { serial: string; since: number; pointsPerDay: number } | undefined;
  /** A sensor with a constant value. */
  stuck: { sensorId: string; since: number } | undefined;
  /** A station and the gauges of its farm that were silent for some hours. */
  gap: { serials: string[]; from: number; to: number } | undefined;
  /** A device that became silent and remains so. */
  silent: { serial: string; since: number } | undefined;
  /** A battery that is nearly empty. */
  weak: { serial: string } | undefined;
  secretRuns: SecretRun[];
}

/** Inputs of the simulated instruments' behaviour. */
export interface InstrumentOptions {
  seed: number;
  /** End of the generated past, ms: accidents happen after it, quirks before it. */
  epoch: number;
  quirks: Quirks;
}

/**
 * Chooses the quirks by the seed. `epoch` is the end of the generated past, ms. Those that change readings of earlier
 * days depend on its day alone, so that such a day can be reproduced at another hour.
 */
export function quirksOf(all: readonly FarmLayout[], seed: number, epoch: number): Quirks {
  const today = Math.floor(epoch / DAY_MS) * DAY_MS;
  const layouts = all.filter(({ farm }) => farm.clientId !== PLAIN_CLIENT);
  const devices = layouts.flatMap((layout) => layout.devices);
  const ofType = (type: string) => devices.filter(({ device }) => device.sensorTypeId === type);
  const [drifting, sticking, ...others] = shuffled(ofType("soil-moisture-probe"), seed, "probe");
  const [gapped] = shuffled(ofType("weather-station"), seed, "station");
  const [silent] = shuffled(ofType("rain-gauge"), seed, "gauge");
  const stuck = sticking?.sensors.find(({ depthCm }) => depthCm === 40);
  const gapDay = gapped && farmOf(layouts, gapped);
  const gapStart =
    gapDay && farmMoment(addDays(farmDay(epoch, gapDay.timezone), -GAP.daysAgo), GAP.from, gapDay.timezone);
  return {
    drift: drifting && {
      serial: drifting.device.serial,
      since: today - DRIFT.days * DAY_MS,
      pointsPerDay: DRIFT.pointsPerDay,
    },
    stuck: stuck && { sensorId: stuck._id, since: today - 3 * DAY_MS },
    gap:
      gapped && gapStart !== undefined
        ? {
            serials: [
              gapped,
              ...ofType("rain-gauge").filter(({ device }) => device.farmId === gapped.device.farmId),
            ].map(({ device }) => device.serial),
            from: gapStart,
            to: gapStart + GAP.hours * HOUR_MS,
          }
        : undefined,
    silent: silent && { serial: silent.device.serial, since: epoch - 14 * HOUR_MS },
    weak: others[0] && { serial: others[0].device.serial },
    secretRuns: secretRunOf(layouts, others.slice(1), seed, epoch),
  };
}

/**
 * Two days ago, at a probe without a fault and where it rains least, because rain would explain the probe's readings.
 * The panel is off.
 */
function secretRunOf(
  layouts: readonly FarmLayout[],
  probes: readonly DeviceLayout[],
  seed: number,
  epoch: number,
): SecretRun[] {
  const candidates = layouts.flatMap((layout) => {
    const { farm, systems } = layout;
    const weather = createFarmWeather(farm, seed);
    const at = farmMoment(addDays(farmDay(epoch, farm.timezone), -2), "01:00", farm.timezone);
    const rain = weather.rainBetween(at - 2 * DAY_MS, at + 2 * DAY_MS);
    return systems.flatMap(({ pivot, sites }) =>
      sites
        .filter(({ areaHa }) => volumeOf(SECRET_MM, areaHa) / pivot.flowM3h <= LONGEST_SECRET_H)
        .filter(({ sector }) => probes.some(({ sectorId }) => sectorId === sector._id))
        .map(({ sector }) => ({ rain, run: { pivotId: pivot._id, sectorId: sector._id, at, grossMm: SECRET_MM } })),
    );
  });
  const [driest] = candidates.toSorted((a, b) => a.rain - b.rain);
  return driest ? [driest.run] : [];
}

function farmOf(layouts: readonly FarmLayout[], { device }: DeviceLayout) {
  return layouts.find(({ farm }) => farm._id === device.farmId)?.farm;
}

function shuffled(devices: readonly DeviceLayout[], seed: number, what: string): DeviceLayout[] {
  const order = (one: DeviceLayout) => chance(seed, what, one.device.serial);
  return devices.toSorted((a, b) => order(a) - order(b));
}
