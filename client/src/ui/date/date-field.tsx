import type { ComponentProps } from "react";
import { Field } from "../controls/field.tsx";
import { DateInput } from "./date-input.tsx";

interface DateFieldProps extends ComponentProps<typeof DateInput> {
  label: string;
  error?: string | undefined;
}

/** A date with its label and error. */
export function DateField({ label, error, ...rest }: DateFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <DateInput {...rest} {...control} />}
    </Field>
  );
}
