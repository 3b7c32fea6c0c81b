import { classNames } from "../class-names.ts";
import { Checks } from "../controls/checks.tsx";
import { Field } from "../controls/field.tsx";
import { Select, TextArea, TextInput } from "../controls/input.tsx";
import { TimeInput } from "../controls/time-input.tsx";
import { DateInput } from "../date/date-input.tsx";
import type { FieldGroup, FieldSpec } from "./field-spec.ts";
import { useField, useForm } from "./form-context.ts";
import styles from "./form-fields.module.css";
import { schemaDef } from "./form-values.ts";
import { MomentInput } from "./moment-input.tsx";
import { schemaAt } from "./path.ts";
import { Rows } from "./rows.tsx";
import { text } from "./text.ts";

/** Groups of fields with their titles. */
export function FormFields({ groups }: { groups: readonly FieldGroup[] }) {
  const { readOnly, values } = useForm();
  const shown = groups.filter(({ isShown }) => isShown?.(values) ?? true);
  return shown.map((group) => (
    <fieldset key={group.title} className="close-stack" disabled={readOnly}>
      <legend className={styles.legend}>{group.title}</legend>
      {group.hint && <p className="hint">{group.hint}</p>}
      <div className={styles.fields}>
        {group.fields.map((field) => (
          <div key={field.path} className={classNames(isWide(field) && styles.wide)} data-field={field.path}>
            <FormField field={field} />
          </div>
        ))}
      </div>
    </fieldset>
  ));
}

const isWide = ({ wide, rows, widget }: FieldSpec) => wide ?? (rows !== undefined || typeof widget === "function");

/** One field, with the control for its schema and description. */
export function FormField({ field }: { field: FieldSpec }) {
  const { schema, timeZone, isShort = false } = useForm();
  const { value, set, error } = useField(field.path);
  if (typeof field.widget === "function") return <field.widget field={field} />;
  if (field.rows) return <Rows field={field} rows={field.rows} draw={(inner) => <FormField field={inner} />} />;
  const found = schemaAt(schema, field.path);
  const def = schemaDef(found.schema);
  const unit = found.schema.meta()?.unit;
  const label = !unit ? field.label : isShort ? `${field.label}, ${unit}` : `${field.label} (${unit})`;

  if (def.type === "boolean") {
    return (
      <Checks
        legend={null}
        options={[{ value: "on", label }]}
        chosen={value === true ? ["on"] : []}
        hint={field.hint}
        error={error}
        onChoose={(_, on) => set(on)}
      />
    );
  }
  if (def.type === "array") {
    const chosen = ((value ?? []) as readonly (string | number)[]).map(String);
    const numeric = def.element && schemaDef(def.element).type === "number";
    return (
      <Checks
        legend={label}
        options={field.options ?? []}
        chosen={chosen}
        hint={field.options?.length === 0 ? text.noOptions : field.hint}
        error={error}
        onChoose={(one, on) => {
          const next = on ? [...chosen, one] : chosen.filter((other) => other !== one);
          set(numeric ? next.map(Number) : next);
        }}
      />
    );
  }
  if (field.widget === "radio") {
    return (
      <Checks
        legend={label}
        type="radio"
        options={field.options ?? []}
        chosen={[String(value)]}
        hint={field.hint}
        error={error}
        onChoose={set}
      />
    );
  }
  return (
    <Field
      label={found.optional || isShort ? label : `${label} *`}
      {...(field.hint !== undefined && { hint: field.hint })}
      error={error}
    >
      {(control) => {
        const typed = typeof value === "string" ? value : String(value ?? "");
        const input = {
          ...control,
          name: field.path,
          ...(field.autoFocus && { autoFocus: true }),
          value: typed,
          onChange: (event: { target: { value: string } }) => set(event.target.value),
        };
        if (field.options) {
          return (
            <Select {...input}>
              {(found.optional || typed === "") && <option value="">{text.none}</option>}
              {field.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          );
        }
        if (field.widget === "long") return <TextArea {...input} rows={3} />;
        if (field.widget === "moment") return <MomentInput {...input} value={typed} onValue={set} />;
        if (field.widget === "time") return <TimeInput {...input} onValue={set} />;
        if (def.format === "date")
          return <DateInput {...input} timeZone={timeZone} max={field.lastDay} onValue={set} />;
        if (def.type === "number") return <TextInput {...input} inputMode="decimal" autoComplete="off" />;
        return <TextInput {...input} autoComplete="off" />;
      }}
    </Field>
  );
}
