import { type ReactNode, useRef, useState } from "react";
import { Button, IconButton } from "../controls/button.tsx";
import { SearchInput, Select } from "../controls/input.tsx";
import { Dialog } from "../feedback/dialog.tsx";
import { Icon } from "../icons/icon.tsx";
import { type DataColumn, headerOf } from "./columns.ts";
import styles from "./table-toolbar.module.css";
import { facetValues, isFiltered, type TableView, toggleFilter, visibleColumns } from "./table-view.ts";
import { text } from "./text.ts";

interface TableToolbarProps<Row> {
  columns: readonly DataColumn<Row>[];
  /** All rows, for the values of the filters. */
  rows: readonly Row[];
  shown: number;
  timeZone: string;
  view: TableView;
  onView: (view: TableView) => void;
  /** Cards have no headers to sort by, so the order is a select. */
  withSort: boolean;
  /** True when older rows are not loaded. */
  hasMore: boolean;
  chosen: number;
  actions: ReactNode;
}

/** Search, filters and columns, with active filters as chips that a click removes. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { columns, rows, shown, timeZone, view, onView, withSort, hasMore, chosen, actions } = props;
  const facets = columns.filter(({ facet }) => facet);
  // On a phone the rarely changed choices are folded, so that the records are higher.
  const [open, setOpen] = useState(view.sort !== null);
  return (
    <div className={styles.toolbar} data-print="hide">
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchInput
            aria-label={text.search}
            placeholder={text.search}
            value={view.search}
            onChange={(event) => onView({ ...view, search: event.target.value })}
          />
        </div>
        <IconButton
          icon="settings"
          label={text.choices}
          aria-expanded={open}
          className={styles.toggle}
          onClick={() => setOpen(!open)}
        />
        <div className={styles.choices} data-open={open}>
          {withSort && (
            <div className={styles.order}>
              <SortSelect columns={columns} view={view} onView={onView} />
            </div>
          )}
          {facets.length > 0 && (
            <Chooser label={text.filter}>
              {facets.map((column) => (
                <CheckList
                  key={column.key}
                  legend={column.header}
                  options={facetValues(rows, column, timeZone).map((value) => ({ key: value, label: value }))}
                  checked={(value) => view.filters[column.key]?.includes(value) ?? false}
                  onToggle={(value) => onView(toggleFilter(view, column.key, value))}
                />
              ))}
            </Chooser>
          )}
          <Chooser label={text.columns}>
            <CheckList
              legend={text.columns}
              options={columns.slice(1).map((column) => ({ key: column.key, label: headerOf(column) }))}
              checked={(key) => visibleColumns(columns, view).some((column) => column.key === key)}
              onToggle={(key) => {
                const now = visibleColumns(columns, view).some((column) => column.key === key);
                onView({ ...view, shown: { ...view.shown, [key]: !now } });
              }}
            />
          </Chooser>
        </div>
        {actions && <div className={styles.extras}>{actions}</div>}
      </div>
      <div className={styles.chips}>
        <p role="status" className="hint">
          {chosen > 0 ? text.selected(chosen) : text.count(shown, rows.length, hasMore)}
        </p>
        {facets.flatMap((column) =>
          (view.filters[column.key] ?? []).map((value) => (
            <button
              key={`${column.key} ${value}`}
              type="button"
              className={styles.chip}
              aria-label={text.removeFilter(column.header, value)}
              onClick={() => onView(toggleFilter(view, column.key, value))}
            >
              <span className="muted">{column.header}:</span> {value}
              <Icon name="close" size={14} />
            </button>
          )),
        )}
        {isFiltered(view) && (
          <Button variant="quiet" onClick={() => onView({ ...view, filters: {}, search: "" })}>
            {text.clear}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A button that opens options below it. */
function Chooser({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={anchor} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} variant="panel" anchor={anchor}>
        {open && children}
      </Dialog>
    </>
  );
}

interface CheckListProps {
  legend: string;
  options: readonly { key: string; label: string }[];
  checked: (key: string) => boolean;
  onToggle: (key: string) => void;
}

function CheckList({ legend, options, checked, onToggle }: CheckListProps) {
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {options.map(({ key, label }) => (
        <label key={key} className={styles.check}>
          <input type="checkbox" checked={checked(key)} onChange={() => onToggle(key)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function SortSelect<Row>({ columns, view, onView }: Pick<TableToolbarProps<Row>, "columns" | "view" | "onView">) {
  return (
    <Select
      aria-label={text.sortBy}
      value={view.sort ? `${view.sort.descending ? "-" : ""}${view.sort.key}` : ""}
      onChange={({ target: { value } }) =>
        onView({ ...view, sort: value ? { key: value.replace(/^-/, ""), descending: value.startsWith("-") } : null })
      }
    >
      <option value="">{text.asItCame}</option>
      {columns.map(({ key, header }) => [
        <option key={key} value={key}>
          {text.ascending(header)}
        </option>,
        <option key={`-${key}`} value={`-${key}`}>
          {text.descending(header)}
        </option>,
      ])}
    </Select>
  );
}
