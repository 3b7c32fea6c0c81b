import { type FieldErrors, fieldErrors } from "@lamina/shared/rules/rule-text";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import { useEffect, useMemo, useReducer, useRef } from "react";
import type * as z from "zod";
import { ApiError } from "../../../api/error.ts";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { drafts } from "../../../core/drafts/drafts.ts";
import { toast } from "../../../ui/feedback/toast.tsx";
import type { FormState } from "../../../ui/form/form-context.ts";
import { type FormValues, fromFormValues, toFormValues } from "../../../ui/form/form-values.ts";
import { withValue } from "../../../ui/form/path.ts";
import { failureText, refusalText } from "./data/failure-text.ts";
import { type Draft, recordFormState } from "./data/record-form-state.ts";
import { type AnyRecord, type AnyScreenConfig, entityInfo, type RelatedRecords } from "./data/screen-config.ts";
import { text } from "./data/text.ts";
import { changeOf, type Fields, insertRecord, updateRecord } from "./data/writes.ts";

const NOT_FOUND = 404;
const CONFLICT = 409;

interface RecordFormOptions {
  view: AnyScreenConfig;
  lists: RelatedRecords;
  record: AnyRecord | undefined;
  /** It was deleted meanwhile: what is saved is a new one. */
  isGone: boolean;
  /** What a new one begins with. */
  start: Fields;
  readOnly: boolean;
  /** Where the view knows of no nearer one. */
  timeZone: string;
  onSaved: (record: AnyRecord) => void;
}

/** What is written into a form, judged by the schema, kept as a draft, and saved as a change of the version that was seen. */
export function useRecordForm(options: RecordFormOptions) {
  const { view, lists, record, isGone, start, readOnly, onSaved } = options;
  const client = useSelectedClient();
  const { fields: schema } = entityInfo(view.entity);
  const draftName = `${client._id} ${view.entity} ${record?._id ?? "new"}`;
  const [state, dispatch] = useReducer(recordFormState, undefined, () => {
    const found = drafts.find<Draft>(draftName);
    return {
      found,
      base: record,
      version: found?.updatedAt ?? record?.updatedAt,
      values: found?.values ?? toFormValues(schema, record ?? start),
      errors: {},
      failure: undefined,
      current: undefined,
      pending: false,
      submits: 0,
    };
  });
  const { found, base, version, values, errors, failure, current, pending, submits } = state;

  const fields = useMemo(() => fromFormValues(schema, values), [schema, values]);
  const before = useMemo(() => baseFields(schema, base ?? start), [schema, base, start]);
  const dirty = Object.keys(changeOf(before, fields)).length > 0;
  const mayLeave = useRef(false);
  mayLeave.current = !dirty;

  // A form that nobody has written into follows what others do; a dirty one is deaf to it.
  if (record && base && record.updatedAt !== base.updatedAt && !dirty && !found) adopt(record);

  useEffect(() => {
    if (dirty && !readOnly) drafts.save(draftName, { values, updatedAt: version });
    else drafts.remove(draftName);
  }, [draftName, values, version, dirty, readOnly]);

  /** Shows a version of the record; what was written since `sent` stays, as a change of it. */
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

  /** Judges and sends, as a change of the version that was seen: that of the form, or one chosen from since. Resolves to whether it was saved. */
  async function save(given: Fields = fields, seen?: AnyRecord): Promise<boolean> {
    const [from, edited] = seen ? [baseFields(schema, seen), seen.updatedAt] : [before, version];
    const judged = (schema as z.ZodType<Fields>).safeParse(given);
    const broken = judged.success ? (view.check?.(judged.data, lists) ?? []) : schemaRules(judged.error, given);
    if (broken.length > 0) return refused(fieldErrors(broken));
    dispatch({ type: "sent" });
    try {
      const saved =
        record && !isGone
          ? await updateRecord({ ...record, updatedAt: edited ?? record.updatedAt }, view.entity, changeOf(from, given))
          : await insertRecord(client._id, view.entity, given);
      drafts.remove(draftName);
      mayLeave.current = true;
      tell(saved, from);
      // A new record's form gives way to that of the stored one.
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
        // What is gone may be the client with all of it: the shell then says so, and leaves this page.
        if (error instanceof ApiError && error.status === NOT_FOUND) void clientSetup.reload();
      }
      return false;
    } finally {
      dispatch({ type: "settled" });
    }
  }

  /** Undoing brings back what this saving changed, not what somebody else had changed before it. */
  function tell(saved: AnyRecord, from: Fields) {
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
    submits,
    /** A draft of an earlier time is on the screen. */
    restored: found !== undefined && dirty,
    /** Somebody else has saved since this form was opened. */
    outdated: record !== undefined && !isGone && version !== record.updatedAt && dirty,
    /** The record as somebody else has saved it, to choose from. */
    current,
    /** Back to the form, which is as it was. */
    decideLater: () => dispatch({ type: "decided" }),
    keepCurrent: () => {
      if (current) adopt(current);
    },
  };
}

/** Own fields of a record as the form would give them, so that the two can be compared. */
export function baseFields(schema: z.ZodType, record: unknown): Fields {
  return fromFormValues(schema, toFormValues(schema, record));
}
