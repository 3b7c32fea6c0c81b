import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Button, IconButton } from "../controls/button.tsx";
import { Icon } from "../icons/icon.tsx";
import type { FieldSpec, RowsSpec } from "./field-spec.ts";
import { useField, useForm } from "./form-context.ts";
import { type FormValue, schemaDef, toFormValues } from "./form-values.ts";
import { schemaAt } from "./path.ts";
import styles from "./rows.module.css";
import { text } from "./text.ts";

interface RowsProps {
  field: FieldSpec;
  rows: RowsSpec;
  /** Renders a field of a row. */
  draw: (field: FieldSpec) => ReactNode;
}

/**
 * A list of records inside a record, such as the layers of a soil. The fields of a row are side by side if there is
 * room.
 */
export function Rows({ field, rows, draw }: RowsProps) {
  const { schema, readOnly } = useForm();
  const { value, set, error } = useField(field.path);
  const list = (value ?? []) as readonly FormValue[];
  const { element } = schemaDef(schemaAt(schema, field.path).schema);
  return (
    <div className="close-stack">
      {list.map((_, index) => (
        // Rows have no id, so their index is the key.
        <fieldset key={rows.name(index + 1)} className={styles.row}>
          <legend>{rows.name(index + 1)}</legend>
          <div className={styles.fields}>
            {rows.fields.map((inner) => {
              const path = `${field.path}.${index}.${inner.path}`;
              return (
                <div key={inner.path} className={classNames(inner.wide && styles.wide)} data-field={path}>
                  {draw({ ...inner, path })}
                </div>
              );
            })}
          </div>
          {!rows.fixed && !readOnly && (
            <IconButton
              icon="close"
              label={text.remove(rows.name(index + 1))}
              className={styles.remove}
              onClick={() => set(list.filter((_, other) => other !== index))}
            />
          )}
        </fieldset>
      ))}
      {error && (
        <p className="row gap-1 danger small">
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
      {!rows.fixed && !readOnly && element && (
        <div>
          <Button onClick={() => set([...list, toFormValues(element, undefined)])}>{rows.add}</Button>
        </div>
      )}
    </div>
  );
}
