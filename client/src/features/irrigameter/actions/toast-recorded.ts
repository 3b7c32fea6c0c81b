import { toast } from "../../../ui/feedback/toast.tsx";
import { text } from "../text.ts";

/** Says what was recorded, under which keys, and offers to take it back; says so when that comes too late. */
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
