import { MINUTE_MS } from "@lamina/shared/core/time";
import { useQuery } from "@tanstack/react-query";
import type { CommandAsk } from "../../../core/commands/command-ask.ts";
import { commandText } from "../../../core/commands/command-text.ts";
import { commandsQuery, isOpen, useTakesCommands } from "../../../core/commands/queries.ts";
import { useMayReach } from "../../../core/commands/use-command.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatTime } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { startOf } from "./asks.ts";

/** "Ligar agora" and "Programar" of the run that the decision asks for. `onAsk` opens the confirmation. */
export function StartMachine({ unit, onAsk }: { unit: IrrigationCard; onAsk: (ask: CommandAsk) => void }) {
  const { clientId } = useBoard();
  const { can } = useRights();
  const now = useNow();
  const mayReach = useMayReach();
  const takesCommands = useTakesCommands(clientId);
  const { data: commands } = useQuery(commandsQuery({ _id: clientId }));
  const isCommanded = commands?.some((one) => one.pivotId === unit.pivot._id && isOpen(one));
  const ask = startOf(unit);
  // One order at a time: the machine's line shows the commanded one.
  if (!ask || isCommanded || !takesCommands || !can("commands", "create")) return null;
  const { name } = unit.pivot;
  const { runStartAt } = ask;
  const isAhead = runStartAt !== undefined && Date.parse(runStartAt) > now + MINUTE_MS;
  const offers: [string, CommandAsk][] = [
    [commandText.startNow, ask],
    ...(isAhead
      ? [
          [commandText.startAt(formatTime(runStartAt, unit.farm.timezone)), { ...ask, scheduledFor: runStartAt }] as [
            string,
            CommandAsk,
          ],
        ]
      : []),
  ];
  return offers.map(([words, offered]) => (
    <Button
      key={words}
      variant="quiet"
      icon="pivot"
      wide
      disabled={!mayReach}
      aria-label={commandText.of(words, name)}
      onClick={() => onAsk(offered)}
    >
      {mayReach ? words : `${words} (${commandText.offline})`}
    </Button>
  ));
}
