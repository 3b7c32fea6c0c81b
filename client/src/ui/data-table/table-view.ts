import { compareNames } from "../format.ts";
import { plainText } from "../plain-text.ts";
import { cellText, type DataColumn } from "./columns.ts";

/** The user's settings of a table. */
export interface TableView {
  sort: { key: string; descending: boolean } | null;
  /** Column key → shown or hidden, where it differs from the default. */
  shown: Readonly<Record<string, boolean>>;
  /** Column key → the shown values that match. */
  filters: Readonly<Record<string, readonly string[]>>;
  search: string;
}

export const EMPTY_VIEW: TableView = { sort: null, shown: {}, filters: {}, search: "" };

/** The visible columns. The first one, which names the row, is always visible. */
export function visibleColumns<Row>(columns: readonly DataColumn<Row>[], { shown }: TableView): DataColumn<Row>[] {
  return columns.filter((column, index) => index === 0 || (shown[column.key] ?? !column.optional));
}

/** The columns of a file: the visible ones, and those that a later import reads. */
export function fileColumns<Row>(columns: readonly DataColumn<Row>[], view: TableView): DataColumn<Row>[] {
  const visible = new Set(visibleColumns(columns, view));
  return columns.filter((column) => column.inFiles || visible.has(column));
}

/** The rows that match search and filters, in order. Rows without a value are last in both directions. */
export function applyView<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  view: TableView,
  timeZone: string,
): Row[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const filters = Object.entries(view.filters).flatMap(([key, values]) => {
    const column = byKey.get(key);
    return column && values.length > 0 ? [{ column, values: new Set(values) }] : [];
  });
  const words = plainText(view.search).split(/\s+/).filter(Boolean);
  const passed = rows.filter((row) => {
    if (!filters.every(({ column, values }) => values.has(cellText(column, row, timeZone)))) return false;
    if (words.length === 0) return true;
    const text = plainText(columns.map((column) => cellText(column, row, timeZone)).join(" "));
    return words.every((word) => text.includes(word));
  });
  const column = view.sort && byKey.get(view.sort.key);
  return column ? sorted(passed, column, view.sort?.descending ?? false) : passed;
}

function sorted<Row>(rows: readonly Row[], { value }: DataColumn<Row>, descending: boolean): Row[] {
  const way = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: value(row) }))
    .sort((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
      const order =
        typeof one.value === "number" && typeof other.value === "number"
          ? one.value - other.value
          : compareNames(String(one.value), String(other.value));
      return order * way;
    })
    .map(({ row }) => row);
}

/** The effect of a click on a header: ascending, descending, unsorted. */
export function sortBy(view: TableView, key: string): TableView {
  if (view.sort?.key !== key) return { ...view, sort: { key, descending: false } };
  return { ...view, sort: view.sort.descending ? null : { key, descending: true } };
}

/** The view with one value of a filter added or removed. */
export function toggleFilter(view: TableView, key: string, value: string): TableView {
  const before = view.filters[key] ?? [];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  const { [key]: _, ...others } = view.filters;
  return { ...view, filters: after.length === 0 ? others : { ...others, [key]: after } };
}

/** The values of a filter, sorted. */
export function facetValues<Row>(rows: readonly Row[], column: DataColumn<Row>, timeZone: string): string[] {
  return [...new Set(rows.map((row) => cellText(column, row, timeZone)))].sort(compareNames);
}

/** True when search or filters may hide rows. */
export function isFiltered({ search, filters }: TableView): boolean {
  return search.trim() !== "" || Object.keys(filters).length > 0;
}
