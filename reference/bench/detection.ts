import { findWaterSteps } from "@lamina/agronomy/probe/water-steps";
import { DAY_MS } from "@lamina/shared/core/time";
import { type SeasonOptions, type SimulatedSeason, simulateSeason } from "./detection/probe-season.ts";

/**
 * How often the detector finds unrecorded water in a probe's readings, by its depth, and how many false alarms it
 * raises. It runs as on a farm: once a day, calibrated on 14 days, on the last three days.
 *
 *   npm run bench:detection -- [seasons per cell]
 */
const SEASONS = Number(process.argv[2] ?? 40);
const DAYS = 120;
const DEPTHS_MM = [2, 3, 5, 8, 10, 15, 20];
const LEARN_DAYS = 14;
const LOOK_DAYS = 3;
const CLOSE_MS = DAY_MS;

type Probe = Pick<SeasonOptions, "noisePoints" | "swingPoints" | "hasThermometer" | "drizzleMm">;
const PROBES: Readonly<Record<string, Probe>> = {
  "noise 0.05": { noisePoints: 0.05, swingPoints: 0, hasThermometer: false },
  "noise 0.2": { noisePoints: 0.2, swingPoints: 0, hasThermometer: false },
  "noise 0.5": { noisePoints: 0.5, swingPoints: 0, hasThermometer: false },
  "0.2, swing ±1.5, thermometer": { noisePoints: 0.2, swingPoints: 1.5, hasThermometer: true },
  "0.2, swing ±1.5, none": { noisePoints: 0.2, swingPoints: 1.5, hasThermometer: false },
  "0.2, 1 mm drizzle recorded": { noisePoints: 0.2, swingPoints: 0, hasThermometer: false, drizzleMm: 1 },
};

/** The detector's results at the end of a day of the season, counted from 0. */
function look({ hours, knownWater, useMmHour }: SimulatedSeason, day: number) {
  const end = (day + 1) * DAY_MS;
  const window = hours.filter(({ at }) => at >= end - LEARN_DAYS * DAY_MS && at < end);
  const begun = knownWater.filter(({ startAt }) => startAt < end);
  return findWaterSteps(window, { known: begun, useMmHour, from: end - LOOK_DAYS * DAY_MS });
}

/** Share of the unrecorded waterings of a depth that is found within two days. */
function found(probe: Probe, mm: number): number {
  let count = 0;
  for (let seed = 1; seed <= SEASONS; seed += 1) {
    const day = LEARN_DAYS + 6 + (seed % 60);
    const season = simulateSeason({ ...probe, seed: 1000 * mm + seed, days: day + 3, secret: { day, mm } });
    const at = season.secretAt ?? 0;
    const isFound = [day, day + 1, day + 2].some((one) =>
      look(season, one).some((step) => Math.abs(step.at - at) <= CLOSE_MS),
    );
    if (isFound) count += 1;
  }
  return count / SEASONS;
}

/** False alarms per season of a probe; alarms within a day of each other count once. */
function falseAlarms(probe: Probe): number {
  let count = 0;
  const seasons = Math.max(5, Math.round(SEASONS / 4));
  for (let seed = 1; seed <= seasons; seed += 1) {
    const season = simulateSeason({ ...probe, seed: 77_000 + seed, days: DAYS });
    const questions: number[] = [];
    for (let day = LEARN_DAYS; day < DAYS; day += 1)
      for (const { at } of look(season, day))
        if (!questions.some((one) => Math.abs(one - at) <= 2 * DAY_MS)) questions.push(at);
    count += questions.length;
  }
  return count / seasons;
}

const columns = Object.keys(PROBES);
const line = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
line(["depth, mm", ...columns]);
line(["---", ...columns.map(() => "---:")]);
for (const mm of DEPTHS_MM)
  line([String(mm), ...Object.values(PROBES).map((probe) => `${Math.round(100 * found(probe, mm))} %`)]);
line(["false alarms per season", ...Object.values(PROBES).map((probe) => falseAlarms(probe).toFixed(2))]);
