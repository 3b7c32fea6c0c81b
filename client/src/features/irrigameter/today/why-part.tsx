import { Button } from "../../../ui/controls/button.tsx";
import { DialogFooter } from "../../../ui/feedback/dialog.tsx";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import type { WhyPart as Subject } from "../why/decided.tsx";
import { Why } from "../why/why.tsx";
import { SentenceLine } from "./sentence-line.tsx";

/** "Por quê?": the advice as a sentence, its terms, and in the footer the record that follows from it. */
export function WhyPart({ unit, card }: Subject) {
  const { act, mayRecord } = useBoard();
  return (
    <div className="grid gap-4">
      <SentenceLine unit={unit} />
      <Why unit={unit} card={card} />
      {mayRecord && (
        <DialogFooter>
          <Button variant="primary" onClick={() => act({ action: "watering", sectorId: card.sector._id })}>
            {unit.decision.kind === "stop" ? text.stopped : text.irrigated}
          </Button>
        </DialogFooter>
      )}
    </div>
  );
}
