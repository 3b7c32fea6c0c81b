import { useState } from "react";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { parseCsv } from "../../../ui/import/parse-csv.ts";
import { TextInput } from "../../../ui/input.tsx";
import { Table } from "../../../ui/table.tsx";
import { failureText } from "../records/failure-text.ts";
import { shownValue } from "../records/shown-value.ts";
import { fileKey } from "./file-key.ts";
import styles from "./import-button.module.css";
import { type GoodRow, type ImportPreview, type RowError, type RowReader, readRows } from "./import-rows.ts";
import { text } from "./text.ts";

/** Rows with and without problems that are shown. */
const SHOWN_ROWS = 5;
const SHOWN_ERRORS = 200;

/** What became of the rows that were sent. */
export interface ImportOutcome {
  inserted: number;
  duplicate: number;
  errors: readonly RowError[];
}

interface ImportButtonProps {
  title: string;
  reader: RowReader;
  /** Sends the good rows. The key is the same for the same file, so that a retry stores nothing twice. @throws ApiError */
  send: (rows: readonly GoodRow[], key: string) => Promise<ImportOutcome>;
}

/** Takes a CSV: first what is in it, row by row, then, when one wants, into the records. */
export function ImportButton(props: ImportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.import}</Button>
      {open && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ title, reader, send, onClose }: ImportButtonProps & { onClose: () => void }) {
  const [file, setFile] = useState<{ key: string; preview: ImportPreview } | null>(null);
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);

  async function read(chosen: File | undefined) {
    setFile(null);
    setOutcome(null);
    setFailure(undefined);
    if (!chosen) return;
    try {
      const content = await chosen.text();
      setFile({ key: fileKey(content), preview: readRows(parseCsv(content), reader) });
    } catch {
      setFailure(text.unreadable);
    }
  }

  async function start() {
    if (!file) return;
    setPending(true);
    setFailure(undefined);
    try {
      setOutcome(await send(file.preview.good, file.key));
    } catch (error) {
      setFailure(`${failureText(error)} ${text.failed}`);
    } finally {
      setPending(false);
    }
  }

  const { preview } = file ?? {};
  const ready = preview && preview.missing.length === 0 ? preview.good.length : 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      variant="sheet"
      actions={
        <>
          <Button onClick={onClose}>{outcome ? text.close : text.cancel}</Button>
          {!outcome && (
            <Button variant="primary" pending={pending} disabled={ready === 0} onClick={() => void start()}>
              {text.send(ready)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {failure && (
          <Banner tone="danger" icon="alert" announced>
            {failure}
          </Banner>
        )}
        {outcome ? (
          <>
            <Banner icon="check" announced>
              {text.done(outcome.inserted, outcome.duplicate)}
            </Banner>
            <Problems errors={[...(preview?.errors ?? []), ...outcome.errors]} />
          </>
        ) : (
          <>
            <Field label={text.choose} hint={`${text.hint} ${text.columns(reader.fields.map(({ label }) => label))}`}>
              {(control) => (
                <TextInput
                  {...control}
                  type="file"
                  accept=".csv,text/csv"
                  onChange={(event) => void read(event.target.files?.[0])}
                />
              )}
            </Field>
            {preview && <Preview preview={preview} reader={reader} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Preview({ preview, reader }: { preview: ImportPreview; reader: RowReader }) {
  const { good, errors, unknown, missing } = preview;
  const used = reader.fields.filter(({ path }) => good.some(({ fields }) => fields[path] !== undefined));
  return (
    <>
      <p role="status">
        <strong>{text.ready(good.length)}</strong>
        {errors.length > 0 && ` · ${text.bad(errors.length)}`}
      </p>
      {missing.length > 0 && (
        <Banner tone="danger" icon="alert">
          {text.missing(missing)}
        </Banner>
      )}
      {unknown.length > 0 && <Banner>{text.unknown(unknown)}</Banner>}
      <Problems errors={errors} />
      {good.length > 0 && (
        <div className={styles.scroll}>
          <Table
            caption={text.preview}
            rows={good.slice(0, SHOWN_ROWS)}
            rowKey={({ line }) => String(line)}
            columns={[
              { key: "line", header: text.line, cell: ({ line }) => line },
              ...used.map((field) => ({
                key: field.path,
                header: field.label,
                cell: ({ fields }: GoodRow) => shownValue(fields[field.path], field, reader.timeZone),
              })),
            ]}
          />
        </div>
      )}
    </>
  );
}

function Problems({ errors }: { errors: readonly RowError[] }) {
  if (errors.length === 0) return null;
  return (
    <div className={styles.scroll}>
      <Table
        caption={text.problems}
        rows={errors.slice(0, SHOWN_ERRORS)}
        rowKey={({ line, field }) => `${line} ${field}`}
        columns={[
          { key: "line", header: text.line, cell: ({ line }) => line },
          { key: "field", header: text.field, cell: ({ field }) => field },
          { key: "problem", header: text.problem, cell: ({ message }) => message },
        ]}
      />
    </div>
  );
}
