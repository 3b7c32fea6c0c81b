import { useMemo, useRef, useState } from "react";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormContext } from "../../../ui/form/form-context.ts";
import { FormFields } from "../../../ui/form/form-fields.tsx";
import type { FormValues } from "../../../ui/form/form-values.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { AuditPanel } from "./audit-panel.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { useRecordRoute } from "./data/params.ts";
import { type AnyRecord, type AnyScreenConfig, entityInfo, type RelatedRecords } from "./data/screen-config.ts";
import { namedFields } from "./data/shown-value.ts";
import { text } from "./data/text.ts";
import type { Fields } from "./data/writes.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { GoneRecord } from "./gone-record.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import styles from "./record-form.module.css";
import { baseFields, useRecordForm } from "./use-record-form.ts";
import { useSavedBy } from "./use-saved-by.ts";

interface RecordFormProps {
  view: AnyScreenConfig;
  lists: RelatedRecords;
  /** Undefined for a new one. */
  record: AnyRecord | undefined;
  /** Another user has deleted the record. The input can be saved as a new one. */
  isGone?: boolean;
  start: Fields;
  /** Input of a copy beside the record's own fields. */
  copied?: FormValues | undefined;
  /** Default zone, for views that give none. */
  timeZone: string;
  /** A single record, such as the settings. It cannot be closed, copied or deleted. */
  single?: boolean;
}

/** The form of a record: new, stored, or read-only. */
export function RecordForm({
  view,
  lists,
  record,
  isGone = false,
  start,
  copied,
  timeZone,
  single = false,
}: RecordFormProps) {
  const { can, me } = useRights();
  const { go, addressOf } = useRecordRoute();
  const { screen, fields: schema } = entityInfo(view.entity);
  const fixed = (record && view.fixed?.(record)) ?? false;
  const readOnly = fixed || !can(screen, record && !isGone ? "edit" : "create");
  const [deleting, setDeleting] = useState(false);
  const history = useRef<HTMLDetailsElement>(null);
  const groups = view.groups(lists, record);
  const named = useMemo(() => namedFields(schema, groups), [schema, groups]);
  const state = useRecordForm({
    view,
    lists,
    record,
    isGone,
    start,
    copied,
    readOnly,
    timeZone,
    onSaved: (saved) => (record === undefined || isGone) && !single && go({ kind: "record", id: saved._id }),
  });
  const { form, dirty, pending, failure, current } = state;
  const savedBy = useSavedBy(view.entity, current);
  // The history is below a form of several screens.
  const openHistory = () => {
    if (!history.current) return;
    history.current.open = true;
    history.current.querySelector("summary")?.focus();
  };
  const faults = Object.entries(form.errors);
  const apart = faults.filter(([path]) => !named.some((field) => field.spec && belongsTo(path, field.path)));

  const { FormHeader, FormFooter, SidePanel } = view;
  if (isGone && !dirty) return <GoneRecord />;
  return (
    <div className="stack">
      <Card
        title={record ? view.nameOf(record, lists) : view.words.add}
        aside={
          record &&
          !isGone &&
          !single && (
            <div className={styles.more}>
              <Button variant="quiet" onClick={openHistory}>
                {text.historyOpen}
              </Button>
              {can(screen, "create") && (
                <ButtonLink variant="quiet" to={addressOf({ kind: "new", copyOf: record._id })}>
                  {text.duplicate}
                </ButtonLink>
              )}
              {can(screen, "remove") && !fixed && (
                <Button variant="quiet" onClick={() => setDeleting(true)}>
                  {text.remove}
                </Button>
              )}
            </div>
          )
        }
      >
        <FormContext value={form}>
          <Form
            className={styles.form}
            asks={failure === text.confirmUnusual || failure === text.confirmChange}
            failure={
              failure ??
              (faults.length > 0 && [text.check(faults.length), ...apart.map(([, message]) => message)].join(" "))
            }
            onSubmit={() => state.save()}
          >
            {readOnly && me && !fixed && <Banner>{text.readOnly}</Banner>}
            {state.restored && (
              <Banner
                tone="warning"
                action={
                  <Button variant="quiet" onClick={state.reset}>
                    {text.discardDraft}
                  </Button>
                }
              >
                {text.draftFound}
              </Banner>
            )}
            {isGone && (
              <Banner tone="warning" icon="alert" announced>
                {text.goneMeanwhile}
              </Banner>
            )}
            {state.outdated && !current && (
              <Banner tone="warning" icon="alert" announced>
                {text.changedMeanwhile}
              </Banner>
            )}
            {FormHeader && <FormHeader record={record} lists={lists} />}
            <FormFields groups={groups} />
            {FormFooter && <FormFooter record={record} lists={lists} />}
            {(!single || !readOnly) && (
              <div className={styles.actions}>
                {single ? (
                  dirty && <Button onClick={state.reset}>{text.undoChanges}</Button>
                ) : (
                  <Button onClick={() => go(null)}>{dirty ? text.cancel : text.close}</Button>
                )}
                {!readOnly && (
                  <Button type="submit" variant="primary" pending={pending}>
                    {isGone ? text.saveAsNew : text.save}
                  </Button>
                )}
              </div>
            )}
          </Form>
        </FormContext>
      </Card>
      {record && !isGone && SidePanel && <SidePanel record={record} lists={lists} />}
      {record && (
        <Card>
          <AuditPanel panel={history} entity={view.entity} id={record._id} fields={named} timeZone={form.timeZone} />
        </Card>
      )}
      <LeaveGuard mayLeave={state.mayLeave} onDiscard={state.reset} />
      {deleting && record && (
        <DeleteDialog
          view={view}
          lists={lists}
          record={record}
          onClose={() => setDeleting(false)}
          onRemoved={() => {
            state.reset();
            go(null);
          }}
        />
      )}
      {current && (
        <ConflictDialog
          fields={named}
          before={state.before}
          mine={state.fields}
          current={baseFields(schema, current)}
          savedAt={current.updatedAt}
          savedBy={savedBy}
          timeZone={form.timeZone}
          pending={pending}
          onKeepCurrent={state.keepCurrent}
          onSave={(fields) => void state.save(fields, current)}
          onClose={state.decideLater}
        />
      )}
    </div>
  );
}

/** True when an error belongs to a field or to a value inside it. */
function belongsTo(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}
