import { NOTE_MAX } from "@lamina/shared/core/limits";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { formText } from "./form-text.ts";

interface NoteFieldProps {
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

/** The words of a note, new or corrected. */
export function NoteField(props: NoteFieldProps) {
  return <TextField label={formText.noteText} hint={formText.noteTextHint} autoFocus maxLength={NOTE_MAX} {...props} />;
}
