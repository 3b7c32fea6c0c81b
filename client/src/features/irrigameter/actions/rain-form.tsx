import { addDays } from "@lamina/shared/core/farm-time";
import { RainFields } from "@lamina/shared/records/weather";
import { useState } from "react";
import { useDraft } from "../../../core/drafts/use-draft.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { Checks } from "../../../ui/controls/checks.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { DateField } from "../../../ui/date/date-field.tsx";
import { formatNumber, formatShortDay } from "../../../ui/format.ts";
import { parseNumber } from "../../../ui/parse-number.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";
import { queuedRain } from "./record-checks.ts";
import { toastRecorded } from "./toast-recorded.ts";
import { OLDEST_DAYS } from "./watering-fields.ts";

const MAX_RAIN_MM = 500;

/** "Registrar chuva": a gauge reading by the user, for the farm or for one sector. */
export function RainForm({ unit, card, name, onDone }: ActionPart) {
  const { clientId, todayOf } = useBoard();
  const { add, discard, entries } = useOutbox();
  const today = todayOf(unit.farm.timezone);
  const missing = card.recommendation?.missingRain?.days ?? [];
  const { fields, set, clear } = useDraft(`${clientId} rain ${card.sector._id}`, {
    day: missing[0] ?? today,
    mm: "",
    where: "farm",
    note: "",
  });
  const [errors, setErrors] = useState<{ mm?: string; day?: string }>({});
  const [photo, setPhoto] = useState<string | null>(null);
  const [full, setFull] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);

  async function save() {
    const mm = parseNumber(fields.mm) ?? Number.NaN;
    const note = fields.note.trim();
    const rain = RainFields.safeParse({
      ...(fields.where === "farm" ? { farmId: unit.farm._id } : { sectorId: card.sector._id }),
      date: fields.day,
      mm,
      ...(note === "" ? {} : { note }),
    });
    const broken = rain.success ? [] : rain.error.issues.map(({ path }) => path[0]);
    const wrong = {
      ...(broken.includes("mm") ? { mm: formText.range("0", formatNumber(MAX_RAIN_MM, 0)) } : {}),
      ...(fields.day < addDays(today, -OLDEST_DAYS) ? { day: formText.tooOld } : {}),
      ...(broken.includes("date") || fields.day > today ? { day: formText.pastDay } : {}),
    };
    setErrors(wrong);
    if (!rain.success || wrong.day) return;
    const found = queuedRain(
      entries.filter((entry) => entry.clientId === clientId),
      rain.data,
    );
    const isNews = found.some((words) => !warnings.includes(words));
    setWarnings(found);
    if (isNews) return;
    const label = fields.where === "farm" ? unit.farm.name : name;
    const key = await add({ clientId, label, confirmed: found.length > 0 }, { kind: "rain", fields: rain.data }, photo);
    setFull(key === null);
    if (key === null) return;
    clear();
    onDone();
    toastRecorded(formText.rainDone(`${formatNumber(mm, 1)} mm`), key, discard);
  }

  const cancel = () => {
    clear();
    onDone();
  };
  return (
    <ActionForm
      problem={full ? text.queueFull : null}
      warnings={warnings}
      saveLabel={warnings.length > 0 ? formText.recordAnyway : text.save}
      onSave={save}
      onCancel={cancel}
    >
      <div className={styles.row}>
        <TextField
          label={formText.rainMm}
          error={errors.mm}
          inputMode="decimal"
          autoFocus
          value={fields.mm}
          onValue={(mm) => set({ mm })}
        />
        <DateField
          label={formText.day}
          timeZone={unit.farm.timezone}
          error={errors.day}
          max={today}
          value={fields.day}
          onValue={(day) => set({ day })}
        />
      </div>
      {missing.length > 0 && <p className="hint">{formText.rainMissing(missing.map(formatShortDay).join(", "))}</p>}
      <p className="hint">{formText.rainHint}</p>
      <Checks
        legend={formText.rainWhere}
        type="radio"
        options={[
          { value: "farm", label: formText.wholeFarm(unit.farm.name) },
          { value: "sector", label: formText.onlySector(name) },
        ]}
        chosen={[fields.where]}
        onChoose={(where) => set({ where })}
      />
      <TextField label={formText.note} hint={formText.noteHint} value={fields.note} onValue={(note) => set({ note })} />
      <PhotoField photo={photo} onPhoto={setPhoto} />
    </ActionForm>
  );
}
