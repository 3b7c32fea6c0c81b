import { useState } from "react";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { PhotoThumb } from "../../../core/photos/photo-thumb.tsx";
import { farmClock } from "../../../field/farm-clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { ActionForm } from "../actions/action-form.tsx";
import { formText } from "../actions/form-text.ts";
import { NoteField } from "../actions/note-field.tsx";
import { toastRecorded } from "../actions/toast-recorded.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { pivotText } from "./pivot-text.ts";
import type { PivotRecord } from "./queries.ts";

interface NoteDialogProps {
  unit: IrrigationCard;
  /** Null closes the dialog. */
  record: PivotRecord | null;
  mayRemove: boolean;
  onClose: () => void;
}

/** Corrects or deletes a note. Both wait on the device like a new record, so that they can be undone without a trace. */
export function NoteDialog({ unit, record, mayRemove, onClose }: NoteDialogProps) {
  const [removing, setRemoving] = useState<PivotRecord | null>(null);
  return (
    <>
      <Dialog open={record !== null} onClose={onClose} title={pivotText.editTitle} variant="sheet">
        {record && (
          <EditNote
            key={record.key}
            unit={unit}
            record={record}
            onRemove={mayRemove ? () => setRemoving(record) : null}
            onDone={onClose}
          />
        )}
      </Dialog>
      {removing && (
        <RemoveNote
          unit={unit}
          record={removing}
          onDone={() => {
            setRemoving(null);
            onClose();
          }}
        />
      )}
    </>
  );
}

/** Adds a change of a note to the outbox. Returns false when the device has no room. */
function useChange(unit: IrrigationCard, { key: _id, updatedAt = "" }: PivotRecord) {
  const { clientId } = useBoard();
  const { add, discard } = useOutbox();
  const subject = { clientId, label: unit.name };
  const stored = { _id, pivotId: unit.pivot._id, updatedAt };
  const report = (key: string | null, message: string) => {
    if (key !== null) toastRecorded(message, key, discard);
    return key !== null;
  };
  return {
    edit: async (note: string | null, photoId: string | null, photo: string | null) =>
      report(await add(subject, { kind: "note-edit", fields: { ...stored, note, photoId } }, photo), pivotText.edited),
    remove: async () => report(await add(subject, { kind: "note-removal", fields: stored }), pivotText.removed),
  };
}

interface PartProps {
  unit: IrrigationCard;
  record: PivotRecord;
  onDone: () => void;
}

function EditNote({ unit, record, onRemove, onDone }: PartProps & { onRemove: (() => void) | null }) {
  const { clientId } = useBoard();
  const { edit } = useChange(unit, record);
  const [words, setWords] = useState(record.note ?? "");
  const [photoId, setPhotoId] = useState(record.photoId);
  const [photo, setPhoto] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [full, setFull] = useState(false);

  async function save() {
    const note = words.trim();
    const isEmpty = note === "" && photoId === null && photo === null;
    setError(isEmpty ? formText.noteMissing : undefined);
    if (isEmpty) return;
    const isSaved = await edit(note === "" ? null : note, photo ? null : photoId, photo);
    setFull(!isSaved);
    if (isSaved) onDone();
  }

  return (
    <ActionForm problem={full ? text.queueFull : null} saveLabel={pivotText.save} onSave={save} onCancel={onDone}>
      <NoteField value={words} error={error} onValue={setWords} />
      {photoId && !photo && (
        <div className="row gap-3">
          <PhotoThumb clientId={clientId} photoId={photoId} about={`${unit.name}, ${words}`} />
          <Button variant="quiet" onClick={() => setPhotoId(null)}>
            {pivotText.dropPhoto}
          </Button>
        </div>
      )}
      <PhotoField photo={photo} onPhoto={setPhoto} />
      {onRemove && (
        <div>
          <Button variant="danger" onClick={onRemove}>
            {pivotText.removeNote}
          </Button>
        </div>
      )}
    </ActionForm>
  );
}

function RemoveNote({ unit, record, onDone }: PartProps) {
  const { todayOf } = useBoard();
  const { remove } = useChange(unit, record);
  const [full, setFull] = useState(false);
  const { timezone } = unit.farm;
  async function confirm() {
    const isStored = await remove();
    setFull(!isStored);
    if (isStored) onDone();
  }
  return (
    <Dialog
      open
      onClose={onDone}
      title={pivotText.removeTitle}
      variant="alert"
      actions={
        <>
          <Button onClick={onDone} autoFocus>
            {text.cancel}
          </Button>
          <Button variant="danger" onClick={() => void confirm()}>
            {pivotText.removeNote}
          </Button>
        </>
      }
    >
      <p>
        {pivotText.removeBody(record.note ?? pivotText.onlyPhoto, farmClock(record.at, timezone, todayOf(timezone)))}
        {record.photoId && ` ${pivotText.removePhoto}`}
      </p>
      {full && <p role="alert">{text.queueFull}</p>}
    </Dialog>
  );
}
