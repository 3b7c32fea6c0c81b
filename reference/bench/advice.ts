import type { Fao56CropKey } from "@lamina/agronomy/crop/fao56-crops";
import { readReference } from "@lamina/agronomy/testing/reference";
import { randomOf } from "@lamina/shared/core/random";
import { bestByForecast } from "./advice/foreknowledge.ts";
import { perfectForesight } from "./advice/foresight.ts";
import { advice, fieldOf, manage, type Outcome, type Policy, tenEveryThree, toFieldCapacity } from "./advice/season.ts";
import { climates, type SeasonDay, simulateWeather } from "./advice/weather.ts";

/**
 * Simulates whole seasons managed by the advice alone. Compares them with two common field rules and with perfect
 * knowledge of the weather.
 *
 *   npm run bench:advice -- [simulated seasons]
 */
const SEASONS = Number(process.argv[2] ?? 20);
const CROPS: readonly Fao56CropKey[] = ["milho", "soja", "feijao"];
/** Planting in May, August and October (0 is January): dry, turning wet, wet. */
const MONTHS = [4, 7, 9];
const MOST_DAYS = 150;
/** Seasons of the same climate that show the usual weather of a date. */
const OTHER_SEASONS = 30;

const policies: Readonly<Record<string, Policy>> = {
  advice,
  "50 % of CAD, to field capacity": toFieldCapacity,
  "10 mm every 3 days": tenEveryThree,
};

interface ReferenceFile {
  scenarios: { id: string; columns: string[]; daily: (string | number | null)[][] }[];
}

/** The weather of the open reference seasons. */
function referenceWeather() {
  const { scenarios } = readReference<ReferenceFile>("pyfao56-season.json");
  return ["open-A-dual", "open-B-single"].flatMap((id) => {
    const found = scenarios.find((one) => one.id === id);
    if (found === undefined) return [];
    const at = (row: (string | number | null)[], name: string) => Number(row[found.columns.indexOf(name)] ?? 0);
    const weather = found.daily.map((row) => ({ eto: at(row, "ET0"), rain: at(row, "P"), u2: 2, rhMin: 45 }));
    // Their climate is not known: days near each date, in another order, represent other years.
    const others = Array.from({ length: OTHER_SEASONS }, (_, other) => reordered(weather, other));
    return [{ name: id, weather, others }];
  });
}

function reordered(weather: readonly SeasonDay[], seed: number): SeasonDay[] {
  const random = randomOf(seed);
  return weather.map((day, index) => weather[Math.max(0, index + Math.floor(21 * random()) - 10)] ?? day);
}

const places = Object.entries(climates);
const seasons = [
  ...referenceWeather().map((season, index) => ({ group: "open reference", ...season, seed: 900 + index })),
  ...Array.from({ length: SEASONS }, (_, index) => {
    const [place, climate] = places[index % places.length] ?? [];
    const month = MONTHS[Math.floor(index / places.length) % MONTHS.length] ?? 4;
    const weatherOf = (seed: number) => (climate ? simulateWeather(climate, month, MOST_DAYS, seed) : []);
    const others = Array.from({ length: OTHER_SEASONS }, (_, other) => weatherOf(1000 + other));
    return { group: place ?? "", name: `${place} ${index}`, weather: weatherOf(index + 1), others, seed: index + 1 };
  }),
];

const sums = new Map<string, Outcome & { count: number }>();
function add(group: string, policy: string, outcome: Outcome): void {
  const key = `${group} | ${policy}`;
  const sum = sums.get(key) ?? { irrigationMm: 0, drainedMm: 0, lostMm: 0, costBrl: 0, count: 0 };
  sums.set(key, {
    irrigationMm: sum.irrigationMm + outcome.irrigationMm,
    drainedMm: sum.drainedMm + outcome.drainedMm,
    lostMm: sum.lostMm + outcome.lostMm,
    costBrl: sum.costBrl + outcome.costBrl,
    count: sum.count + 1,
  });
}

for (const [index, { group, weather, others, seed }] of seasons.entries()) {
  const field = fieldOf(CROPS[index % CROPS.length] ?? "milho", weather, seed);
  const outcomes = {
    ...Object.fromEntries(Object.entries(policies).map(([name, policy]) => [name, manage(field, policy)])),
    "best with the same forecast": bestByForecast(field, others),
    "perfect foresight": perfectForesight(field),
  };
  for (const [name, outcome] of Object.entries(outcomes)) for (const one of [group, "all"]) add(one, name, outcome);
}

const mm = (value: number) => value.toFixed(0);
console.log("| | seasons | irrigation mm | drained mm | ET lost mm | R$/ha |\n|---|---|---|---|---|---|");
for (const [key, { count, ...sum }] of [...sums].sort()) {
  const [irrigation, drained, lost] = [sum.irrigationMm, sum.drainedMm, sum.lostMm].map((total) => mm(total / count));
  console.log(
    `| ${key.replace(" | ", ": ")} | ${count} | ${irrigation} | ${drained} | ${lost} | ${mm(sum.costBrl / count)} |`,
  );
}
console.log(`${process.cpuUsage().user / 1e6} s of processor time`);
