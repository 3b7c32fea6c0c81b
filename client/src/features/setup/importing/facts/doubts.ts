import { converter, unitInName, unitsOf } from "../../../../ui/import/units.ts";
import type { NumberRange } from "../../../../ui/parse-number.ts";
import type { ColumnUse, Doubt, Mapping } from "../import-field.ts";
import { text } from "../text.ts";

/** A column of numbers, with some of its values as read. */
export interface DoubtedColumn {
  column: number;
  use: ColumnUse;
  label: string;
  unit: string;
  range: NumberRange | undefined;
  values: readonly number[];
}

const words = text.doubts;
/** Fewer values prove nothing. */
const FEWEST = 3;
/** Part of the values that must be impossible in a unit, and possible in another one. */
const [IMPOSSIBLE, POSSIBLE] = [0.1, 0.98];
/** A gauge that is read each hour repeats an amount of rain seldom, a counter does in each dry hour. */
const [LONGEST_WAIT, REPEATED] = [10, 0.5];

/** What the values of the columns say against how they are read. */
export function columnDoubts(columns: readonly DoubtedColumn[], mapping: Mapping): Doubt[] {
  const american = americanFile(columns, mapping);
  const own = columns.flatMap((column) => [
    ...(american.length > 0 ? [] : unitDoubt(column, mapping)),
    ...unknownUnit(column, mapping),
    ...counterDoubt(column, mapping),
  ]);
  return [...american, ...own];
}

/** Units of American stations by those of records, and the values by which a column without a unit shows them. */
const AMERICAN: Readonly<Record<string, string>> = { "°C": "°F", mm: "in", "m/s": "mph", kPa: "inHg" };
/** Pressures of the air in inches of mercury, from 3,000 m to the sea. */
const INCHES_HG = [20, 32] as const;

/** Stations write all columns in one system, so that degrees Fahrenheit say that the rain is in inches. */
function americanFile(columns: readonly DoubtedColumn[], mapping: Mapping): Doubt[] {
  const isInches = (values: readonly number[]) =>
    values.length > 0 && values.every((value) => value > INCHES_HG[0] && value < INCHES_HG[1]);
  const open = columns.filter(
    ({ column, use, unit, values }) =>
      use.unit === undefined &&
      AMERICAN[unit] !== undefined &&
      unitInName(mapping.names[column] ?? "") === undefined &&
      (unit !== "kPa" || isInches(values)),
  );
  const isHot = open.some(
    ({ unit, range, values }) =>
      unit === "°C" && range && values.filter((value) => value > range[1]).length > IMPOSSIBLE * values.length,
  );
  if (open.length < 2 || !(isHot || open.some(({ use }) => use.path === "*pressure"))) return [];
  const uses = mapping.uses.map((use, column) => {
    const found = use && open.find((one) => one.column === column);
    return found ? { ...use, unit: AMERICAN[found.unit] ?? found.unit } : use;
  });
  return [{ text: words.american, remedy: { label: words.readAmerican, mapping: { ...mapping, uses } } }];
}

/** A unit in the name of a column that nothing here knows: its values are read as they are. */
function unknownUnit({ column, use, label, unit }: DoubtedColumn, { names }: Mapping): Doubt[] {
  const name = names[column] ?? "";
  const [, written] = /[([]([^()[\]\d]{0,12}[/°][^()[\]]{0,12})[)\]]\s*$/.exec(name) ?? [];
  if (written === undefined || written === unit || use.unit !== undefined || unitInName(name) !== undefined) return [];
  return [{ text: words.unknownUnit(label, written, unit) }];
}

const changed = (mapping: Mapping, column: number, use: ColumnUse): Mapping => ({
  ...mapping,
  uses: mapping.uses.map((one, index) => (index === column ? use : one)),
});

function unitDoubt({ column, use, label, unit, range, values }: DoubtedColumn, mapping: Mapping): Doubt[] {
  if (use.unit === "m³/m³" && unit === "% vol") return [{ text: words.fraction(label) }];
  if (use.unit !== undefined || !range || values.length < FEWEST) return [];
  const share = (read: (value: number) => number) =>
    values.filter((value) => read(value) >= range[0] && read(value) <= range[1]).length / values.length;
  const outside = 1 - share((value) => value);
  const isFraction =
    unit === "%" && values.every((value) => value >= 0 && value <= 1) && values.some((value) => value > 0);
  if (outside < IMPOSSIBLE && !isFraction) return [];
  const from = isFraction
    ? "0–1"
    : unitsOf(unit).find((one) => {
        const convert = one === unit ? undefined : converter(one, unit);
        return convert !== undefined && share(convert) >= POSSIBLE;
      });
  if (from === undefined) return [];
  const remedy = { label: words.readAs(from), mapping: changed(mapping, column, { ...use, unit: from }) };
  return [{ text: words.unit(label, from, Math.round(100 * (isFraction ? 1 : outside)), unit), remedy }];
}

/** A column of rain that never falls, and mostly rests above zero. */
function counterDoubt({ column, use, label, values }: DoubtedColumn, mapping: Mapping): Doubt[] {
  if (use.path !== "*rain" || values.length < LONGEST_WAIT) return [];
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  const resting = steps.filter((step, index) => step === 0 && (values[index] ?? 0) > 0).length;
  const falls = steps.filter((step) => step < 0).length;
  if (resting < REPEATED * steps.length || falls > steps.length / LONGEST_WAIT) return [];
  const remedy = { label: words.readTotal, mapping: changed(mapping, column, { ...use, path: "*rainTotal" }) };
  return [{ text: words.counter(label), remedy }];
}
