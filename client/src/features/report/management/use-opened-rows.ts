import { type RefObject, useRef } from "react";
import type { TableView } from "../../../ui/data-table/table-view.ts";

/** Opens the rows of a total: the table, focusable by script, comes into view with the greatest parts of the total first. */
export function useOpenedRows(
  view: TableView,
  onView: (view: TableView) => void,
): { rows: RefObject<HTMLDivElement | null>; open: (sort: { key: string; descending: boolean }) => void } {
  const rows = useRef<HTMLDivElement>(null);
  return {
    rows,
    open: (sort) => {
      onView({ ...view, sort, shown: { ...view.shown, [sort.key]: true } });
      // The browser brings what has the focus into view.
      rows.current?.focus();
    },
  };
}
