/**
 * Columnar, lossless encoding of a long list of similar records: a column for each field instead of a name for each
 * value, and each long text once. For answers that grow with a farm; compression finds far more in it.
 */

/** The values of one field. Absent values are marked and left out. */
interface Column {
  /** One letter for each value: `v` a value, `n` null, `-` missing. Left out when all have a value. */
  marks?: string;
  /** The value of all. */
  all?: unknown;
  values?: unknown[];
  /** Positions of texts. */
  texts?: number[];
  /** Moments: the earliest, ms since 1970, and how much later each one is. */
  from?: number;
  later?: number[];
  /** Lengths of lists, and their items. */
  lengths?: number[];
  items?: Column;
  /** The fields of objects. */
  fields?: Record<string, Column>;
}

/** A value in columns. */
export interface Packed {
  texts: string[];
  column: Column;
}

/** A shorter text is no longer than its index. */
const LONG_TEXT = 8;

/** Encodes a JSON value in columns; {@link unpack} restores it. */
export function pack(value: unknown): Packed {
  const positions = new Map<string, number>();
  const position = (text: string) => {
    const index = positions.get(text) ?? positions.size;
    positions.set(text, index);
    return index;
  };
  return { column: columnOf([value], position), texts: [...positions.keys()] };
}

function columnOf(all: readonly unknown[], position: (text: string) => number): Column {
  const values = all.filter((value) => value !== undefined && value !== null);
  const marks =
    values.length < all.length
      ? { marks: all.map((value) => (value === undefined ? "-" : value === null ? "n" : "v")).join("") }
      : {};
  if (values.length === 0) return marks;
  if (values.every((value) => Array.isArray(value)))
    return { ...marks, lengths: values.map(({ length }) => length), items: columnOf(values.flat(), position) };
  if (values.every((value): value is Record<string, unknown> => typeof value === "object" && !Array.isArray(value))) {
    const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
    const fieldOf = (name: string) =>
      columnOf(
        values.map((value) => value[name]),
        position,
      );
    return { ...marks, fields: Object.fromEntries(names.map((name) => [name, fieldOf(name)])) };
  }
  const [first] = values;
  if (typeof first !== "object" && values.every((value) => value === first)) return { ...marks, all: first };
  const times = momentsOf(values);
  if (times) {
    const from = times.reduce((least, time) => Math.min(least, time));
    return { ...marks, from, later: times.map((time) => time - from) };
  }
  if (values.every((value): value is string => typeof value === "string" && value.length >= LONG_TEXT))
    return { ...marks, texts: values.map(position) };
  return { ...marks, values };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Moments as the API writes them, which their numbers give back, ms since 1970; undefined when one is none. */
function momentsOf(values: readonly unknown[]): number[] | undefined {
  const times: number[] = [];
  let [last, lastTime]: [unknown, number] = [undefined, 0];
  for (const value of values) {
    // Records that are written together have the same moment.
    if (value !== last) {
      if (typeof value !== "string" || !MOMENT.test(value)) return undefined;
      [last, lastTime] = [value, Date.parse(value)];
      if (Number.isNaN(lastTime) || new Date(lastTime).toISOString() !== value) return undefined;
    }
    times.push(lastTime);
  }
  return times;
}

/** The value that was packed. Fields that were missing or undefined are missing. */
export function unpack({ texts, column }: Packed): unknown {
  return valuesOf(column, 1, texts)[0];
}

function valuesOf(column: Column, count: number, texts: readonly string[]): unknown[] {
  const { marks } = column;
  const present = presentOf(column, marks === undefined ? count : marks.replaceAll(/[^v]/g, "").length, texts);
  if (marks === undefined) return present;
  let next = 0;
  return Array.from(marks, (mark) => (mark === "v" ? present[next++] : mark === "n" ? null : undefined));
}

function presentOf(column: Column, count: number, texts: readonly string[]): unknown[] {
  const { lengths, fields, values } = column;
  if (lengths) {
    const items = valuesOf(
      column.items ?? {},
      lengths.reduce((sum, length) => sum + length, 0),
      texts,
    );
    let end = 0;
    return lengths.map((length) => {
      end += length;
      return items.slice(end - length, end);
    });
  }
  if (fields) {
    const rows: Record<string, unknown>[] = Array.from({ length: count }, () => ({}));
    for (const [name, field] of Object.entries(fields))
      for (const [index, value] of valuesOf(field, count, texts).entries()) {
        const row = rows[index];
        if (row && value !== undefined) row[name] = value;
      }
    return rows;
  }
  const { from, later } = column;
  if (from !== undefined && later) return later.map((ms) => new Date(from + ms).toISOString());
  if (column.texts) return column.texts.map((position) => texts[position]);
  return values ?? Array.from({ length: count }, () => column.all);
}
