import { useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { failureText } from "./data/failure-text.ts";
import { restoreRemoved } from "./data/restore-removed.ts";
import { type AnyRecord, type AnyScreenConfig, entityInfo, type RelatedRecords } from "./data/screen-config.ts";
import { text } from "./data/text.ts";
import { removeRecord } from "./data/writes.ts";
import styles from "./delete-dialog.module.css";
import { baseFields } from "./use-record-form.ts";

interface DeleteDialogProps {
  view: AnyScreenConfig;
  lists: RelatedRecords;
  record: AnyRecord;
  onClose: () => void;
  onRemoved: () => void;
}

/** Confirms a deletion. Names the record and its dependent records. An undo restores all of them. */
export function DeleteDialog({ view, lists, record, onClose, onRemoved }: DeleteDialogProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const name = view.nameOf(record, lists);
  const others = view.dependents?.(record, lists) ?? [];

  async function remove() {
    setPending(true);
    setFailure(undefined);
    try {
      await removeRecord(record, view.entity);
      const fields = baseFields(entityInfo(view.entity).fields, record);
      const restore = () =>
        void restoreRemoved(record, view.entity, others.length === 0 ? fields : undefined).then(
          () => toast(text.undone),
          () => toast(text.undoFailed),
        );
      toast(text.removed(name), { label: text.undo, onClick: restore });
      onRemoved();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text.removeTitle(view.words.theOne)}
      variant="alert"
      actions={
        <>
          <Button onClick={onClose} autoFocus>
            {text.cancel}
          </Button>
          <Button variant="danger" pending={pending} onClick={() => void remove()}>
            {text.remove}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Failure>{failure}</Failure>
        <p>{text.removeBody(name)}</p>
        {others.length > 0 && (
          <>
            <p>{text.removeWith}</p>
            <ul className={styles.others}>
              {others.map((other) => (
                <li key={other}>{other}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
