/** The decimal separator of a text; the other one of the two separates thousands. */
export type Notation = "comma" | "point";
/** Values that are possible, both ends included. */
export type NumberRange = readonly [min: number, max: number];

const WRITTEN: Readonly<Record<Notation, RegExp>> = {
  comma: /^[+-]?(?:(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,\d*)?|,\d+)(?:e[+-]?\d{1,3})?$/i,
  point: /^[+-]?(?:(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i,
};

/** The number of a text in one notation; undefined for a text that is none in it. */
export function readAs(notation: Notation, text: string): number | undefined {
  const plain = text.replace(/\s/g, "").replace("−", "-");
  if (!WRITTEN[notation].test(plain)) return undefined;
  return Number(notation === "comma" ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", ""));
}

/** The two numbers that a text such as `1.160` may mean, that of a thousands point first; undefined for other texts. */
export function twoReadings(text: string): readonly [thousands: number, decimal: number] | undefined {
  const [thousands, decimal] = [readAs("comma", text), readAs("point", text)];
  if (thousands === undefined || decimal === undefined || thousands === decimal || text.includes(",")) return undefined;
  return [thousands, decimal];
}

/**
 * A number in pt-BR notation (`1.234,5`; also `12.5`). Undefined for empty input, NaN for an invalid one, and for one such
 * as `1.160` with two meanings, unless only one of them is within the range.
 */
export function parseNumber(text: string, range?: NumberRange): number | undefined {
  if (text.trim() === "") return undefined;
  const meant = twoReadings(text);
  if (!meant) return readAs("comma", text) ?? (text.includes(",") ? undefined : readAs("point", text)) ?? Number.NaN;
  const [found = Number.NaN, ...others] = meant.filter((one) => range && one >= range[0] && one <= range[1]);
  return others.length === 0 ? found : Number.NaN;
}
