import { useRef, useState } from "react";
import { isUnreached } from "../../../api/error.ts";
import { randomKey } from "../../../platform/random-key.ts";
import { decodeText } from "../../../ui/import/decode-text.ts";
import { parseCsv } from "../../../ui/import/parse-csv.ts";
import { failureText } from "../records/data/failure-text.ts";
import { type ImportPreview, type RowReader, readRows } from "./import-rows.ts";
import type { ImportOutcome, ImportRun, SendRows } from "./send-parts.ts";
import { text } from "./text.ts";

/** A larger file is not a list of records. Reading it would only block the page. */
const MAX_BYTES = 10_000_000;

/** The state of an import: reading the file, sending it, and continuing after a lost connection. */
export function useImport(reader: RowReader, send: SendRows) {
  const [name, setName] = useState<string>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const [sent, setSent] = useState(0);
  const [isTaken, setTaken] = useState(false);
  const [outcome, setOutcome] = useState<ImportOutcome>();
  /**
   * State of the chosen file. Choosing it again starts another import, in which existing records count as duplicates.
   */
  const file = useRef<Pick<ImportRun, "key" | "answers" | "jobs">>({ key: "", answers: new Map(), jobs: new Map() });
  const stopper = useRef<AbortController>(null);

  async function read(chosen: File | undefined) {
    setName(chosen?.name);
    setPreview(undefined);
    setOutcome(undefined);
    setFailure(undefined);
    setSent(0);
    setTaken(false);
    file.current = { key: randomKey(), answers: new Map(), jobs: new Map() };
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) return setFailure(text.tooLarge(MAX_BYTES / 1_000_000));
    try {
      setPreview(readRows(parseCsv(decodeText(await chosen.arrayBuffer())), reader));
    } catch {
      setFailure(text.unreadable);
    }
  }

  async function start() {
    if (!preview) return;
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    setPending(true);
    setFailure(undefined);
    try {
      setOutcome(await send(preview.good, { ...file.current, signal, onSent: setSent, onTaken: () => setTaken(true) }));
    } catch (error) {
      if (signal.aborted) setFailure(text.stopped);
      else setFailure(`${isUnreached(error) ? text.unreached : failureText(error)} ${text.failed}`);
    } finally {
      setPending(false);
    }
  }

  return { preview, name, failure, pending, sent, isTaken, outcome, read, start, stop: () => stopper.current?.abort() };
}
