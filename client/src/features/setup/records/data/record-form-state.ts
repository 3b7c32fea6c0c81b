import type { FieldErrors } from "@lamina/shared/rules/rule-text";
import type { FormValues } from "../../../../ui/form/form-values.ts";
import type { AnyRecord } from "./screen-config.ts";
import type { Fields } from "./writes.ts";

/** A user's input and the version of the record that it is based on; no version for a new record. */
export interface Draft {
  values: FormValues;
  updatedAt?: string | undefined;
  /** The new record, when it was added and a record that belongs to it was not. */
  created?: { record: AnyRecord; fields: Fields; added: Record<string, AnyRecord> } | undefined;
}

/** The state of a form from its opening to its saving. */
export interface RecordFormState {
  /** The stored draft that the form began with. */
  found: Draft | undefined;
  /** The record that changes are compared with; undefined for a new one. */
  base: AnyRecord | undefined;
  /** The version that the user edits. */
  version: string | undefined;
  values: FormValues;
  errors: FieldErrors;
  failure: string | undefined;
  /** The version that another user has saved in the meantime. */
  current: AnyRecord | undefined;
  pending: boolean;
}

type RecordFormAction =
  | { type: "typed"; change: (values: FormValues) => FormValues }
  /** Shows a version of the record. Input typed since `sent` stays, as a change of it. */
  | { type: "adopted"; record: AnyRecord; values: FormValues; sent?: FormValues | undefined }
  | { type: "restarted"; values: FormValues }
  | { type: "sent" }
  | { type: "refused"; errors: FieldErrors; failure?: string }
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
      return { ...state, errors: action.errors, failure: action.failure };
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
