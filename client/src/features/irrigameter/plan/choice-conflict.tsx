import type { PlanChoice, StoredChoices } from "@lamina/shared/records/day-plan";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import { planText } from "./plan-text.ts";

/** What two persons chose for the same machines of a day. Neither is lost until one of them is chosen. */
export function ChoiceConflict(props: {
  mine: readonly PlanChoice[];
  stored: StoredChoices;
  nameOf: (pivotId: string) => string;
  timeZone: string;
  pending: boolean;
  onKeepStored: () => void;
  onSave: () => void;
  onClose: () => void;
}) {
  const { mine, stored, nameOf, timeZone, pending, onKeepStored, onSave, onClose } = props;
  const pivotIds = new Set([...mine, ...stored.choices].map(({ pivotId }) => pivotId));
  const of = (choices: readonly PlanChoice[], id: string) =>
    choiceWords(
      choices.find(({ pivotId }) => pivotId === id),
      timeZone,
    );
  const rows = [...pivotIds]
    .map((id) => ({ id, own: of(mine, id), other: of(stored.choices, id) }))
    .filter(({ own, other }) => own !== other);
  return (
    <Dialog
      open
      onClose={onClose}
      title={planText.conflict(stored.userName)}
      variant="sheet"
      actions={
        <>
          <Button onClick={onKeepStored}>{planText.keepStored(stored.userName)}</Button>
          <Button variant="primary" pending={pending} onClick={onSave}>
            {planText.saveMine}
          </Button>
        </>
      }
    >
      <ul className="grid gap-4">
        {rows.map(({ id, own, other }) => (
          <li key={id}>{planText.bothChoices({ name: nameOf(id), own, other, by: stored.userName })}</li>
        ))}
      </ul>
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
