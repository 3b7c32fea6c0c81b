import { checkRainEntry, RainEntry } from "@lamina/shared/records/entries";
import { unusualRain } from "@lamina/shared/records/unusual";
import { ruleText } from "@lamina/shared/rules/rule-text";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { FormField } from "../../../ui/form/form-fields.tsx";
import { toFormValues } from "../../../ui/form/form-values.ts";
import { formatShortDay } from "../../../ui/format.ts";
import { mm } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";
import { queuedRain } from "./record-checks.ts";
import { useActionForm } from "./use-action-form.ts";

/** "Registrar chuva": a gauge reading by the user, for the farm or for one sector. */
export function RainForm({ unit, card, name, onDone }: ActionPart) {
  const { clientId, todayOf } = useBoard();
  const { add, entries } = useOutbox();
  const { farm } = unit;
  const today = todayOf(farm.timezone);
  const missing = card.recommendation?.missingRain?.days ?? [];
  const action = useActionForm({
    name: `${clientId} rain ${card.sector._id}`,
    schema: () => RainEntry,
    start: toFormValues(RainEntry, { date: missing[0] ?? today, where: "farm" }),
    timeZone: farm.timezone,
    check: (entry) => checkRainEntry(entry, today),
    onDone,
  });

  async function save() {
    const entry = action.read();
    if (!entry) return;
    const { where, ...rain } = entry;
    const fields = { ...(where === "farm" ? { farmId: farm._id } : { sectorId: card.sector._id }), ...rain };
    const queued = queuedRain(
      entries.filter((other) => other.clientId === clientId),
      fields,
    );
    const found = [...queued, ...unusualRain(rain).map(ruleText)];
    if (!action.confirm(found)) return;
    const label = where === "farm" ? farm.name : name;
    const key = await add({ clientId, label, confirmed: found.length > 0 }, { kind: "rain", fields }, action.photo);
    action.stored(formText.rainDone(mm(rain.mm)), key);
  }

  return (
    <ActionForm action={action} onSave={save}>
      <div className={styles.row}>
        <FormField field={{ path: "mm", label: formText.rain, autoFocus: true }} />
        <FormField field={{ path: "date", label: formText.day, lastDay: today }} />
      </div>
      {missing.length > 0 && <p className="hint">{formText.rainMissing(missing.map(formatShortDay).join(", "))}</p>}
      <p className="hint">{formText.rainHint}</p>
      <FormField
        field={{
          path: "where",
          label: formText.rainWhere,
          widget: "radio",
          options: [
            { value: "farm", label: formText.wholeFarm(farm.name) },
            { value: "sector", label: formText.onlySector(name) },
          ],
        }}
      />
      <FormField field={{ path: "note", label: formText.note, hint: formText.noteHint }} />
      <PhotoField photo={action.photo} onPhoto={action.setPhoto} />
    </ActionForm>
  );
}
