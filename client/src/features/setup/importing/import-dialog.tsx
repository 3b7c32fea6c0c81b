import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { saveFile } from "../../../core/save-file.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { ContradictionsPart } from "./contradictions/contradictions-part.tsx";
import type { ReaderWorker } from "./desk/worker-desk.ts";
import styles from "./import-dialog.module.css";
import type { RowReader } from "./import-field.ts";
import { ImportPreviewPart, Problems } from "./import-preview.tsx";
import type { RowError } from "./import-rows.ts";
import { MappingPart } from "./mapping-part.tsx";
import type { ImportCalls } from "./send-parts.ts";
import { SourcePart } from "./source-part.tsx";
import { text } from "./text.ts";
import { RecentImports } from "./undo/recent-imports.tsx";
import { UndoImport } from "./undo/undo-import.tsx";
import { useImport } from "./use-import.ts";

export interface ImportDialogProps extends ImportCalls {
  title: string;
  reader: RowReader;
  /** Reads large files beside the page. */
  worker?: ReaderWorker;
  /** What becomes of rows with other values than stored records. */
  conflictWords?: (count: number) => string;
  /** What a person should know before choosing a file. */
  note?: string;
  onClose: () => void;
}

const stay = () => {};

/** The steps of an import: preview, progress and result. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, reader, conflictWords = text.conflicting, note, onClose } = props;
  const { _id: clientId } = useSelectedClient();
  const run = useImport({ clientId, title }, props);
  const {
    preview,
    foreseen,
    compared,
    pending,
    sent,
    before,
    isTaken,
    failure,
    outcome,
    start,
    stop,
    choices,
    choose,
  } = run;
  const saveRepair = async (refused: readonly RowError[]) => saveFile(await run.repair(refused));
  /** The API continues without this page with the rows that it has received. */
  const isBound = pending && !isTaken;
  const ready = preview && preview.missing.length === 0 && preview.mapping.unclear.length === 0 ? preview.length : 0;
  return (
    <Dialog
      open
      // Only the button stops a running import, so that a double click beside the dialog does not stop it.
      onClose={isBound ? stay : onClose}
      title={title}
      variant="sheet"
      actions={
        <>
          <Button onClick={isBound ? stop : onClose}>
            {isBound ? text.stop : outcome || isTaken ? text.close : text.cancel}
          </Button>
          {!outcome && ready > 0 && (
            <Button variant="primary" pending={pending} onClick={() => void start()}>
              {before > 0 || (failure && sent > 0) ? text.resume : text.send(ready)}
            </Button>
          )}
        </>
      }
    >
      <div className="close-stack">
        <Failure>{failure}</Failure>
        {outcome && preview ? (
          <>
            <Banner icon="check" announced>
              {text.done(outcome)}
            </Banner>
            {outcome.batch !== undefined && outcome.inserted + outcome.changed > 0 && (
              <UndoImport batch={outcome.batch} />
            )}
            {outcome.conflicting > 0 && <Banner>{conflictWords(outcome.conflicting)}</Banner>}
            <Problems
              errors={[...preview.errors, ...outcome.errors].sort((one, other) => one.line - other.line)}
              count={preview.bad + new Set(outcome.errors.map(({ line }) => line)).size}
              onRepair={() => void saveRepair(outcome.errors)}
            />
          </>
        ) : (
          <>
            {note !== undefined && <p>{note}</p>}
            <SourcePart title={title} reader={reader} run={run} />
            {!preview && <RecentImports />}
            {before > 0 && !pending && <Banner>{text.continues(before, ready)}</Banner>}
            {foreseen && (
              <p role="status">{foreseen === "failed" ? text.unforeseen : text.foreseen(foreseen, compared, ready)}</p>
            )}
            {foreseen && foreseen !== "failed" && foreseen.conflicting > 0 && (
              <Banner>{conflictWords(foreseen.conflicting)}</Banner>
            )}
            {foreseen && foreseen !== "failed" && (
              <ContradictionsPart
                contradictions={foreseen.contradictions ?? []}
                reader={reader}
                choices={choices}
                disabled={pending || sent > 0}
                onChoose={choose}
              />
            )}
            {preview && (
              <>
                <MappingPart
                  preview={preview}
                  reader={reader}
                  disabled={pending}
                  onChange={(next) => void run.remap(next)}
                />
                <ImportPreviewPart
                  preview={preview}
                  reader={reader}
                  onRepair={() => void saveRepair([])}
                  onRemap={(next) => void run.remap(next)}
                />
              </>
            )}
          </>
        )}
        {(pending || (failure && sent > 0)) && (
          <div className={styles.progress}>
            <label htmlFor="import-progress" role="status">
              {text.sending(sent, ready)}
            </label>
            <progress id="import-progress" max={ready} value={sent} />
            {pending && isTaken && <p role="status">{text.taken}</p>}
          </div>
        )}
      </div>
    </Dialog>
  );
}
