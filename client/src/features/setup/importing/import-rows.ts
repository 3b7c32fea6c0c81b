import { uncovered } from "@lamina/shared/core/csv";
import { farmMoment } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import type * as z from "zod";
import type { FieldSpec, Option } from "../../../ui/form/field-spec.ts";
import { type FormValues, fromFormValues, schemaDef } from "../../../ui/form/form-values.ts";
import { schemaAt, withValue } from "../../../ui/form/path.ts";
import { valueRules } from "../../../ui/form/read-fields.ts";
import { readMoment } from "../../../ui/import/read-moment.ts";
import { plainText } from "../../../ui/plain-text.ts";
import { type CanonicalRow, canonicalRows } from "./canonical-rows.ts";
import { suggestMapping, WIDE } from "./column-uses.ts";
import { columnDoubts } from "./facts/doubts.ts";
import {
  type Doubt,
  type ImportField,
  isMoment,
  isRequired,
  type Mapping,
  plainName,
  type RowReader,
  valueKind,
} from "./import-field.ts";
import { text } from "./text.ts";

/** A row that cannot be imported, with the reason. `line` is the row number of spreadsheets: 1 is the header. */
export interface RowError {
  line: number;
  field: string;
  message: string;
}
/** A row that can be imported. */
export interface GoodRow {
  line: number;
  fields: Readonly<Record<string, unknown>>;
}
/** Rows that can be imported. Those of a large file are read again each time, because together they need too much memory. */
interface GoodRows extends Iterable<GoodRow> {
  readonly length: number;
  /** Some of the first rows. */
  slice(from: number, to: number): readonly GoodRow[];
}
/** The rows to send, which arrive one after another where a worker reads the file. */
export type SentRows = (Iterable<GoodRow> | AsyncIterable<GoodRow>) & { readonly length: number };

/** The content of a file, before anything is sent. */
export interface ImportPreview {
  good: GoodRows;
  errors: readonly RowError[];
  /** Rows that can be imported, with values that are possible but unusual. */
  unusual: readonly RowError[];
  /** What looks wrong about the file as a whole. */
  doubts: readonly Doubt[];
  /** Columns of the file that are ignored. */
  unknown: readonly string[];
  /** Required fields without a column. */
  missing: readonly string[];
  /** Values that the file marks as missing, which are left out. */
  empty: number;
  mapping: Mapping;
  /** All cells of the file, to return the bad rows. */
  cells: readonly (readonly string[])[];
}

/** Between the options of a cell that has several. */
export const LIST_SEPARATOR = " | ";

/** Rows between two pauses of {@link rowsInSteps}. */
const STEP = 20;
/** Good rows that stay in memory: of larger files these are the first ones. */
const MAX_KEPT = 20_000;

/**
 * Validates each row by the schema. A row of names comes before the data: labels of the fields, their names in the API, or
 * those of other programs. In steps, so that a page can paint between them.
 */
export function* rowsInSteps(
  cells: readonly string[][],
  reader: RowReader,
  mapping = suggestMapping(cells, reader),
): Generator<number, ImportPreview> {
  const { fields } = reader;
  const kept: GoodRow[] = [];
  const errors: RowError[] = [];
  const unusual: RowError[] = [];
  const columnSteps = canonicalRows(cells, mapping, reader);
  let columnStep = columnSteps.next();
  for (; !columnStep.done; columnStep = columnSteps.next()) yield 0;
  const rows = columnStep.value;
  const used = usedPaths(mapping, reader);
  const ordered = momentsLast(fields.filter(({ path }) => used.has(path)));
  const missing = fields
    .filter(({ path }) => !used.has(path))
    .flatMap((field) => (isRequired(field, reader.schema) ? field.label : []));
  const isChange = ({ _id }: GoodRow["fields"]) => reader.change !== undefined && _id !== undefined;
  let areAllChanges = rows.count > 0;
  let count = 0;
  for (let index = 0; index < rows.count; index++) {
    if (index % STEP === STEP - 1) yield index;
    // Without a required column each row of a large file would be the same error.
    if (index >= MAX_KEPT && missing.length > 0 && !areAllChanges) break;
    // The readings of a wide row share its faults, such as that of its serial number.
    const said = new Set<string>();
    for (const { line, cells: row } of rows.rowsOf(index)) {
      const { record, wrong } = validateRow(row, ordered, reader);
      areAllChanges &&= isChange(record);
      const faults = Object.entries(wrong);
      const named = ([path, message]: readonly [string, string]): RowError => ({
        line,
        field: fields.find((field) => field.path === path)?.label ?? path,
        message,
      });
      const fresh = faults.filter((fault) => !said.has(String(fault)));
      for (const fault of fresh) said.add(String(fault));
      errors.push(...fresh.map(named));
      if (faults.length > 0) continue;
      count++;
      if (reader.merge || count <= MAX_KEPT) kept.push({ line, fields: record });
      if (reader.unusual) unusual.push(...Object.entries(reader.unusual(record)).map(named));
    }
  }
  const { uses, names, unclear } = mapping;
  const claimed = new Set(unclear.flatMap(({ columns: all }) => all));
  const merged = reader.merge?.(kept) ?? kept;
  return {
    good:
      count === kept.length
        ? merged
        : {
            length: count,
            slice: (from, to) => kept.slice(from, to),
            *[Symbol.iterator]() {
              for (let index = 0; index < rows.count; index++)
                for (const { line, cells: row } of rows.rowsOf(index)) {
                  const { record, wrong } = validateRow(row, ordered, reader);
                  if (Object.keys(wrong).length === 0) yield { line, fields: record };
                }
            },
          },
    errors,
    unusual,
    doubts: [...columnDoubts(rows.columns, mapping), ...(reader.doubts?.(kept, mapping, cells) ?? [])],
    unknown: names.filter((name, index) => name !== "" && name !== text.problem && !uses[index] && !claimed.has(index)),
    missing: areAllChanges ? [] : missing,
    empty: rows.counts.missing,
    mapping,
    cells,
  };
}

/** Fields that the rows of a mapping may have. */
function usedPaths({ uses, fixed }: Mapping, reader: RowReader): Set<string> {
  const paths = new Set(Object.keys(fixed));
  for (const use of uses) {
    const [path = ""] = use?.path.split("#") ?? [];
    if (!path.startsWith(WIDE)) paths.add(path);
    else if (reader.wide)
      for (const name of [reader.wide.quantity, reader.wide.depth, reader.wide.value]) paths.add(name);
  }
  return paths;
}

function validateRow(row: CanonicalRow["cells"], columns: readonly ImportField[], reader: RowReader) {
  const { schema, check } = reader;
  const unknown: Record<string, string> = {};
  let written: FormValues = {};
  for (const field of columns) {
    const cell = uncovered(row[field.path] ?? "");
    if (cell === "") continue;
    const value = cellValue(cell, field, schema, () => reader.timeZone(written));
    if (value === undefined) unknown[field.path] = text.notFound(cell);
    else written = withValue(written, field.path, value);
  }
  const read = fromFormValues(schema, written);
  const record = reader.finish?.(read) ?? read;
  const parsed = (record._id === undefined ? schema : (reader.change ?? schema)).safeParse(record);
  const wrong = parsed.success ? (check?.(parsed.data) ?? {}) : fieldErrors(valueRules(parsed.error, record));
  return { record: { ...emptied(row, columns, reader, record), ...record }, wrong: { ...wrong, ...unknown } };
}

/** Null for the empty cells of a stored record's row, because its export has all of its values. */
function emptied(
  row: CanonicalRow["cells"],
  columns: readonly ImportField[],
  { schema }: RowReader,
  record: Readonly<Record<string, unknown>>,
): Record<string, null> {
  // A row that is found by its name may be of a template, whose other columns are empty.
  if (!row._id || record._id === undefined) return {};
  const empty = columns.filter(
    ({ path }) => row[path] === "" && !path.includes(".") && schemaAt(schema, path).optional,
  );
  return Object.fromEntries(empty.map(({ path }) => [path, null]));
}

/** Moments are last, because the other fields of the row give their time zone. */
function momentsLast(columns: readonly ImportField[]): ImportField[] {
  return [...columns].sort((one, other) => Number(isMoment(one)) - Number(isMoment(other)));
}

/**
 * A cell as a form value: an option by its word, a day or moment in any usual notation. Undefined for an unknown
 * option.
 */
function cellValue(cell: string, field: ImportField, schema: z.ZodType, timeZone: () => string) {
  const { options, path } = field;
  if (options && isList(field, schema)) return knownOptions(cell, field, options);
  if (options) return knownOption(cell, options)?.value;
  const kind = valueKind(field, schema);
  if (kind === "other" && schemaDef(schemaAt(schema, path).schema).type === "boolean")
    return plainName(cell) === plainName(text.yes) || cell === "1" || plainName(cell) === "true";
  // Only dates are converted. A note may begin with a day.
  if (kind !== "moment" && kind !== "day") return cell;
  const zone = kind === "day" ? "" : timeZone();
  if (lastDate.cell !== cell || lastDate.kind !== kind || lastDate.zone !== zone)
    lastDate = { cell, kind, zone, value: dateValue(cell, zone) };
  return lastDate.value;
}

/** The last date that was read, because each value of a row in a wide table has the same one. */
let lastDate = { cell: "", kind: "", zone: "", value: "" };

/** A moment in the zone, or the day where it is empty; the cell itself when it is neither. */
function dateValue(cell: string, zone: string): string {
  const moment = readMoment(cell);
  if (!moment) return cell;
  if (zone === "") return moment.day;
  const { day, time, ms, offset } = moment;
  const at = offset === undefined ? farmMoment(day, time, zone) : Date.parse(`${day}T${time}Z`) - offset * MINUTE_MS;
  return new Date(at + ms).toISOString();
}

/** Whether one cell has several options. */
const isList = ({ path }: ImportField, schema: z.ZodType) => schemaDef(schemaAt(schema, path).schema).type === "array";

/** Exports write the first one; the others are those of people, and names may contain them. */
const SEPARATORS = [LIST_SEPARATOR, ";", ","];

/** The options of a cell such as `Buriti | Ipê`; undefined when one of them is unknown. */
function knownOptions(cell: string, { none }: ImportField, options: readonly Option[]): string[] | undefined {
  if (none !== undefined && plainName(cell) === plainName(none)) return [];
  for (const parts of [[cell], ...SEPARATORS.map((separator) => cell.split(separator))]) {
    const found = parts.flatMap((part) => knownOption(part.trim(), options) ?? []);
    if (found.length === parts.length) return found.map(({ value }) => value);
  }
  return undefined;
}

/** Found options, because files repeat a few words in many thousand rows. */
const found = new WeakMap<NonNullable<FieldSpec["options"]>, Map<string, Option | undefined>>();

function knownOption(cell: string, options: NonNullable<FieldSpec["options"]>): Option | undefined {
  const known = found.get(options) ?? new Map<string, Option | undefined>();
  if (!found.has(options)) found.set(options, known);
  if (!known.has(cell)) known.set(cell, optionOf(cell, options));
  return known.get(cell);
}

/**
 * Finds an option by its value or word. `Pivô 03` matches `Pivô 03 · Setor único`. A word that may mean two options means
 * none, because the wrong one would be stored unseen.
 */
function optionOf(cell: string, options: NonNullable<FieldSpec["options"]>) {
  const [whole, word] = [plainText(cell), plainName(cell)];
  for (const isMeant of [
    ({ value }: Option) => value === cell,
    ({ label }: Option) => plainText(label) === whole,
    ({ label }: Option) => plainName(label) === word,
    ({ label }: Option) => plainName(label).startsWith(`${word} · `),
  ]) {
    const [found, ...others] = options.filter(isMeant);
    if (found) return others.length === 0 ? found : undefined;
  }
  return undefined;
}
