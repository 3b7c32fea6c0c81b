import type { ComponentType } from "react";

/** A value and its word. */
export interface Option {
  value: string;
  label: string;
}

/** How a field of a record is asked for. What is not said follows from its schema: number, date, choice, switch, text. */
export interface FieldSpec {
  /** Where it stands in the record, such as `statusMargins.waitDays`. */
  path: string;
  label: string;
  hint?: string;
  /** What may be chosen: one for a text, some for a list. */
  options?: readonly Option[];
  /** `long` text; `time` of day; `moment` on the farm's clock; or a part of its own, given the field's path. */
  widget?: "long" | "time" | "moment" | ComponentType<{ field: FieldSpec }>;
  /** The fields of each of a list's records. */
  rows?: RowsSpec;
  /** As wide as the form; rows and parts of their own are, unless told otherwise. */
  wide?: boolean;
}

export interface RowsSpec {
  fields: readonly FieldSpec[];
  /** "Adicionar camada". */
  add: string;
  /** What a row is called, from 1. */
  name: (number: number) => string;
  /** No rows are added or taken away. */
  fixed?: boolean;
}

/** Fields that belong together. */
export interface FieldGroup {
  title: string;
  hint?: string;
  fields: readonly FieldSpec[];
}
