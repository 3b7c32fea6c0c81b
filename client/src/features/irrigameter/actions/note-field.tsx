import { FormField } from "../../../ui/form/form-fields.tsx";
import { formText } from "./form-text.ts";

/** The words of a note, new or corrected. */
export function NoteField() {
  return <FormField field={{ path: "note", label: formText.noteText, hint: formText.noteTextHint, autoFocus: true }} />;
}
