import type { ComponentProps } from "react";
import { Field } from "./field.tsx";
import { PasswordInput, TextInput } from "./input.tsx";

interface TextFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  onValue: (typed: string) => void;
}

/** A text input with its label, hint and error. */
export function TextField({ label, hint, error, onValue, ...rest }: TextFieldProps) {
  const Input = rest.type === "password" ? PasswordInput : TextInput;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...rest} {...control} onChange={({ target }) => onValue(target.value)} />}
    </Field>
  );
}
