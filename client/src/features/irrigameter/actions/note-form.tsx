import { useState } from "react";
import { useDraft } from "../../../core/drafts/use-draft.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { now } from "../../../platform/clock.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import { formText } from "./form-text.ts";
import { NoteField } from "./note-field.tsx";
import { toastRecorded } from "./toast-recorded.ts";

/** "Anotar": what a person saw at the machine, with a photo. */
export function NoteForm({ unit, onDone }: ActionPart) {
  const { clientId } = useBoard();
  const { add, discard } = useOutbox();
  const { fields, set, clear } = useDraft(`${clientId} note ${unit.pivot._id}`, { note: "" });
  const [photo, setPhoto] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [full, setFull] = useState(false);

  async function save() {
    const note = fields.note.trim();
    setError(note === "" && photo === null ? formText.noteMissing : undefined);
    if (note === "" && photo === null) return;
    const own = { pivotId: unit.pivot._id, at: new Date(now()).toISOString(), ...(note === "" ? {} : { note }) };
    const key = await add({ clientId, label: unit.name }, { kind: "note", fields: own }, photo);
    setFull(key === null);
    if (key === null) return;
    clear();
    onDone();
    toastRecorded(formText.noteDone, key, discard);
  }

  const cancel = () => {
    clear();
    onDone();
  };
  return (
    <ActionForm problem={full ? text.queueFull : null} onSave={save} onCancel={cancel}>
      <NoteField value={fields.note} error={error} onValue={(note) => set({ note })} />
      <PhotoField photo={photo} onPhoto={setPhoto} />
    </ActionForm>
  );
}
