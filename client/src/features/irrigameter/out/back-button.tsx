import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { now } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { toastRecorded } from "../toast-recorded.ts";
import { outText } from "./out-text.ts";

/** Ends the time out of service of a machine or of its intake, now. The record waits in the outbox without a connection. */
export function BackButton({ unit: { day, pivot } }: { unit: IrrigationCard }) {
  const { clientId, mayRecord } = useBoard();
  const { add, discard, entries } = useOutbox();
  const out = day.outOfService;
  const isWaiting = entries.some(({ kind, fields }) => kind === "back" && fields._id === out?._id);
  if (!out || !mayRecord || isWaiting) return null;
  const end = async () => {
    const until = new Date(now()).toISOString();
    const fields = { _id: out._id, pivotId: pivot._id, until, updatedAt: out.updatedAt };
    const key = await add({ clientId, label: pivot.name }, { kind: "back", fields });
    if (key === null) toast(outText.full);
    else toastRecorded(outText.backDone(pivot.name), key, discard);
  };
  return (
    <Button aria-label={outText.backOf(pivot.name)} onClick={() => void end()}>
      {outText.back}
    </Button>
  );
}
