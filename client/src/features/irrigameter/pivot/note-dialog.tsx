import { NoteEntry } from "@lamina/shared/records/entries";
import { checkFieldNote } from "@lamina/shared/records/field-note";
import { useState } from "react";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { PhotoThumb } from "../../../core/photos/photo-thumb.tsx";
import { farmClock } from "../../../field/farm-clock.ts";
import { now } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { ActionForm } from "../actions/action-form.tsx";
import { NoteField } from "../actions/note-field.tsx";
import { useActionForm } from "../actions/use-action-form.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { toastRecorded } from "../toast-recorded.ts";
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

/** Adds a change of a note to the outbox. Returns null when the device has no room. */
function useChange(unit: IrrigationCard, { key: _id, updatedAt = "" }: PivotRecord) {
  const { clientId } = useBoard();
  const { add } = useOutbox();
  const subject = { clientId, label: unit.name };
  const stored = { _id, pivotId: unit.pivot._id, updatedAt };
  return {
    edit: (note: string | null, photoId: string | null, photo: string | null) =>
      add(subject, { kind: "note-edit", fields: { ...stored, note, photoId } }, photo),
    remove: () => add(subject, { kind: "note-removal", fields: stored }),
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
  const [photoId, setPhotoId] = useState(record.photoId);
  const action = useActionForm({
    name: `${clientId} note ${record.key} ${record.updatedAt}`,
    schema: () => NoteEntry,
    start: { note: record.note ?? "" },
    timeZone: unit.farm.timezone,
    check: ({ note }, photo) => checkFieldNote({ note, photoId: photo ?? photoId }, now()),
    onDone,
  });
  const { photo } = action;

  async function save() {
    const entry = action.read();
    if (!entry) return;
    const key = await edit(entry.note ?? null, photo ? null : photoId, photo);
    action.stored(pivotText.edited, key);
  }

  return (
    <ActionForm action={action} saveLabel={pivotText.save} onSave={save}>
      <NoteField />
      {photoId && !photo && (
        <div className="row gap-3">
          <PhotoThumb clientId={clientId} photoId={photoId} about={`${unit.name}, ${record.note ?? ""}`} />
          <Button variant="quiet" onClick={() => setPhotoId(null)}>
            {pivotText.dropPhoto}
          </Button>
        </div>
      )}
      <PhotoField photo={photo} onPhoto={action.setPhoto} />
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
  const { discard } = useOutbox();
  const [full, setFull] = useState(false);
  const { timezone } = unit.farm;
  async function confirm() {
    const key = await remove();
    setFull(key === null);
    if (key === null) return;
    onDone();
    toastRecorded(pivotText.removed, key, discard);
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
