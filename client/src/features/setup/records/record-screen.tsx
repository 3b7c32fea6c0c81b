import { useRef, useState } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { fromFormValues, schemaDef, unwrapSchema } from "../../../ui/form/form-values.ts";
import { ImportHost } from "../importing/import-host.tsx";
import { type GivenFields, type RecordRoute, useRecordRoute } from "./data/params.ts";
import { type AnyRecord, type AnyScreenConfig, entityInfo, type RelatedRecords } from "./data/screen-config.ts";
import { text } from "./data/text.ts";
import { firstTimeZone } from "./data/time-zone.ts";
import { useLists } from "./data/use-lists.ts";
import { GoneRecord } from "./gone-record.tsx";
import { RecordForm } from "./record-form.tsx";
import { RecordList } from "./record-list.tsx";
import styles from "./record-screen.module.css";
import { useFocusAlong } from "./use-focus-along.ts";
import { baseFields } from "./use-record-form.ts";

/** The list of a kind of record with the open form beside it. On a phone the form replaces the list. */
export function RecordScreen({ view }: { view: AnyScreenConfig }) {
  const { query, lists, ready } = useLists(view);
  const { open, addressOf } = useRecordRoute();
  const [list, form] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useFocusAlong(open !== null, list, form);
  return (
    <ImportHost>
      <QueryView query={query} outline="table">
        {(records) => {
          const timeZone = firstTimeZone(lists);
          return (
            <div className={classNames("stack", open && styles.opened)}>
              {open && (
                <div className={styles.back}>
                  <ButtonLink variant="quiet" to={addressOf(null)}>
                    {text.back}
                  </ButtonLink>
                </div>
              )}
              <div ref={list} className={styles.list} tabIndex={-1}>
                <RecordList
                  view={view}
                  lists={lists}
                  records={records}
                  ready={ready}
                  timeZone={timeZone}
                  narrow={open !== null}
                />
              </div>
              {open && (
                <div ref={form} tabIndex={-1}>
                  {ready ? (
                    <OpenRecord
                      key={JSON.stringify([view.entity, open])}
                      view={view}
                      lists={lists}
                      records={records}
                      open={open}
                      timeZone={timeZone}
                    />
                  ) : (
                    <Skeleton rows={8} />
                  )}
                </div>
              )}
            </div>
          );
        }}
      </QueryView>
    </ImportHost>
  );
}

interface OpenRecordProps {
  view: AnyScreenConfig;
  lists: RelatedRecords;
  records: readonly AnyRecord[];
  open: NonNullable<RecordRoute>;
  timeZone: string;
}

function OpenRecord({ view, lists, records, open, timeZone }: OpenRecordProps) {
  const found = open.kind === "record" ? records.find(({ _id }) => _id === open.id) : undefined;
  // Keeps the last version of a record that another user deletes, so that the input is not lost.
  const [record, setRecord] = useState(found);
  if (found && found !== record) setRecord(found);
  const source = open.kind === "new" ? records.find(({ _id }) => _id === open.copyOf) : undefined;
  // Initial values are computed once, so that later changes do not affect the user's input.
  const [start] = useState(() =>
    source
      ? copyOf(view, source)
      : { ...view.start?.(lists), ...(open.kind === "new" && open.given && givenFields(view, open.given)) },
  );
  const [copied] = useState(() => source && view.copyInput?.(source, lists));
  if (open.kind === "record" && !record) return <GoneRecord />;
  return (
    <RecordForm
      view={view}
      lists={lists}
      record={record}
      isGone={record !== undefined && found === undefined}
      start={start}
      copied={copied}
      timeZone={timeZone}
    />
  );
}

/** The fields that a link fills in, limited to the entity's text, number and enum fields. */
function givenFields(view: AnyScreenConfig, fields: GivenFields) {
  const { fields: schema } = entityInfo(view.entity);
  const plain = Object.entries(fields).filter(([field]) => {
    const inner = schemaDef(schema).shape?.[field];
    return inner && ["string", "number", "enum"].includes(schemaDef(unwrapSchema(inner).schema).type);
  });
  return fromFormValues(schema, Object.fromEntries(plain));
}

function copyOf(view: AnyScreenConfig, source: AnyRecord) {
  const fields = { ...baseFields(entityInfo(view.entity).fields, source) };
  for (const field of view.notCopied ?? []) delete fields[field];
  return typeof fields.name === "string" ? { ...fields, name: text.newCopy(fields.name) } : fields;
}
