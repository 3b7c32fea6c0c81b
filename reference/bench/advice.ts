import type { Fao56CropKey } from "@lamina/agronomy/crop/fao56-crops";
import { readReference } from "@lamina/agronomy/testing/reference";
import { randomOf } from "@lamina/shared/core/random";
import { bestByForecast } from "./advice/foreknowledge.ts";
import { perfectForesight } from "./advice/foresight.ts";
import {
  type Answers,
  adviceWith,
  type Field,
  fieldOf,
  type Habits,
  manage,
  type Outcome,
  stopsByAdvice,
  tenEveryThree,
  toFieldCapacity,
} from "./advice/season.ts";
import { climates, type SeasonDay, simulateWeather } from "./advice/weather.ts";

/**
 * Simulates whole seasons managed by the advice alone, with its advice to stop runs. Compares them with two common field
 * rules and with perfect knowledge of the weather; and second crops on dry soil, seasons of storms, and gauges that send the
 * day's total. Prints how often each rule of the advice answered.
 *
 *   npm run bench:advice -- [simulated seasons]
 */
const SEASONS = Number(process.argv[2] ?? 20);
const CROPS: readonly Fao56CropKey[] = ["milho", "soja", "feijao"];
/** Planting in May, August and October (0 is January): dry, turning wet, wet. */
const MONTHS = [4, 7, 9];
/** Planting in March or April of a second crop in soil that the first one left with a third of its water. */
const SECOND_MONTHS = [2, 3];
const DRY_PCT = 35;
/** Planting in the months of storms. */
const STORM_MONTHS = [9, 10, 11];
const MAX_DAYS = 150;
/** Seasons of the same climate that show the usual weather of a date. */
const OTHER_SEASONS = 30;

const answers: Answers = new Map();
const advice = adviceWith(answers);
const stops: Habits = { stops: stopsByAdvice };
/** A gauge that sends the day's total every hour is summed as if each were new rain, unless its shape is doubted. */
const TOTALS_A_DAY = 12;

/** A season by each rule. */
const rules: Readonly<Record<string, (field: Field) => Outcome>> = {
  advice: (field) => manage(field, advice, stops),
  "advice, runs never stopped": (field) => manage(field, adviceWith(new Map())),
  "50 % of CAD, to field capacity": (field) => manage(field, toFieldCapacity),
  "10 mm every 3 days": (field) => manage(field, tenEveryThree),
};
/** Of a counter as a gauge: its rain is doubted, and a person records it on the day after. Without the check it is believed. */
const counterRules: typeof rules = {
  "advice, counter refused": (field) =>
    manage(field, advice, { ...stops, isBlocked: ({ weather }, day) => (weather[day - 1]?.rain ?? 0) > 0 }),
  "advice, counter believed": (field) =>
    manage(field, adviceWith(new Map()), { ...stops, gauge: (rain) => TOTALS_A_DAY * rain }),
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

/** Simulated seasons of each place and planting month in turn. */
const simulated = (count: number, months: readonly number[], group: (place: string) => string, firstSeed = 1) =>
  Array.from({ length: count }, (_, index) => {
    const [place = "", climate] = places[index % places.length] ?? [];
    const month = months[Math.floor(index / places.length) % months.length] ?? 4;
    const weatherOf = (seed: number) => (climate ? simulateWeather(climate, month, MAX_DAYS, seed) : []);
    const others = Array.from({ length: OTHER_SEASONS }, (_, other) => weatherOf(1000 + other));
    const seed = firstSeed + index;
    return { group: group(place), weather: weatherOf(seed), others, seed };
  });

const [SECOND, STORMS, COUNTERS] = ["second crop on dry soil", "storms", "counters as gauges"];
/** Groups that "all" leaves out, because their months and soils are chosen. */
const SPECIAL = [SECOND, STORMS, COUNTERS];
const special = Math.max(places.length, Math.round(SEASONS / 2));
const seasons = [
  ...referenceWeather().map((season, index) => ({ group: "open reference", ...season, seed: 900 + index })),
  ...simulated(SEASONS, MONTHS, (place) => place),
  ...simulated(special, SECOND_MONTHS, () => SECOND, 2001).map((season) => ({ ...season, storagePct: DRY_PCT })),
  ...simulated(special, STORM_MONTHS, () => STORMS, 3001),
  ...simulated(special, STORM_MONTHS, () => COUNTERS, 4001),
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

for (const [index, { group, others, weather, ...rest }] of seasons.entries()) {
  const field = fieldOf(CROPS[index % CROPS.length] ?? "milho", weather, rest);
  const outcomes = {
    ...Object.fromEntries(
      Object.entries(group === COUNTERS ? { ...rules, ...counterRules } : rules).map(([name, rule]) => [
        name,
        rule(field),
      ]),
    ),
    "best with the same forecast": bestByForecast(field, others),
    "perfect foresight": perfectForesight(field),
  };
  const groups = SPECIAL.includes(group) ? [group] : [group, "all"];
  for (const [name, outcome] of Object.entries(outcomes)) for (const one of groups) add(one, name, outcome);
}

const mm = (value: number) => value.toFixed(0);
console.log(
  "| | seasons | irrigation mm | drained mm | ET lost mm | R$/ha | above foresight |\n|---|---|---|---|---|---|---|",
);
for (const [key, { count, ...sum }] of [...sums].sort()) {
  const [irrigation, drained, lost] = [sum.irrigationMm, sum.drainedMm, sum.lostMm].map((total) => mm(total / count));
  const [group] = key.split(" | ");
  const least = sums.get(`${group} | perfect foresight`)?.costBrl ?? sum.costBrl;
  const above = `${(100 * (sum.costBrl / least - 1)).toFixed(1)} %`;
  console.log(
    `| ${key.replace(" | ", ": ")} | ${count} | ${irrigation} | ${drained} | ${lost} | ${mm(sum.costBrl / count)} | ${above} |`,
  );
}
const allMornings = [...answers.values()].reduce((sum, { mornings }) => sum + mornings, 0);
console.log("\n| rule of the advice | mornings asked | gross mm of each start |\n|---|---|---|");
for (const [rule, { mornings, grossMm }] of [...answers].sort(([, a], [, b]) => b.mornings - a.mornings))
  console.log(
    `| ${rule} | ${((100 * mornings) / allMornings).toFixed(1)} % | ${grossMm > 0 ? (grossMm / mornings).toFixed(1) : "–"} |`,
  );
console.log(`\n${process.cpuUsage().user / 1e6} s of processor time`);
