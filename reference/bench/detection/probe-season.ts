import type { KnownWater, StorageHour } from "@lamina/agronomy/probe/water-steps";
import { randomOf } from "@lamina/shared/core/random";
import { HOUR_MS } from "@lamina/shared/core/time";

/** Parameters of a simulated season of a probe. */
export interface SeasonOptions {
  seed: number;
  days: number;
  /** Standard deviation of an hour's mean at one depth, points. */
  noisePoints: number;
  /** Amplitude of the reading's daily swing with the soil temperature, points. */
  swingPoints: number;
  /** Whether the probe measures the soil temperature. */
  hasThermometer: boolean;
  /** Unrecorded water: on which day, and how much. */
  secret?: { day: number; mm: number };
  /** Recorded drizzle on the day of the unrecorded water, mm. */
  drizzleMm?: number;
}

export interface SimulatedSeason {
  hours: StorageHour[];
  knownWater: KnownWater[];
  /** When the unrecorded water was applied. */
  secretAt: number | undefined;
  /** Mean water uptake of the crop, mm per hour, by the hour of the day. */
  useMmHour(at: number): number;
}

const FC = 32;
const WP = 18;
/** Layers of 10 cm; roots down to 60 cm take 40, 30, 20 and 10 % from quarters of their depth. */
const LAYERS = 8;
const UPTAKE = [0.3, 0.25, 0.18, 0.12, 0.09, 0.06, 0, 0];
/** Depths of the sensors, cm, and the thickness that each represents, mm. */
const SENSORS = [
  [10, 150],
  [20, 150],
  [40, 200],
  [60, 200],
] as const;
const MEAN_ETC = 5;

/**
 * Simulates a season of a crop under a pivot, hour by hour: recorded rain, drizzle and irrigation (with the errors of
 * gauges and panels), a soil that fills from above, drains and is dried by roots, and a probe with noise and a swing
 * with the soil temperature.
 */
export function simulateSeason(options: SeasonOptions): SimulatedSeason {
  const { days, noisePoints, swingPoints, hasThermometer, secret, drizzleMm } = options;
  const random = randomOf(options.seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const theta = Array.from({ length: LAYERS }, () => FC - 3 * random());
  const arriving = new Map<number, number>();
  const knownWater: KnownWater[] = [];
  const hours: StorageHour[] = [];
  const temperatures: number[] = [];
  let secretAt: number | undefined;
  let [etc, amplitude, base] = [MEAN_ETC, 5, 22];

  const fall = (hour: number, mm: number, lasts: number) => {
    // Canopy and surface intercept the first part.
    const soil = Math.max(0, mm - 0.6);
    for (let part = 0; part < lasts; part += 1)
      arriving.set(hour + part, (arriving.get(hour + part) ?? 0) + soil / lasts);
  };
  for (let day = 0; day < days; day += 1) {
    const first = 24 * day;
    const rains = random() < 0.14;
    etc = MEAN_ETC * (0.75 + 0.5 * random()) * (rains ? 0.6 : 1);
    amplitude = rains ? 2.5 : 4 + 2 * random();
    base += 0.25 * (22 - base) + 0.8 * normal();
    const recorded = (mm: number) =>
      knownWater.push({
        startAt: first * HOUR_MS,
        endAt: (first + 24) * HOUR_MS,
        mm: Math.max(0.2, mm * (1 + 0.1 * normal())),
      });
    if (rains) {
      const mm = -9 * Math.log(1 - random());
      fall(first + 13 + Math.floor(8 * random()), mm, 2);
      recorded(mm);
    } else if (random() < 0.15) {
      fall(first + Math.floor(20 * random()), 1, 1);
      recorded(1);
    }
    const depletion = theta.slice(0, 6).reduce((sum, pct) => sum + (FC - pct), 0);
    if (depletion > 30 && day !== secret?.day) {
      const passes = first + Math.floor(18 * random());
      fall(passes, 15, 1);
      knownWater.push({
        startAt: (passes - 8) * HOUR_MS,
        endAt: (passes + 8) * HOUR_MS,
        mm: 15 * (1 + 0.12 * normal()),
      });
    }
    if (secret?.day === day) {
      const hour = first + Math.floor(24 * random());
      secretAt = hour * HOUR_MS;
      fall(hour, secret.mm, 1);
      if (drizzleMm) recorded(drizzleMm);
    }
    for (let hour = first; hour < first + 24; hour += 1) {
      const clock = hour - first;
      wet(theta, arriving.get(hour) ?? 0);
      dry(theta, etc * shareOfHour(clock));
      temperatures.push(base + amplitude * Math.sin((2 * Math.PI * (clock - 9)) / 24));
      const storageMm = SENSORS.reduce((sum, [depth, thick]) => {
        const layer = depth / 10;
        const pct = ((theta[layer - 1] ?? 0) + (theta[layer] ?? 0)) / 2;
        // Temperature changes arrive later and smaller in deeper soil.
        const warmth =
          ((temperatures[hour - Math.round((depth - 10) / 10)] ?? base) - 22) * Math.exp(-(depth - 10) / 30);
        return sum + (thick / 100) * (pct + (swingPoints / 5) * warmth + noisePoints * normal());
      }, 0);
      const tempC = (temperatures[hour] ?? base) + 0.1 * normal();
      hours.push({ at: hour * HOUR_MS, storageMm, ...(hasThermometer && { tempC }) });
    }
  }
  return { hours, knownWater, secretAt, useMmHour: (at) => MEAN_ETC * shareOfHour((at / HOUR_MS) % 24) };
}

/** Share of a day's evapotranspiration in an hour of the clock. */
const shareOfHour = (clock: number) => Math.max(0, Math.sin((Math.PI * (clock + 0.5 - 6)) / 12)) / 7.66;

/** Fills the layers from above; water over field capacity drains within about a day. */
function wet(theta: number[], mm: number): void {
  let water = mm;
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const now = theta[layer] ?? FC;
    const taken = Math.min(water, Math.max(0, FC + 2 - now));
    const drained = Math.max(0, now + taken - FC) * 0.12;
    theta[layer] = now + taken - drained;
    water += drained - taken;
  }
}

function dry(theta: number[], mm: number): void {
  UPTAKE.forEach((share, layer) => {
    theta[layer] = Math.max(WP, (theta[layer] ?? WP) - mm * share);
  });
}
