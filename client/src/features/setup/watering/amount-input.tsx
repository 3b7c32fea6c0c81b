import { WATERING_AMOUNTS } from "@lamina/shared/records/irrigation";
import { TextField } from "../../../ui/controls/text-field.tsx";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import { schemaAt } from "../../../ui/form/path.ts";

/** One of the alternative inputs of the amount. Input in one clears the others, which the API computes. */
export function AmountInput({ field }: { field: FieldSpec }) {
  const { schema, change } = useForm();
  const { value, error } = useField(field.path);
  const unit = schemaAt(schema, field.path).schema.meta()?.unit;
  return (
    <TextField
      label={`${field.label} (${unit})`}
      error={error}
      name={field.path}
      inputMode="decimal"
      autoComplete="off"
      value={typeof value === "string" ? value : ""}
      onValue={(typed) =>
        change(Object.fromEntries(WATERING_AMOUNTS.map((amount) => [amount, amount === field.path ? typed : ""])))
      }
    />
  );
}
