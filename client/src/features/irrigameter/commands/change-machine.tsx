import { useRef, useState } from "react";
import type { CommandAsk } from "../../../core/commands/command-ask.ts";
import { commandText } from "../../../core/commands/command-text.ts";
import { useTakesCommands } from "../../../core/commands/queries.ts";
import { useMayReach } from "../../../core/commands/use-command.ts";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { changesOf } from "./asks.ts";

/** "Mudar o que faz" of a machine that runs: speed, direction, and the pump where it is its own. `onAsk` opens the confirmation. */
export function ChangeMachine({ unit, onAsk }: { unit: IrrigationCard; onAsk: (ask: CommandAsk) => void }) {
  const { clientId, data } = useBoard();
  const { can } = useRights();
  const mayReach = useMayReach();
  const takesCommands = useTakesCommands(clientId);
  const { status } = useLatestPanel(unit.pivot);
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  if (!status?.running || !takesCommands || !can("commands", "create")) return null;
  const ofFarm = data.pivots.filter(({ farmId }) => farmId === unit.farm._id);
  const { name } = unit.pivot;
  return (
    <>
      <Button
        ref={anchor}
        icon="gauge"
        disabled={!mayReach}
        aria-haspopup="dialog"
        aria-label={commandText.of(commandText.change, name)}
        onClick={() => setOpen(true)}
      >
        {mayReach ? commandText.change : commandText.offline}
      </Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={commandText.of(commandText.change, name)}
          variant="panel"
          anchor={anchor}
        >
          <div className="grid gap-1">
            {changesOf(unit, status, ofFarm).map(({ words, ask }) => (
              <Button
                key={words}
                variant="quiet"
                wide
                onClick={() => {
                  setOpen(false);
                  onAsk(ask);
                }}
              >
                {words}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
