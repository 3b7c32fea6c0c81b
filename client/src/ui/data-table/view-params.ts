import type { TableView } from "./table-view.ts";

/** Parameters of the address. A filter is `f.` and its column. */
const SEARCH = "busca";
const SORT = "ordem";
const FILTER = "f.";

/**
 * The view of an address: search, order (`-` is descending) and filters. Columns are remembered on the device instead.
 */
export function viewFromParams(params: URLSearchParams): Partial<TableView> {
  const view: Partial<TableView> = {};
  const sort = params.get(SORT);
  if (sort) view.sort = { key: sort.replace(/^-/, ""), descending: sort.startsWith("-") };
  const search = params.get(SEARCH);
  if (search) view.search = search;
  const filters = [...new Set(params.keys())].filter((key) => key.startsWith(FILTER));
  if (filters.length > 0) {
    view.filters = Object.fromEntries(filters.map((key) => [key.slice(FILTER.length), params.getAll(key)]));
  }
  return view;
}

/** The parameters with another view of the table. Other parameters stay. */
export function withView(params: URLSearchParams, view: TableView): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of [...next.keys()]) if (key === SEARCH || key === SORT || key.startsWith(FILTER)) next.delete(key);
  if (view.search.trim()) next.set(SEARCH, view.search);
  if (view.sort) next.set(SORT, `${view.sort.descending ? "-" : ""}${view.sort.key}`);
  for (const [key, values] of Object.entries(view.filters))
    for (const value of values) next.append(FILTER + key, value);
  return next;
}
