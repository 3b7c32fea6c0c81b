import { outbox } from "../../core/outbox/current-outbox.ts";
import { isOnline } from "../../platform/lifecycle.ts";
import { toast } from "../../ui/feedback/toast.tsx";
import { text } from "./text.ts";

/**
 * A toast that a record is on this device, or only in this tab, with a button that undoes it by its key, or that it is
 * too late. Another toast confirms the sending.
 */
export function toastRecorded(message: string, key: string, discard: (key: string) => Promise<boolean>): void {
  const undo = async () => {
    if (!(await discard(key))) toast(text.undoTooLate);
  };
  const { onlyHere } = outbox.state.get();
  const stored = isOnline() ? message : `${message}; ${text.offline}`;
  toast(onlyHere.includes(key) ? text.onlyHere : stored, {
    label: text.undo,
    onClick: () => void undo(),
  });
}
