import { outbox } from "../../../core/outbox/current-outbox.ts";
import { isOnline } from "../../../platform/lifecycle.ts";
import { toast } from "../../../ui/feedback/toast.tsx";
import { text } from "../text.ts";
import { formText } from "./form-text.ts";

/**
 * Says that a record is on this device, or only in this tab, and offers to take it back by its keys; says so when it is too late. Another
 * toast says when it was sent.
 */
export function toastRecorded(
  message: string,
  keys: readonly string[],
  discard: (key: string) => Promise<boolean>,
): void {
  const undo = async () => {
    const undone = await Promise.all(keys.map(discard));
    if (undone.includes(false)) toast(text.undoTooLate);
  };
  const { onlyHere } = outbox.state.get();
  const stored = isOnline() ? message : `${message}; ${formText.offline}`;
  toast(keys.some((key) => onlyHere.includes(key)) ? formText.onlyHere : stored, {
    label: text.undo,
    onClick: () => void undo(),
  });
}
