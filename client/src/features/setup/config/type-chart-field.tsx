import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { useField } from "../../../ui/form/form-context.ts";

/** The choice of the irrigâmetro. On the wire it is a number; the other choices are words. */
export function TypeChartField({ field }: { field: FieldSpec }) {
  const { value, set, error } = useField(field.path);
  return (
    <Field label={`${field.label} *`} {...(field.hint !== undefined && { hint: field.hint })} error={error}>
      {(control) => (
        <Select {...control} value={String(value)} onChange={(event) => set(Number(event.target.value))}>
          {field.options?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
