import { text } from "./text.ts";
import { changesNumbers, type MachineScope, pendingOf } from "./unsent.ts";
import { useOutbox } from "./use-outbox.ts";

/** Marks a machine whose numbers change with the user's unsent records. */
export function UnsentHint(scope: MachineScope) {
  const { entries } = useOutbox();
  return changesNumbers(pendingOf(entries, scope)) && <p className="hint">{text.changesNumbers}</p>;
}
