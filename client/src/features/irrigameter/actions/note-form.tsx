import { NoteEntry } from "@lamina/shared/records/entries";
import { checkFieldNote } from "@lamina/shared/records/field-note";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { now } from "../../../platform/clock.ts";

import { useBoard } from "../board-context.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import { formText } from "./form-text.ts";
import { NoteField } from "./note-field.tsx";
import { useActionForm } from "./use-action-form.ts";

/** "Anotar": what a person saw at the machine, with a photo. */
export function NoteForm({ unit, onDone }: ActionPart) {
  const { clientId } = useBoard();
  const { add } = useOutbox();
  const action = useActionForm({
    name: `${clientId} note ${unit.pivot._id}`,
    schema: () => NoteEntry,
    start: { note: "" },
    timeZone: unit.farm.timezone,
    check: ({ note }, photo) => checkFieldNote({ note, photoId: photo }, now()),
    onDone,
  });

  async function save() {
    const entry = action.read();
    if (!entry) return;
    const fields = { pivotId: unit.pivot._id, at: new Date(now()).toISOString(), ...entry };
    const key = await add({ clientId, label: unit.name }, { kind: "note", fields }, action.photo);
    action.stored(formText.noteDone, key);
  }

  return (
    <ActionForm action={action} onSave={save}>
      <NoteField />
      <PhotoField photo={action.photo} onPhoto={action.setPhoto} />
    </ActionForm>
  );
}
