import { Field } from "../../../ui/controls/field.tsx";
import { Select, TextInput } from "../../../ui/controls/input.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { unitsOf } from "../../../ui/import/units.ts";
import { ScrollRegion } from "../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import { momentField, openChoices, TIME_PARTS, unitFor, WIDE } from "./column-uses.ts";
import type { ShownPreview } from "./desk/file-desk.ts";
import styles from "./import-dialog.module.css";
import type { ColumnUse, Mapping, RowReader } from "./import-field.ts";

import { text } from "./text.ts";

interface MappingPartProps {
  preview: ShownPreview;
  reader: RowReader;
  disabled: boolean;
  onChange: (mapping: Mapping) => void;
}

/** How the file was read, and the choices where a person knows it better. */
export function MappingPart({ preview, reader, disabled, onChange }: MappingPartProps) {
  const { mapping, missing, sample } = preview;
  const { fixed, order, isOrderSure, zone, unclear, names } = mapping;
  const date = momentField(reader);
  const isDated = date !== undefined && mapping.uses.some((use) => use?.path.startsWith(date.path));
  const change = (part: Partial<Mapping>) => onChange({ ...mapping, ...part });
  const choices = openChoices(mapping, reader);
  const used = (column: number, use: ColumnUse | null) =>
    change({ uses: mapping.uses.map((one, index) => (index === column ? use : one)), unclear: [] });
  return (
    <>
      {unclear.map(({ label, columns }) => (
        <Banner key={columns.join()} tone="danger" icon="alert">
          {text.unclear(
            label,
            columns.map((column) => text.column(column, names[column] ?? "")),
          )}
        </Banner>
      ))}
      {choices.map(({ path, label, options = [] }) => (
        <Field key={path} label={text.forAll(label)}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled}
              value={fixed[path] ?? ""}
              onChange={({ target }) => change({ fixed: { ...fixed, [path]: target.value } })}
            >
              <option value="">{text.choice}</option>
              {options.map((option) => (
                <option key={option.value} value={option.label}>
                  {option.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {!isOrderSure && <Banner>{text.unsureOrder(text.orders[order])}</Banner>}
      <details open={unclear.length > 0 || (missing.length > choices.length && names.length > 0)}>
        <summary>{text.mapping}</summary>
        <div className="close-stack">
          {isDated && (
            <Field label={text.order}>
              {(control) => (
                <Select
                  {...control}
                  disabled={disabled}
                  value={order}
                  onChange={({ target }) =>
                    change({ order: target.value === "mdy" ? "mdy" : "dmy", isOrderSure: true })
                  }
                >
                  <option value="dmy">{text.orders.dmy}</option>
                  <option value="mdy">{text.orders.mdy}</option>
                </Select>
              )}
            </Field>
          )}
          {isDated && date.widget === "moment" && (
            <Field label={text.zone}>
              {(control) => (
                <Select
                  {...control}
                  disabled={disabled}
                  value={zone}
                  onChange={({ target }) => change({ zone: target.value })}
                >
                  {Object.entries({
                    ...(!(zone in text.zones) && { [zone]: text.otherZone(zone) }),
                    ...text.zones,
                  }).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <ScrollRegion className={styles.scroll} label={text.mapping}>
            <Table
              caption={text.mapping}
              rows={names.map((name, column) => ({ name, column }))}
              rowKey={({ column }) => String(column)}
              columns={[
                { key: "name", header: text.inFile, cell: ({ name, column }) => text.column(column, name) },
                {
                  key: "sample",
                  header: text.sample,
                  cell: ({ column }) => sample[column]?.slice(0, 60) ?? "",
                },
                {
                  key: "use",
                  header: text.use,
                  cell: ({ name, column }) => (
                    <UseSelect
                      name={text.column(column, name)}
                      use={mapping.uses[column] ?? null}
                      reader={reader}
                      disabled={disabled}
                      onChange={(use) => used(column, use)}
                    />
                  ),
                },
              ]}
            />
          </ScrollRegion>
        </div>
      </details>
    </>
  );
}

interface UseSelectProps {
  name: string;
  use: ColumnUse | null;
  reader: RowReader;
  disabled: boolean;
  onChange: (use: ColumnUse | null) => void;
}

/** What a column is, its unit and, of a probe, its depth. */
function UseSelect({ name, use, reader, disabled, onChange }: UseSelectProps) {
  const { fields, wide } = reader;
  const date = momentField(reader);
  const unit = use ? unitFor(use.path, reader) : undefined;
  const units = unit === undefined ? [] : unitsOf(unit);
  const isAtDepth = wide?.fields.some(({ path, atDepth }) => atDepth && WIDE + path === use?.path) ?? false;
  return (
    <div className="row gap-1">
      <Select
        aria-label={`${text.use}: ${name}`}
        disabled={disabled}
        value={use?.path ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? null : { path: target.value })}
      >
        <option value="">{text.notImported}</option>
        {fields.map(({ path, label }) => (
          <option key={path} value={path}>
            {label}
          </option>
        ))}
        {date &&
          TIME_PARTS.map((part) => (
            <option key={part} value={`${date.path}#${part}`}>
              {text.timeParts[part]}
            </option>
          ))}
        {wide?.fields.map((field) => (
          <option key={field.path} value={WIDE + field.path}>
            {field.label}
          </option>
        ))}
      </Select>
      {use && units.length > 1 && (
        <Select
          aria-label={`${text.unit}: ${name}`}
          disabled={disabled}
          value={use.unit ?? unit}
          onChange={({ target }) => onChange({ ...use, unit: target.value })}
        >
          {units.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      )}
      {use && isAtDepth && (
        <TextInput
          aria-label={`${text.depth}: ${name}`}
          disabled={disabled}
          inputMode="decimal"
          value={use.depth ?? ""}
          onChange={({ target }) => onChange({ ...use, depth: target.value })}
        />
      )}
    </div>
  );
}
