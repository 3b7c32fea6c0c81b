import { useState } from "react";
import { useDraft } from "../../../core/drafts/use-draft.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { now } from "../../../platform/clock.ts";
import { Checks } from "../../../ui/controls/checks.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { TimeInput } from "../../../ui/controls/time-input.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";
import { toastRecorded } from "./toast-recorded.ts";
import { type AmountKind, amountKinds, readWatering, type WateringErrors, wateringDraft } from "./watering-fields.ts";

const units = { grossMm: "mm", percent: "%", hours: "h" } as const;

/**
 * "Irriguei": filled in from the recommendation. The record can be taken back for some seconds, and waits for a
 * connection.
 */
export function WateringForm({ unit, card, onDone }: ActionPart) {
  const { clientId } = useBoard();
  const { add, discard } = useOutbox();
  const { fields, set, clear } = useDraft(`${clientId} watering ${card.sector._id}`, wateringDraft(unit, card, now()));
  const [errors, setErrors] = useState<WateringErrors>({});
  const [full, setFull] = useState(false);
  const chosen = fields.sectors.split(" ").filter(Boolean);
  const kinds =
    unit.pivot.kind === "pivot" || unit.pivot.kind === "linear" ? amountKinds : (["grossMm", "hours"] as const);

  async function save() {
    const read = readWatering(fields, unit.farm.timezone, now());
    setErrors("errors" in read ? read.errors : {});
    if ("errors" in read) return;
    const keys = await Promise.all(
      read.waterings.map((watering) =>
        add({ clientId, label: sectorName(unit, watering.sectorId) }, { kind: "watering", fields: watering }),
      ),
    );
    const added = keys.filter((key) => key !== null);
    const isFull = added.length < keys.length;
    setFull(isFull);
    // Stores all records or none, so that another save does not store a record twice.
    if (isFull) {
      await Promise.all(added.map(discard));
      return;
    }
    clear();
    onDone();
    // Shows the parsed number, because "1.200" may be meant as 1200 and is read as 1,2.
    toastRecorded(formText.wateringDone(`${formatNumber(read.amount, 1)} ${units[fields.kind]}`), added, discard);
  }

  const cancel = () => {
    clear();
    onDone();
  };
  return (
    <ActionForm problem={full ? text.queueFull : null} onSave={save} onCancel={cancel}>
      {card.recommendation?.action === "irrigate" && <p className="hint">{formText.prefilled}</p>}
      {unit.sectors.length > 1 && (
        <Checks
          legend={formText.sectors}
          options={unit.sectors.map(({ sector }) => ({ value: sector._id, label: sector.name }))}
          chosen={chosen}
          error={errors.sectors}
          onChoose={(value, on) =>
            set({ sectors: (on ? [...chosen, value] : chosen.filter((id) => id !== value)).join(" ") })
          }
        />
      )}
      <Checks
        legend={formText.amountAs}
        type="radio"
        options={kinds.map((kind) => ({ value: kind, label: formText.amountKinds[kind] }))}
        chosen={[fields.kind]}
        onChoose={(value) => set({ kind: value as AmountKind, amount: "" })}
      />
      <TextField
        label={formText.amount[fields.kind]}
        error={errors.amount}
        inputMode="decimal"
        value={fields.amount}
        onValue={(amount) => set({ amount })}
      />
      <div className={styles.row}>
        <TextField
          label={formText.day}
          error={errors.moment}
          type="date"
          value={fields.day}
          onValue={(day) => set({ day })}
        />
        <Field label={formText.startTime}>
          {(control) => <TimeInput {...control} value={fields.time} onValue={(time) => set({ time })} />}
        </Field>
      </div>
      <TextField label={formText.note} hint={formText.noteHint} value={fields.note} onValue={(note) => set({ note })} />
    </ActionForm>
  );
}

function sectorName({ name, sectors }: ActionPart["unit"], sectorId: string): string {
  const found = sectors.find(({ sector }) => sector._id === sectorId);
  return sectors.length > 1 && found ? `${name} · ${found.sector.name}` : name;
}
