import { MINUTE_MS } from "@lamina/shared/core/time";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { CommandAsk } from "../../../core/commands/command-ask.ts";
import { commandText } from "../../../core/commands/command-text.ts";
import { commandsQuery, isOpen, useTakesCommands } from "../../../core/commands/queries.ts";
import { useMayReach } from "../../../core/commands/use-command.ts";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatTime } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { startOf } from "./asks.ts";

/** A start that is offered, with the words of its button. */
export interface StartOffer {
  words: string;
  ask: CommandAsk;
}

/** "Ligar agora" of the run that the decision asks for and, of one that begins later, "Programar" after it. */
export function useStartOffers(unit: IrrigationCard): StartOffer[] {
  const { clientId } = useBoard();
  const { can } = useRights();
  const now = useNow();
  const takesCommands = useTakesCommands(clientId);
  const { status } = useLatestPanel(unit.pivot);
  const { data: commands } = useQuery(commandsQuery({ _id: clientId }));
  const isCommanded = commands?.some((one) => one.pivotId === unit.pivot._id && isOpen(one));
  const ask = startOf(unit);
  // One order at a time: the machine's line shows the commanded one. A machine that never reported has no panel.
  if (!ask || isCommanded || !status || status.running || !takesCommands || !can("commands", "create")) return [];
  const { runStartAt } = ask;
  const isAhead = runStartAt !== undefined && Date.parse(runStartAt) > now + MINUTE_MS;
  return [
    { words: commandText.startNow, ask },
    ...(isAhead
      ? [
          {
            words: commandText.startAt(formatTime(runStartAt, unit.farm.timezone)),
            ask: { ...ask, scheduledFor: runStartAt },
          },
        ]
      : []),
  ];
}

interface StartMachineProps extends Pick<ComponentProps<typeof Button>, "variant" | "icon" | "wide"> {
  name: string;
  offers: readonly StartOffer[];
  /** Opens the confirmation. */
  onAsk: (ask: CommandAsk) => void;
}

/** The buttons of offered starts. */
export function StartMachine({ name, offers, onAsk, ...look }: StartMachineProps) {
  const mayReach = useMayReach();
  return offers.map(({ words, ask }) => (
    <Button
      key={words}
      {...look}
      disabled={!mayReach}
      aria-label={commandText.of(words, name)}
      onClick={() => onAsk(ask)}
    >
      {mayReach ? words : `${words} (${commandText.offline})`}
    </Button>
  ));
}
