import type { PlanChoice, StoredChoices } from "@lamina/shared/records/day-plan";
import { useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { type Side, Versions } from "../../../ui/form/versions.tsx";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import { planText } from "./plan-text.ts";

/**
 * What two persons chose for the machines of a day, machine by machine. Neither is lost until one of them is chosen. A
 * machine that the user left as it was begins with the other person's choice.
 */
export function ChoiceConflict(props: {
  /** The choices that the user saw before the own ones. */
  before: readonly PlanChoice[];
  mine: readonly PlanChoice[];
  stored: StoredChoices;
  nameOf: (pivotId: string) => string;
  timeZone: string;
  pending: boolean;
  onKeepStored: () => void;
  onSave: (choices: PlanChoice[]) => void;
  onClose: () => void;
}) {
  const { before, mine, stored, nameOf, timeZone, pending, onKeepStored, onSave, onClose } = props;
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const pivotIds = [...new Set([...mine, ...stored.choices].map(({ pivotId }) => pivotId))];
  const of = (choices: readonly PlanChoice[], id: string) => choices.find(({ pivotId }) => pivotId === id);
  const words = (choices: readonly PlanChoice[], id: string) => choiceWords(of(choices, id), timeZone);
  const sideOf = (id: string): Side => chosen[id] ?? (words(mine, id) === words(before, id) ? "current" : "mine");
  const rows = pivotIds
    .map((key) => ({ key, label: nameOf(key), mine: words(mine, key), current: words(stored.choices, key) }))
    .filter((row) => row.mine !== row.current);
  const save = () => onSave(pivotIds.flatMap((id) => of(sideOf(id) === "mine" ? mine : stored.choices, id) ?? []));
  return (
    <Dialog
      open
      onClose={onClose}
      title={planText.conflict(stored.userName)}
      variant="sheet"
      actions={
        <>
          <Button onClick={onKeepStored}>{planText.keepStored(stored.userName)}</Button>
          <Button variant="primary" pending={pending} onClick={save}>
            {planText.saveChosen}
          </Button>
        </>
      }
    >
      <p className="hint">{planText.conflictHint}</p>
      <Versions
        rows={rows}
        words={{ mine: planText.own, current: stored.userName }}
        sideOf={sideOf}
        onChoose={(id, side) => setChosen((sides) => ({ ...sides, [id]: side }))}
      />
    </Dialog>
  );
}

function choiceWords(choice: PlanChoice | undefined, timeZone: string): string {
  const { startAt, grossMm, usesPeak, letRun } = choice ?? {};
  const words = [
    startAt && formatTime(Date.parse(startAt), timeZone),
    grossMm !== undefined && `${formatNumber(grossMm, 1)} mm`,
    usesPeak && planText.inPeak,
    letRun && planText.letRun,
  ].filter(Boolean);
  return words.join(", ") || planText.noChoice;
}
