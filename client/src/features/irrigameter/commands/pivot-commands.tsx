import { useState } from "react";
import type { CommandAsk } from "../../../core/commands/command-ask.ts";
import { CommandDialog } from "../../../core/commands/command-dialog.tsx";
import { StopMachine } from "../../../core/commands/stop-machine.tsx";
import type { IrrigationCard } from "../board.ts";
import { ChangeMachine } from "./change-machine.tsx";
import { CommandLine } from "./command-line.tsx";
import { StartMachine, useStartOffers } from "./start-machine.tsx";

/** The commands of a machine on its own page. */
export function PivotCommands({ unit }: { unit: IrrigationCard }) {
  const [ask, setAsk] = useState<CommandAsk | null>(null);
  const offers = useStartOffers(unit);
  return (
    <>
      <CommandLine unit={unit} />
      <div className="row wraps gap-2" data-print="hide">
        <StopMachine machine={unit} isAdvised={unit.decision.kind === "stop"} />
        <ChangeMachine unit={unit} onAsk={setAsk} />
        <StartMachine name={unit.pivot.name} offers={offers} icon="pivot" onAsk={setAsk} />
      </div>
      {ask && <CommandDialog machine={unit} ask={ask} onClose={() => setAsk(null)} />}
    </>
  );
}
