import { useState } from "react";
import { EMPTY_VIEW, type TableView } from "./table-view.ts";

interface TableMemory {
  read(key: string): string | null;
  write(key: string, value: string): void;
}

/** Prefix of the storage keys. */
const KEY = "table:";

function remembered(memory: TableMemory, key: string): Pick<TableView, "sort" | "shown"> {
  try {
    const storedView = JSON.parse(memory.read(KEY + key) ?? "{}") as Partial<TableView> | null;
    const { sort, shown } = storedView ?? {};
    return {
      sort: typeof sort?.key === "string" ? { key: sort.key, descending: Boolean(sort.descending) } : null,
      shown: shown !== null && typeof shown === "object" ? shown : {},
    };
  } catch {
    return { sort: null, shown: {} };
  }
}

/**
 * A table's view. Order and columns are remembered under the table's key. Search and filters are not. `initial` is the
 * view in the address, and has priority.
 */
export function useTableView(
  key: string,
  memory: TableMemory,
  initial: Partial<TableView> = {},
): [TableView, (view: TableView) => void] {
  const [view, setView] = useState<TableView>(() => ({ ...EMPTY_VIEW, ...remembered(memory, key), ...initial }));
  return [
    view,
    (next) => {
      setView(next);
      if (next.sort !== view.sort || next.shown !== view.shown) {
        memory.write(KEY + key, JSON.stringify({ sort: next.sort, shown: next.shown }));
      }
    },
  ];
}
