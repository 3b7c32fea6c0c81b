import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { STOP } from "./command-ask.ts";
import { CommandDialog } from "./command-dialog.tsx";
import { commandText } from "./command-text.ts";
import { commandsQuery, isOpen } from "./queries.ts";
import { useMayReach } from "./use-command.ts";

/** Whether the user can stop a machine that runs, or may. */
export function useStoppable(unit: IrrigationCard): boolean {
  const { clientId } = useBoard();
  const { can } = useRights();
  const { status } = useLatestPanel(unit.pivot);
  const { data: commands } = useQuery(commandsQuery({ _id: clientId }));
  const isStarting = commands?.some((one) => one.pivotId === unit.pivot._id && isOpen(one) && one.state !== "asked");
  const runs = status?.running || unit.decision.kind === "stop" || isStarting;
  return commands !== undefined && Boolean(runs) && can("commands", "create");
}

/** "Parar" of a machine that runs, or may: one tap and one confirmation. */
export function StopMachine({ unit }: { unit: IrrigationCard }) {
  const mayReach = useMayReach();
  const [isAsked, setAsked] = useState(false);
  if (!useStoppable(unit)) return null;
  const { name } = unit.pivot;
  return (
    <>
      <Button
        variant="danger"
        disabled={!mayReach}
        aria-label={commandText.of(mayReach ? commandText.stop : `${commandText.stop}, ${commandText.offline}`, name)}
        onClick={() => setAsked(true)}
      >
        {mayReach ? commandText.stop : commandText.offline}
      </Button>
      {isAsked && <CommandDialog unit={unit} ask={STOP} onClose={() => setAsked(false)} />}
    </>
  );
}
