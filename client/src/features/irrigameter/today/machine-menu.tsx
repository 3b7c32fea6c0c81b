import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { CommandAsk } from "../../../core/commands/command-ask.ts";
import { CommandDialog } from "../../../core/commands/command-dialog.tsx";
import { pivotPath } from "../../../core/navigation/pivot-path.ts";
import { Button, IconButton } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import type { IconName } from "../../../ui/icons/icon-paths.ts";
import { useBoard } from "../board-context.ts";
import { StartMachine, type StartOffer } from "../commands/start-machine.tsx";
import { outText } from "../out/out-text.ts";
import { text } from "../text.ts";
import type { SectorAction } from "../view-params.ts";
import { decisionText } from "./decision-text.ts";
import type { MachineToday } from "./machines-today.ts";
import { orderText } from "./order-text.ts";

interface MachineMenuProps {
  machine: MachineToday;
  /** The action of the button beside it; null where it records nothing. */
  beside: SectorAction | null;
  /** Starts that no button beside it offers. */
  starts: readonly StartOffer[];
  /** The number of a first day's mark on "⋯". */
  mark?: number | undefined;
  /** Opens the choices for the run; absent where there are none. */
  onChange?: (() => void) | undefined;
}

/** The other actions of a machine, behind "⋯". */
export function MachineMenu({ machine: { unit, stage }, beside, starts, mark, onChange }: MachineMenuProps) {
  const { act, mayRecord, mayAdjust } = useBoard();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [ask, setAsk] = useState<CommandAsk | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const { name, mostUrgentSector, decision, pivot, day } = unit;
  const sectorId = mostUrgentSector.sector._id;
  const hasTable = decision.kind === "run" && !decision.isUnderWay && decision.table.length > 0;
  const isAhead = decision.kind === "run" && !decision.isUnderWay && !decision.isLeftOut;
  const actions: [SectorAction, IconName, string, boolean][] = [
    ["started", "check", orderText.acts.started, mayRecord && isAhead],
    ["watering", "drop", text.irrigated, mayRecord && (stage !== "stop" || beside === null)],
    ["rain", "rain", text.recordRain, mayRecord],
    ["why", "info", text.why, true],
    ["speeds", "gauge", orderText.table, hasTable],
    ["simulate", "chart", text.simulate, mostUrgentSector.balance !== null],
    ["out", "alert", outText.action, mayRecord && !day.outOfService],
    ["adjust", "ruler", text.adjust, mayAdjust && mostUrgentSector.balance !== null],
  ];
  const choose = (then: () => void) => {
    setOpen(false);
    then();
  };
  return (
    <>
      <IconButton
        ref={anchor}
        icon="more"
        label={orderText.moreOf(name)}
        aria-haspopup="dialog"
        data-mark={mark}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={name} variant="panel" anchor={anchor}>
          <div className="grid gap-1">
            <StartMachine
              name={pivot.name}
              offers={starts}
              variant="quiet"
              icon="pivot"
              wide
              onAsk={(asked) => choose(() => setAsk(asked))}
            />
            {actions.map(
              ([action, icon, words, isOffered]) =>
                isOffered &&
                action !== beside && (
                  <Button
                    key={action}
                    variant="quiet"
                    icon={icon}
                    wide
                    onClick={() => choose(() => act({ action, sectorId }))}
                  >
                    {words}
                  </Button>
                ),
            )}
            {onChange && (
              <Button variant="quiet" icon="calendar" wide onClick={() => choose(onChange)}>
                {stage === "out" ? decisionText.solve : decisionText.change}
              </Button>
            )}
            <Button variant="quiet" icon="pivot" wide onClick={() => choose(() => void navigate(pivotPath(pivot._id)))}>
              {orderText.pivot}
            </Button>
          </div>
        </Dialog>
      )}
      {ask && <CommandDialog machine={unit} ask={ask} onClose={() => setAsk(null)} />}
    </>
  );
}
