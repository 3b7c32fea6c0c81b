import { unitRow } from "@lamina/shared/core/convert";
import type { Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";

/** Values of a variable that all lie here are in another unit. `reaches`: at least one is so large. */
interface Suspect {
  variable: Variable;
  unit: string;
  all: readonly [lowest: number, highest: number];
  reaches?: number;
}

const suspects: readonly Suspect[] = [
  { variable: "soilMoist", unit: "m³/m³", all: [0.01, 0.75] },
  { variable: "airHum", unit: "0–1", all: [0.05, 1.05] },
  { variable: "pressure", unit: "hPa", all: [500, 1100] },
  { variable: "pressure", unit: "Pa", all: [50_000, 110_000] },
  { variable: "pressure", unit: "inHg", all: [16, 32.5] },
  { variable: "pressure", unit: "bar", all: [0.5, 1.1] },
  { variable: "airTemp", unit: "K", all: [253, 328] },
  { variable: "soilTemp", unit: "K", all: [263, 343] },
  { variable: "airTemp", unit: "°F", all: [45, 131], reaches: 60 },
  { variable: "soilTemp", unit: "°F", all: [50, 158], reaches: 75 },
  { variable: "ec", unit: "µS/cm", all: [5, 20_000], reaches: 31 },
];

/** The unit that calibrated values of a variable are in, if it is not its own. */
export function otherUnit(
  variable: Variable,
  values: readonly number[],
): { unit: string; a: number; b: number } | undefined {
  const found = suspects.find(
    (suspect) =>
      suspect.variable === variable &&
      values.every((value) => value >= suspect.all[0] && value <= suspect.all[1]) &&
      Math.max(...values) >= (suspect.reaches ?? Number.NEGATIVE_INFINITY),
  );
  const row = found && unitRow(found.unit, variableRow(variable).unit);
  return found && row && { unit: found.unit, a: row.offset ?? 0, b: row.factor };
}

/**
 * Whether the flows of a meter, in time order, are its running total: they never fall, and take many amounts. A pump
 * stops within days, so that its flow falls.
 */
export function isCounter(values: readonly number[]): boolean {
  const isRising = values.every((value, index) => value >= (values[index - 1] ?? value));
  return isRising && values.length >= MIN_READINGS && new Set(values).size >= MIN_LEVELS;
}
const MIN_READINGS = 24;
const MIN_LEVELS = 8;
