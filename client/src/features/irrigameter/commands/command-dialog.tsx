import { overridable } from "@lamina/shared/reasons/interlocks";
import { useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { formatAmount, formatTime } from "../../../ui/format.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import type { CommandAsk } from "./command-ask.ts";
import { commandText } from "./command-text.ts";
import { useCommand, useMayReach } from "./use-command.ts";

interface CommandDialogProps {
  unit: IrrigationCard;
  ask: CommandAsk;
  onClose: () => void;
}

/** The one confirmation of a command: its content and, when an interlock holds it back, the reason and the remedy. */
export function CommandDialog({ unit: { pivot, farm }, ask, onClose }: CommandDialogProps) {
  const { clientId } = useBoard();
  const mayReach = useMayReach();
  const [reason, setReason] = useState("");
  const { mutate, isPending, problem, interlocks } = useCommand(clientId, onClose);
  const { order, scheduledFor } = ask;
  const isStop = order.command === "stop";
  const clock = scheduledFor && formatTime(scheduledFor, farm.timezone);
  const mayOverride = interlocks.length > 0 && interlocks.every((id) => overridable.includes(id));
  const title = isStop
    ? commandText.ask.stop(pivot.name)
    : clock
      ? commandText.askAt(pivot.name, clock)
      : commandText.ask.start(pivot.name);
  const words = isStop ? commandText.confirmStop : clock ? commandText.confirmAt(clock) : commandText.confirmStart;
  const send = () => mutate({ ...ask, pivotId: pivot._id });
  const override = () =>
    mutate({ ...ask, pivotId: pivot._id, override: { interlocks: [...interlocks], reason: reason.trim() } });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      variant="sheet"
      actions={
        <Button
          variant={isStop ? "danger" : "primary"}
          pending={isPending}
          disabled={!mayReach || (mayOverride && reason.trim().length < 3)}
          aria-label={commandText.of(mayOverride ? commandText.anyway : words, pivot.name)}
          onClick={mayOverride ? override : send}
        >
          {mayReach ? (mayOverride ? commandText.anyway : words) : commandText.offline}
        </Button>
      }
    >
      <div className="stack">
        {problem && (
          <Banner tone="danger" icon="alert" announced>
            {problem}
          </Banner>
        )}
        {!isStop && <Setting ask={ask} />}
        <p className="hint">{isStop ? commandText.stopHint : commandText.startHint}</p>
        {mayOverride && (
          <TextField
            label={commandText.reason}
            hint={commandText.reasonHint}
            value={reason}
            maxLength={300}
            onValue={setReason}
          />
        )}
      </div>
    </Dialog>
  );
}

function Setting({ ask: { order } }: { ask: CommandAsk }) {
  const percent = (value: number) => formatAmount(value, "%");
  return (
    <ul>
      {order.wet && <li>{commandText.wet}</li>}
      {order.percent !== undefined && <li>{commandText.percent(percent(order.percent))}</li>}
      {order.table?.map((row) => (
        <li key={row.fromDeg}>
          {commandText.row(formatAmount(row.fromDeg, "°"), formatAmount(row.toDeg, "°"), percent(row.percent))}
        </li>
      ))}
    </ul>
  );
}
