import { type RefObject, useRef } from "react";
import type { TableView } from "../../ui/data-table/table-view.ts";

/** Shows the rows of a total: by the key of its column, and those that match `filters`; without filters, all. */
export type OpenRows = (key: string, filters?: TableView["filters"]) => void;

/** Opens the rows of a total: the table, focusable by script, comes into view with the greatest parts of the total first. */
export function useOpenedRows(
  view: TableView,
  onView: (view: TableView) => void,
): { rows: RefObject<HTMLDivElement | null>; open: OpenRows } {
  const rows = useRef<HTMLDivElement>(null);
  return {
    rows,
    open: (key, filters = {}) => {
      // A filter or a search of before would hide rows that the total counts.
      onView({ ...view, filters, search: "", sort: { key, descending: true }, shown: { ...view.shown, [key]: true } });
      // The browser brings what has the focus into view.
      rows.current?.focus();
    },
  };
}
