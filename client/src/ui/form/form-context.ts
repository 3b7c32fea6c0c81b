import type { FieldErrors } from "@lamina/shared/rules/rule-text";
import { createContext, useContext } from "react";
import type * as z from "zod";
import type { FormValue, FormValues } from "./form-values.ts";
import { valueAt } from "./path.ts";

/** The form of a field. */
export interface FormState {
  schema: z.ZodType;
  values: FormValues;
  errors: FieldErrors;
  set: (path: string, value: FormValue) => void;
  /** Changes several fields at once, such as latitude and longitude on the map. */
  change: (values: FormValues) => void;
  readOnly: boolean;
  /** The farm's zone, for moments. */
  timeZone: string;
  /** A form of few fields: `Chuva, mm` instead of `Chuva (mm) *`; a hint names the optional fields. */
  isShort?: boolean;
}

export const FormContext = createContext<FormState | null>(null);

/** @throws Error outside of a form */
export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("there is no form here");
  return form;
}

/** A field's value, its setter and its error. */
export function useField(path: string): {
  value: FormValue | undefined;
  set: (value: FormValue) => void;
  error: string | undefined;
} {
  const { values, errors, set } = useForm();
  return { value: valueAt(values, path), set: (value) => set(path, value), error: errors[path] };
}
