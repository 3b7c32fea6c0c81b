import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../ui/controls/button.tsx";
import { RecordSelect, SearchInput, Select } from "../../../ui/controls/input.tsx";
import { Segments } from "../../../ui/controls/segments.tsx";
import { type Order, orders } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { type Layout, layouts } from "./layout.ts";
import styles from "./toolbar.module.css";

interface ToolbarProps {
  layout: Layout;
  onLayout: (layout: Layout) => void;
}

/** Search, order, rows or cards, and with several farms the farm. On a phone all but the search are behind a button. */
export function Toolbar({ layout, onLayout }: ToolbarProps) {
  const { data, view, filter } = useBoard();
  const [open, setOpen] = useState(view.farmId !== null || view.order !== "priority");
  return (
    <div className={styles.toolbar} data-print="hide">
      <div className={styles.search}>
        <Search search={view.search} onSearch={(search) => filter({ search })} />
      </div>
      <IconButton
        icon="settings"
        label={text.choices}
        aria-expanded={open}
        className={styles.toggle}
        onClick={() => setOpen(!open)}
      />
      <div className={styles.choices} data-open={open}>
        {data.farms.length > 1 && (
          <RecordSelect
            aria-label={text.farm}
            all={text.allFarms}
            records={data.farms}
            value={view.farmId}
            onValue={(farmId) => filter({ farmId })}
          />
        )}
        <Select
          aria-label={text.order}
          value={view.order}
          onChange={(event) => filter({ order: event.target.value as Order })}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {text.orders[order]}
            </option>
          ))}
        </Select>
        <Segments
          label={text.layout}
          options={layouts.map((value) => ({ value, label: text.layouts[value] }))}
          value={layout}
          onChange={onLayout}
        />
      </div>
    </div>
  );
}

/**
 * The search field. While it has the focus, the input leads and the address follows; otherwise the field follows the
 * address.
 */
function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(search);
  }, [search]);
  return (
    <SearchInput
      ref={input}
      aria-label={text.search}
      placeholder={text.search}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onSearch(target.value);
      }}
    />
  );
}
