import type { FieldErrors } from "@lamina/shared/rules/rule-text";
import type { FormValues } from "../../../../ui/form/form-values.ts";
import type { AnyRecord } from "./screen-config.ts";

/** What somebody began to write, and the version of the record that they saw; none for a new record. */
export interface Draft {
  values: FormValues;
  updatedAt?: string | undefined;
}

/** A form from its first sight to its saving. */
export interface RecordFormState {
  /** The draft of an earlier time that the form began with. */
  found: Draft | undefined;
  /** The record that changes are counted from; undefined for a new one. */
  base: AnyRecord | undefined;
  /** The version that was edited. */
  version: string | undefined;
  values: FormValues;
  errors: FieldErrors;
  failure: string | undefined;
  /** The record as somebody else has saved it meanwhile. */
  current: AnyRecord | undefined;
  pending: boolean;
  /** How often it was refused: the page moves to the first error each time. */
  submits: number;
}

type RecordFormAction =
  | { type: "typed"; change: (values: FormValues) => FormValues }
  /** Shows a version of the record; what was typed since `sent` stays, as a change of it. */
  | { type: "adopted"; record: AnyRecord; values: FormValues; sent?: FormValues | undefined }
  | { type: "restarted"; values: FormValues }
  | { type: "sent" }
  | { type: "refused"; errors: FieldErrors }
  | { type: "conflicted"; current: AnyRecord }
  | { type: "failed"; failure: string }
  | { type: "settled" }
  | { type: "decided" };

export function recordFormState(state: RecordFormState, action: RecordFormAction): RecordFormState {
  switch (action.type) {
    case "typed":
      return { ...state, values: action.change(state.values) };
    case "adopted": {
      const { record, sent } = action;
      const values = sent === undefined || state.values === sent ? action.values : state.values;
      const clean = { errors: {}, failure: undefined, found: undefined, current: undefined };
      return { ...state, ...clean, base: record, version: record.updatedAt, values };
    }
    case "restarted":
      return { ...state, values: action.values, errors: {}, found: undefined };
    case "sent":
      return { ...state, errors: {}, failure: undefined, pending: true };
    case "refused":
      return { ...state, errors: action.errors, failure: undefined, submits: state.submits + 1 };
    case "conflicted":
      return { ...state, current: action.current };
    case "failed":
      return { ...state, failure: action.failure };
    case "settled":
      return { ...state, pending: false };
    case "decided":
      return { ...state, current: undefined };
  }
}
