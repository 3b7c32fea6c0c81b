import type { Fao56CropKey } from "@lamina/agronomy/crop/fao56-crops";
import { readReference } from "@lamina/agronomy/testing/reference";
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

const policies: Readonly<Record<string, Policy>> = {
  advice,
  "50 % of CAD, to field capacity": toFieldCapacity,
  "10 mm every 3 days": tenEveryThree,
};

interface ReferenceFile {
  scenarios: { id: string; columns: string[]; daily: (string | number | null)[][] }[];
}

/** The weather of the open reference seasons. */
function referenceWeather(): { name: string; weather: SeasonDay[] }[] {
  const { scenarios } = readReference<ReferenceFile>("pyfao56-season.json");
  return ["open-A-dual", "open-B-single"].flatMap((id) => {
    const found = scenarios.find((one) => one.id === id);
    if (found === undefined) return [];
    const at = (row: (string | number | null)[], name: string) => Number(row[found.columns.indexOf(name)] ?? 0);
    const weather = found.daily.map((row) => ({ eto: at(row, "ET0"), rain: at(row, "P"), u2: 2, rhMin: 45 }));
    return [{ name: id, weather }];
  });
}

const places = Object.entries(climates);
const seasons = [
  ...referenceWeather().map(({ name, weather }, index) => ({
    group: "open reference",
    name,
    weather,
    seed: 900 + index,
  })),
  ...Array.from({ length: SEASONS }, (_, index) => {
    const [place, climate] = places[index % places.length] ?? [];
    const month = MONTHS[Math.floor(index / places.length) % MONTHS.length] ?? 4;
    const weather = climate ? simulateWeather(climate, month, MOST_DAYS, index + 1) : [];
    return { group: place ?? "", name: `${place} ${index}`, weather, seed: index + 1 };
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

for (const [index, { group, weather, seed }] of seasons.entries()) {
  const field = fieldOf(CROPS[index % CROPS.length] ?? "milho", weather, seed);
  const outcomes = {
    ...Object.fromEntries(Object.entries(policies).map(([name, policy]) => [name, manage(field, policy)])),
    "perfect foresight": perfectForesight(field),
  };
  for (const [name, outcome] of Object.entries(outcomes)) for (const one of [group, "all"]) add(one, name, outcome);
}

const mm = (value: number) => value.toFixed(0);
process.stdout.write("| | seasons | irrigation mm | drained mm | ET lost mm | R$/ha |\n|---|---|---|---|---|---|\n");
for (const [key, { count, ...sum }] of [...sums].sort()) {
  const [irrigation, drained, lost] = [sum.irrigationMm, sum.drainedMm, sum.lostMm].map((total) => mm(total / count));
  process.stdout.write(
    `| ${key.replace(" | ", ": ")} | ${count} | ${irrigation} | ${drained} | ${lost} | ${mm(sum.costBrl / count)} |\n`,
  );
}
process.stdout.write(`${process.cpuUsage().user / 1e6} s of processor time\n`);
