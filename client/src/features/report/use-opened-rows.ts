import { type RefObject, useRef } from "react";
import type { TableView } from "../../ui/data-table/table-view.ts";

/** Shows the rows of a total: by the key of its column, and only those that match `filters`. */
export type OpenRows = (key: string, filters?: TableView["filters"]) => void;

/** Opens the rows of a total: the table, focusable by script, comes into view with the greatest parts of the total first. */
export function useOpenedRows(
  view: TableView,
  onView: (view: TableView) => void,
): { rows: RefObject<HTMLDivElement | null>; open: OpenRows } {
  const rows = useRef<HTMLDivElement>(null);
  return {
    rows,
    open: (key, filters = view.filters) => {
      onView({ ...view, filters, sort: { key, descending: true }, shown: { ...view.shown, [key]: true } });
      // The browser brings what has the focus into view.
      rows.current?.focus();
    },
  };
}
