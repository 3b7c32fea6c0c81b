import { useState } from "react";
import type { IrrigationCard } from "../board.ts";
import type { CommandAsk } from "./command-ask.ts";
import { CommandDialog } from "./command-dialog.tsx";
import { CommandLine } from "./command-line.tsx";
import { StartMachine } from "./start-machine.tsx";
import { StopMachine } from "./stop-machine.tsx";

/** The commands of a machine on its own page. */
export function PivotCommands({ unit }: { unit: IrrigationCard }) {
  const [ask, setAsk] = useState<CommandAsk | null>(null);
  return (
    <>
      <CommandLine unit={unit} />
      <div className="row wraps gap-2" data-print="hide">
        <StopMachine unit={unit} />
        <StartMachine unit={unit} onAsk={setAsk} />
      </div>
      {ask && <CommandDialog unit={unit} ask={ask} onClose={() => setAsk(null)} />}
    </>
  );
}
