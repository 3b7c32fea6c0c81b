import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { commandText } from "../../../core/commands/command-text.ts";
import { commandsQuery } from "../../../core/commands/queries.ts";
import { pivotPath } from "../../../core/navigation/pivot-path.ts";
import { messageToast } from "../../../ui/feedback/toast.tsx";
import { useBoard } from "../board-context.ts";
import { isAlarming } from "./command-line.tsx";

/** Shows a message when a command is not answered, refused or not proved, and says whom to call. Once for each state. */
export function CommandRing() {
  const { clientId, units } = useBoard();
  const { data } = useQuery(commandsQuery({ _id: clientId }));
  const known = useRef<Map<string, string>>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Map(data.map(({ _id, state }) => [_id, state]));
    // What happened before the page was opened is on the machine's line.
    if (before === undefined) return;
    for (const command of data) {
      if (!isAlarming(command) || before.get(command._id) === command.state) continue;
      const unit = units.find(({ pivot }) => pivot._id === command.pivotId);
      if (!unit) continue;
      messageToast({
        title: commandText.ring(unit.pivot.name),
        message: `${commandText.line(command, "")}. ${commandText.call(unit.farm.name)}`,
        link: { to: pivotPath(unit.pivot._id), label: unit.pivot.name },
      });
    }
  }, [data, units]);
  return null;
}
