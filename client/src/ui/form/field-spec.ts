import type { ComponentType } from "react";
import type { FormValues } from "./form-values.ts";

export interface Option {
  value: string;
  label: string;
}

/** Description of a form field. Its schema determines the rest: number, date, choice, switch, text. */
export interface FieldSpec {
  /** Path in the record, such as `statusMargins.waitDays`. */
  path: string;
  label: string;
  hint?: string;
  /** Options: one of them for a text, several for a list. */
  options?: readonly Option[];
  /**
   * `long`: multi-line text; `time`: time of day; `moment`: in the farm's zone; `radio`: all options are visible; or a
   * component, which receives the field.
   */
  widget?: "long" | "time" | "moment" | "radio" | ComponentType<{ field: FieldSpec }>;
  /** The last day that the calendar offers. */
  lastDay?: string;
  autoFocus?: boolean;
  /** The fields of each record in a list. */
  rows?: RowsSpec;
  /** As wide as the form. Default true for rows and components. */
  wide?: boolean;
}

export interface RowsSpec {
  fields: readonly FieldSpec[];
  /** "Adicionar camada". */
  add: string;
  /** The title of a row, from 1. */
  name: (number: number) => string;
  /** Rows cannot be added or removed. */
  fixed?: boolean;
}

export interface FieldGroup {
  title: string;
  hint?: string;
  /** Whether the group has a meaning beside the other input; always, when left out. */
  isShown?: (values: FormValues) => boolean;
  fields: readonly FieldSpec[];
}
