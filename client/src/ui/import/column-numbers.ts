import { type Notation, type NumberRange, parseNumber, readAs, twoReadings } from "../parse-number.ts";

/** Marks of loggers and networks for a value that is missing. */
const MISSING =
  /^(?:-{1,4}|\/+|\*+|\.|nan|nd|n\/?[ad]|null|none|nil|m|miss(?:ing)?|no (?:record|data)|sem (?:dados?|registro)|falha|calm[ao]?|[-+]?inf(?:inity)?|1[.,]#(?:inf|qnan|ind)|-(?:9{3,4}|6999|7999)(?:[.,]0+)?|9999(?:[.,]0+)?|#n\/?[ad]!?|#ref!|#num!?|#nome\?|#name\?|#n.m!|#valor!|#value!|#div\/0!|"nan")$/i;

/** Whether a cell says that its value is missing. A number is a mark only where no value can be so small or large. */
export function isMissing(cell: string, range: NumberRange = [-99, Number.POSITIVE_INFINITY]): boolean {
  if (!MISSING.test(cell)) return false;
  const number = Number(cell.replace(",", "."));
  return Number.isNaN(number) || number < range[0] || number > range[1];
}

/** The different cells of a column, each with its number: those of a large file are few. */
export function countedCells(cells: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}

/**
 * How the numbers of a column are written, by all of its cells: `12,5` proves a comma, `0.125` a point, `1.014` nothing.
 * `mixed` when both are proved about as often; undefined when nothing is.
 */
export function notationOf(cells: ReadonlyMap<string, number>): Notation | "mixed" | undefined {
  const proofs = { comma: 0, point: 0 };
  for (const [cell, count] of cells) {
    if (!/[.,]/.test(cell)) continue;
    const [comma, point] = [readAs("comma", cell), readAs("point", cell)];
    if (comma !== undefined && point === undefined) proofs.comma += count;
    if (point !== undefined && comma === undefined) proofs.point += count;
  }
  const [most, least] = [Math.max(proofs.comma, proofs.point), Math.min(proofs.comma, proofs.point)];
  if (most === 0) return undefined;
  if (least * 2 > most) return "mixed";
  return proofs.comma > proofs.point ? "comma" : "point";
}

/** The notation whose numbers are possible, where the cells themselves prove none: `24.125` of a soil with up to 70 %. */
export function notationInRange(
  cells: ReadonlyMap<string, number>,
  range: NumberRange | undefined,
): Notation | undefined {
  if (!range) return undefined;
  const outside = { comma: 0, point: 0 };
  let unclear = 0;
  for (const [cell, count] of cells) {
    const [comma, point] = [readAs("comma", cell), readAs("point", cell)];
    if (comma === undefined || point === undefined || comma === point) continue;
    unclear++;
    outside.comma += count * Number(comma < range[0] || comma > range[1]);
    outside.point += count * Number(point < range[0] || point > range[1]);
  }
  if (unclear === 0 || outside.comma === outside.point) return undefined;
  return outside.comma > outside.point ? "point" : "comma";
}

/**
 * A cell of a column as a number; NaN when it is none, or has two meanings. In a column of commas `12.5` is still 12.5,
 * but `1,014.5` is refused.
 */
export function readNumber(cell: string, notation: Notation | "mixed" | undefined): number {
  if (notation === "comma" || notation === "point") {
    const other = notation === "comma" ? "point" : "comma";
    const isMixed = cell.includes(",") && cell.includes(".");
    return readAs(notation, cell) ?? (isMixed ? Number.NaN : (readAs(other, cell) ?? Number.NaN));
  }
  if (notation === "mixed" && (twoReadings(cell) || readAs("point", cell) !== readAs("comma", cell)))
    return readAs("point", cell) !== undefined && readAs("comma", cell) !== undefined
      ? Number.NaN
      : (parseNumber(cell) ?? Number.NaN);
  return parseNumber(cell) ?? Number.NaN;
}
