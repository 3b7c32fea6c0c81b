import type { BrokenRule } from "@lamina/shared/rules/rule";
import { type FieldErrors, fieldErrors } from "@lamina/shared/rules/rule-text";
import { useEffect, useMemo, useReducer, useRef } from "react";
import type * as z from "zod";
import { ApiError, isMissing } from "../../../api/error.ts";
import { loadClients } from "../../../core/clients/client-actions.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { drafts } from "../../../core/drafts/drafts.ts";
import { toast } from "../../../ui/feedback/toast.tsx";
import type { FormState } from "../../../ui/form/form-context.ts";
import { type FormValues, fromFormValues, toFormValues } from "../../../ui/form/form-values.ts";
import { withValue } from "../../../ui/form/path.ts";
import { readFields } from "../../../ui/form/read-fields.ts";
import { failureText, refusalText } from "./data/failure-text.ts";
import { type Draft, recordFormState } from "./data/record-form-state.ts";
import { type AnyRecord, type AnyScreenConfig, entityInfo, type RelatedRecords } from "./data/screen-config.ts";
import { text } from "./data/text.ts";
import { changeOf, type Fields, insertRecord, insertRelated, updateRecord } from "./data/writes.ts";

const CONFLICT = 409;

interface RecordFormOptions {
  view: AnyScreenConfig;
  lists: RelatedRecords;
  record: AnyRecord | undefined;
  /** The record was deleted by another user. A save creates a new one. */
  isGone: boolean;
  /** Initial values of a new record. */
  start: Fields;
  /** Input of a copy beside the record's own fields. */
  copied?: FormValues | undefined;
  readOnly: boolean;
  /** Default zone, for views that give none. */
  timeZone: string;
  onSaved: (record: AnyRecord) => void;
}

/**
 * The input of a form: validated by the schema, kept as a draft, and saved as a change of the version that the user
 * saw.
 */
export function useRecordForm(options: RecordFormOptions) {
  const { view, lists, record, isGone, start, copied, readOnly, onSaved } = options;
  const client = useSelectedClient();
  const { fields: schema } = entityInfo(view.entity);
  const draftName = `${client._id} ${view.entity} ${record?._id ?? "new"}`;
  const [state, dispatch] = useReducer(recordFormState, undefined, () => {
    const found = drafts.find<Draft>(draftName);
    return {
      found,
      base: record,
      version: found?.updatedAt ?? record?.updatedAt,
      values: found?.values ?? { ...toFormValues(schema, record ?? start), ...copied },
      errors: {},
      failure: undefined,
      current: undefined,
      pending: false,
    };
  });
  const { found, base, version, values, errors, failure, current, pending } = state;

  const fields = useMemo(() => fromFormValues(schema, values), [schema, values]);
  const before = useMemo(() => baseFields(schema, base ?? start), [schema, base, start]);
  const dirty = Object.keys(changeOf(before, fields)).length > 0;
  const created = useRef(found?.created);
  const mayLeave = useRef(false);
  /** Unusual values that the form has asked about. */
  const asked = useRef(new Set<string>());
  mayLeave.current = !dirty;

  // An unchanged form follows other users' changes. A changed form does not.
  if (record && base && record.updatedAt !== base.updatedAt && !dirty && !found) adopt(record);

  useEffect(() => {
    if (dirty && !readOnly)
      drafts.save(draftName, { values, updatedAt: version, created: created.current } satisfies Draft);
    else drafts.remove(draftName);
  }, [draftName, values, version, dirty, readOnly]);

  /** Shows a version of the record. Input typed since `sent` stays, as a change of it. */
  function adopt(next: AnyRecord, sent?: FormValues) {
    dispatch({ type: "adopted", record: next, values: toFormValues(schema, next), sent });
  }

  function reset() {
    drafts.remove(draftName);
    mayLeave.current = true;
    if (record) adopt(record);
    else dispatch({ type: "restarted", values: toFormValues(schema, start) });
  }

  function refused(next: FieldErrors) {
    dispatch({ type: "refused", errors: next });
    return false;
  }

  /**
   * Validates and saves the input as a change of the version that the user saw: that of the form, or `seen`. Resolves
   * to true when it was saved.
   */
  async function save(input: Fields = fields, seen?: AnyRecord): Promise<boolean> {
    const [from, edited] = seen ? [baseFields(schema, seen), seen.updatedAt] : [before, version];
    const changes = record && !isGone ? changeOf(from, input) : undefined;
    // The API judges a change as a whole. A stored value that it computed may be beyond what a person enters.
    const { rules } = readFields(schema, input, (valid) => view.check?.(valid, lists) ?? []);
    const broken = rules.filter(({ field }) => !changes || (field.split(".")[0] ?? "") in changes);
    if (broken.length > 0) return refused(fieldErrors(broken));
    const isAsked = ({ field, value }: BrokenRule) => asked.current.has(`${field} ${value}`);
    const unusual = (view.unusual?.(input, lists, isGone ? undefined : record) ?? []).filter(
      (rule) => (!changes || (rule.field.split(".")[0] ?? "") in changes) && !isAsked(rule),
    );
    if (unusual.length > 0) {
      for (const { field, value } of unusual) asked.current.add(`${field} ${value}`);
      dispatch({
        type: "refused",
        errors: fieldErrors(unusual),
        failure: unusual.some(({ id }) => id === "unusual") ? text.confirmUnusual : text.confirmChange,
      });
      return false;
    }
    dispatch({ type: "sent" });
    try {
      const saved =
        record && changes
          ? await updateRecord({ ...record, updatedAt: edited ?? record.updatedAt }, view.entity, changes)
          : await insert(input);
      drafts.remove(draftName);
      mayLeave.current = true;
      announce(saved, from);
      // The form of the new record closes, and that of the stored one opens.
      adopt(saved, record && !isGone ? values : undefined);
      onSaved(saved);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT && error.current !== undefined) {
        dispatch({ type: "conflicted", current: error.current as AnyRecord });
      } else if (error instanceof ApiError && error.fields.length > 0) {
        return refused(Object.fromEntries(error.fields.map((rule) => [rule.field, refusalText(rule)])));
      } else {
        dispatch({ type: "failed", failure: failureText(error) });
        // If the client itself was deleted, the reload lets the shell report it and leave this page.
        if (isMissing(error)) loadClients().catch(() => {});
      }
      return false;
    } finally {
      dispatch({ type: "settled" });
    }
  }

  /**
   * Adds a record and those that belong to it. A retry after a failure continues where the last one ended: it changes
   * the record that was stored, and adds the missing ones.
   */
  async function insert(input: Fields): Promise<AnyRecord> {
    const before = created.current;
    const saved = !before
      ? await insertRecord(client._id, view.entity, input)
      : Object.keys(changeOf(before.fields, input)).length > 0
        ? await updateRecord(before.record, view.entity, changeOf(before.fields, input))
        : before.record;
    const added = before?.added ?? {};
    created.current = { record: saved, fields: input, added };
    try {
      await insertRelated(client._id, view.related?.(saved, values, lists) ?? [], added);
    } catch (error) {
      drafts.save(draftName, { values, updatedAt: version, created: created.current } satisfies Draft);
      throw error;
    }
    created.current = undefined;
    return saved;
  }

  /** Undo restores the fields that this save changed, not earlier changes of other users. */
  function announce(saved: AnyRecord, from: Fields) {
    const name = view.nameOf(saved, lists);
    const back = changeOf(baseFields(schema, saved), from);
    if (!record || isGone) toast(text.created(name));
    else
      toast(text.saved(name), {
        label: text.undo,
        onClick: () => {
          updateRecord(saved, view.entity, back).then(
            () => toast(text.undone),
            () => toast(text.undoFailed),
          );
        },
      });
  }

  const form: FormState = {
    schema,
    values,
    errors,
    set: (path, value) => dispatch({ type: "typed", change: (written) => withValue(written, path, value) }),
    change: (next) => dispatch({ type: "typed", change: (written) => ({ ...written, ...next }) }),
    readOnly,
    timeZone: view.timeZone?.(fields, lists) ?? options.timeZone,
  };
  return {
    form,
    fields,
    before,
    dirty,
    mayLeave,
    save,
    reset,
    pending,
    failure,
    /** The form shows a stored draft. */
    restored: found !== undefined && dirty,
    /** Another user has saved since this form was opened. */
    outdated: record !== undefined && !isGone && version !== record.updatedAt && dirty,
    /** The version of another user, to choose from. */
    current,
    /** Returns to the unchanged form. */
    decideLater: () => dispatch({ type: "decided" }),
    keepCurrent: () => {
      if (current) adopt(current);
    },
  };
}

/** Own fields of a record, converted as the form does, so that the two can be compared. */
export function baseFields(schema: z.ZodType, record: unknown): Fields {
  return fromFormValues(schema, toFormValues(schema, record));
}
