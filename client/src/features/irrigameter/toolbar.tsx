import { SearchInput, Select } from "../../ui/input.tsx";
import { type Order, orders } from "./board.ts";
import { useBoard } from "./board-context.ts";
import { text } from "./text.ts";
import styles from "./toolbar.module.css";

/** Search, order and, where there are several, the farm. */
export function Toolbar() {
  const { data, view, filter } = useBoard();
  return (
    <search className={styles.toolbar} data-print="hide">
      <SearchInput
        aria-label={text.search}
        placeholder={text.search}
        value={view.search}
        onChange={(event) => filter({ search: event.target.value })}
      />
      {data.farms.length > 1 && (
        <Select
          aria-label={text.farm}
          value={view.farmId ?? ""}
          onChange={(event) => filter({ farmId: event.target.value || null })}
        >
          <option value="">{text.allFarms}</option>
          {data.farms.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
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
    </search>
  );
}
