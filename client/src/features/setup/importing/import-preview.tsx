import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { ScrollRegion } from "../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import { shownValue } from "../records/data/shown-value.ts";
import { SHOWN_ERRORS, type ShownPreview } from "./desk/file-desk.ts";
import styles from "./import-dialog.module.css";
import type { Mapping, RowReader } from "./import-field.ts";
import type { GoodRow, RowError } from "./import-rows.ts";
import { text } from "./text.ts";

/** Number of rows shown. */
const SHOWN_ROWS = 5;

/** The preview of a file: valid rows, errors, and the first rows as parsed. */
export function ImportPreviewPart({
  preview,
  reader,
  onRepair,
  onRemap,
}: {
  preview: ShownPreview;
  reader: RowReader;
  onRepair: () => void;
  onRemap: (mapping: Mapping) => void;
}) {
  const { length, first, bad, errors, reasons, unusual, doubts, unknown, missing, empty } = preview;
  const used = reader.fields.filter(({ path }) => first.some(({ fields }) => fields[path] !== undefined));
  return (
    <>
      <p role="status">
        <strong>{text.ready(length)}</strong>
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
      {missing.length === 0 && <Problems errors={errors} count={bad} onRepair={onRepair} />}
      {unusual.count > 0 && (
        <ScrollRegion className={styles.scroll} label={text.unusual(unusual.count)}>
          <RowTable caption={text.unusual(unusual.count)} rows={unusual.first} />
        </ScrollRegion>
      )}
      {length > 0 && (
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

interface ProblemsProps {
  /** The first ones. */
  errors: readonly RowError[];
  /** Number of bad rows. */
  count: number;
  onRepair: () => void;
}

/** The bad rows with column and reason, and a file of them to repair. */
export function Problems({ errors, count, onRepair }: ProblemsProps) {
  if (errors.length === 0) return null;
  return (
    <>
      <ScrollRegion className={styles.scroll} label={text.problems}>
        <RowTable caption={text.problems} rows={errors} />
      </ScrollRegion>
      {errors.length >= SHOWN_ERRORS && <p>{text.shown(SHOWN_ERRORS)}</p>}
      <div>
        <Button onClick={onRepair}>{text.repair(count)}</Button>
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
