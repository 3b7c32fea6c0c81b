import { toast } from "../../../ui/feedback/toast.tsx";
import { text } from "../text.ts";

/** Confirms a record and offers to take it back by its keys. Says so when it is too late. */
export function toastRecorded(
  message: string,
  keys: readonly string[],
  discard: (key: string) => Promise<boolean>,
): void {
  const undo = async () => {
    const undone = await Promise.all(keys.map(discard));
    if (undone.includes(false)) toast(text.undoTooLate);
  };
  toast(message, { label: text.undo, onClick: () => void undo() });
}
