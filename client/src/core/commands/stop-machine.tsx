import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { useLatestPanel } from "../pivot-status/pivot-status.ts";
import { useRights } from "../rights/use-rights.ts";
import { type CommandedMachine, STOP } from "./command-ask.ts";
import { CommandDialog } from "./command-dialog.tsx";
import { commandText } from "./command-text.ts";
import { commandsQuery, isOpen } from "./queries.ts";
import { useMayReach } from "./use-command.ts";

/** Whether the user can stop a machine that runs, or may. `isAdvised`: the advice is to stop it. */
export function useStoppable({ pivot }: CommandedMachine, isAdvised: boolean): boolean {
  const { can } = useRights();
  const { status } = useLatestPanel(pivot);
  const { data: commands } = useQuery(commandsQuery({ _id: pivot.clientId }));
  const isStarting = commands?.some((one) => one.pivotId === pivot._id && isOpen(one) && one.state !== "asked");
  const runs = status?.running || isAdvised || isStarting;
  return Array.isArray(commands) && Boolean(runs) && can("commands", "create");
}

interface StopMachineProps {
  machine: CommandedMachine;
  isAdvised?: boolean;
}

/** "Parar" of a machine that runs, or may: one tap and one confirmation. */
export function StopMachine({ machine, isAdvised = false }: StopMachineProps) {
  const mayReach = useMayReach();
  const [isAsked, setAsked] = useState(false);
  if (!useStoppable(machine, isAdvised) && !isAsked) return null;
  const { name } = machine.pivot;
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
      {isAsked && <CommandDialog machine={machine} ask={STOP} onClose={() => setAsked(false)} />}
    </>
  );
}
