import { saveFile } from "../../../core/save-file.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { ScrollRegion } from "../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import { shownValue } from "../records/data/shown-value.ts";
import styles from "./import-dialog.module.css";
import type { Mapping, RowReader } from "./import-field.ts";
import type { GoodRow, ImportPreview, RowError } from "./import-rows.ts";
import { repairFile } from "./repair-file.ts";
import { text } from "./text.ts";

/** Number of rows shown, with and without errors. */
const SHOWN_ROWS = 5;
const SHOWN_ERRORS = 200;
/** Rows by which the columns of the preview are chosen. */
const LOOKED_AT = 2_000;

/** The preview of a file: valid rows, errors, and the first rows as parsed. */
export function ImportPreviewPart({
  preview,
  reader,
  name,
  onRemap,
}: {
  preview: ImportPreview;
  reader: RowReader;
  name: string;
  onRemap: (mapping: Mapping) => void;
}) {
  const { good, errors, unusual, doubts, unknown, missing, empty } = preview;
  const reasons = reasonsOf(errors);
  const first = good.slice(0, LOOKED_AT);
  const used = reader.fields.filter(({ path }) => first.some(({ fields }) => fields[path] !== undefined));
  const bad = new Set(errors.map(({ line }) => line)).size;
  return (
    <>
      <p role="status">
        <strong>{text.ready(good.length)}</strong>
        {bad > 0 && ` · ${text.bad(bad)}`}
        {empty > 0 && ` · ${text.empty(empty)}`}
      </p>
      {missing.length === 0 && reasons.length > 1 && <p>{text.reasons(reasons)}</p>}
      {missing.length > 0 && (
        <Banner tone="danger" icon="alert">
          {text.missing(missing)}
        </Banner>
      )}
      {doubts.map((doubt) => (
        <Banner
          key={doubt.text}
          tone="warning"
          icon="alert"
          action={
            doubt.remedy && (
              <Button onClick={() => doubt.remedy && onRemap(doubt.remedy.mapping)}>{doubt.remedy.label}</Button>
            )
          }
        >
          {doubt.text}
        </Banner>
      ))}
      {unknown.length > 0 && <Banner>{text.unknown(unknown)}</Banner>}
      {missing.length === 0 && <Problems errors={errors} preview={preview} name={name} />}
      {unusual.length > 0 && (
        <ScrollRegion className={styles.scroll} label={text.unusual(unusual.length)}>
          <RowTable caption={text.unusual(unusual.length)} rows={unusual} />
        </ScrollRegion>
      )}
      {good.length > 0 && (
        <ScrollRegion className={styles.scroll} label={text.preview}>
          <Table
            caption={text.preview}
            rows={first.slice(0, SHOWN_ROWS)}
            rowKey={(row) => String(first.indexOf(row))}
            columns={[
              { key: "line", header: text.line, cell: ({ line }) => text.lineOf(line) },
              ...used.map((field) => ({
                key: field.path,
                header: field.label,
                cell: ({ fields }: GoodRow) => shownValue(fields[field.path], field, reader.timeZone(fields)),
              })),
            ]}
          />
        </ScrollRegion>
      )}
    </>
  );
}

const MAX_REASONS = 6;

/** The most frequent reasons of bad rows, with their numbers. */
function reasonsOf(errors: readonly RowError[]): (readonly [reason: string, rows: number])[] {
  const counts = new Map<string, number>();
  for (const { field, message } of errors) {
    const reason = `${field}: ${message}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_REASONS);
}

interface ProblemsProps {
  errors: readonly RowError[];
  preview: Pick<ImportPreview, "cells" | "mapping">;
  /** Name of the file of bad rows. */
  name: string;
}

/** The bad rows with column and reason, and a file of them to repair. */
export function Problems({ errors, preview, name }: ProblemsProps) {
  if (errors.length === 0) return null;
  const count = new Set(errors.map(({ line }) => line)).size;
  return (
    <>
      <ScrollRegion className={styles.scroll} label={text.problems}>
        <RowTable caption={text.problems} rows={errors} />
      </ScrollRegion>
      {errors.length > SHOWN_ERRORS && <p>{text.shown(SHOWN_ERRORS)}</p>}
      <div>
        <Button onClick={() => void saveFile(repairFile(errors, preview, name))}>{text.repair(count)}</Button>
        <p className={styles.hint}>{text.repairHint}</p>
      </div>
    </>
  );
}

/** Rows of a file with a column and a remark. */
function RowTable({ caption, rows }: { caption: string; rows: readonly RowError[] }) {
  return (
    <Table
      caption={caption}
      rows={rows.slice(0, SHOWN_ERRORS)}
      rowKey={(row) => String(rows.indexOf(row))}
      columns={[
        { key: "line", header: text.line, cell: ({ line }) => text.lineOf(line) },
        { key: "field", header: text.field, cell: ({ field }) => field },
        { key: "problem", header: text.problem, cell: ({ message }) => message },
      ]}
    />
  );
}
