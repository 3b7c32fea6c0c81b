import { type RunPart, runByTime, runDepth, runParts } from "@lamina/agronomy/machine/run-parts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useDraft } from "../../../core/drafts/use-draft.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { runWords } from "../../../field/run-words.ts";
import { now } from "../../../platform/clock.ts";
import { Checks } from "../../../ui/controls/checks.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { TimeInput } from "../../../ui/controls/time-input.tsx";
import { DateField } from "../../../ui/date/date-field.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { useBoard } from "../board-context.ts";
import { sectorDay } from "../card/recommendation.ts";
import { panelHistoryQuery } from "../queries.ts";
import { text } from "../text.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";
import { RunByPanel, RunProposal, SoFar } from "./panel-run-notes.tsx";
import { panelRuns } from "./panel-runs.ts";
import { checkWaterings } from "./record-checks.ts";
import { recognisedRun, runMoments, runPlace } from "./run-so-far.ts";
import { toastRecorded } from "./toast-recorded.ts";
import {
  amountKinds,
  likelyStart,
  readDraft,
  startOfEndedRun,
  type WateringErrors,
  wateringDraft,
} from "./watering-fields.ts";

const units = { grossMm: "mm", percent: "%", hours: "h" } as const;

/**
 * "Irriguei": asks whether the run has ended, is in progress or starts now, prefilled from the panel and the
 * recommendation. The API credits only what was applied. The record can be undone for some seconds, and waits for a
 * connection.
 */
export function WateringForm({ unit: given, card, onDone }: ActionPart) {
  const unit = { ...given, pivot: useLatestPanel(given.pivot) };
  const { clientId, data } = useBoard();
  const { add, discard, entries } = useOutbox();
  // What the form filled in. Its start follows the amount until a person gives another one.
  const [filledIn, setFilledIn] = useState(() => wateringDraft(unit, card, now()));
  const { fields, set, clear } = useDraft(`${clientId} watering ${card.sector._id}`, filledIn);
  const [errors, setErrors] = useState<WateringErrors>({});
  const [photo, setPhoto] = useState<string | null>(null);
  const [full, setFull] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const chosen = fields.sectors.split(" ").filter(Boolean);
  const kinds =
    unit.pivot.kind === "pivot" || unit.pivot.kind === "linear" ? amountKinds : (["grossMm", "hours"] as const);
  const counted = fields.moment === "running" ? recognisedRun(unit) : null;
  const ended = useEndedRun({ unit });
  const recommended = sectorDay(unit, card.sector._id)?.run;

  const change: typeof set = (values) => {
    setWarnings([]);
    set(values);
  };

  const isGuess = fields.day === filledIn.day && fields.time === filledIn.time;

  function changeMoment(moment: typeof fields.moment) {
    const start = isGuess ? likelyStart(unit, card, moment, now()) : null;
    if (start) setFilledIn({ ...filledIn, ...start });
    change({ moment, ...start });
  }

  function changeAmount(amount: string) {
    const start =
      isGuess && filledIn.amount === "" && fields.moment === "ended"
        ? startOfEndedRun({ ...fields, amount }, unit, now())
        : null;
    if (start) setFilledIn({ ...filledIn, ...start });
    change({ amount, ...start });
  }

  async function save() {
    if (counted) return cancel();
    const at = now();
    const read = readDraft(fields, unit, at);
    setErrors("errors" in read ? read.errors : {});
    if ("errors" in read) return;
    const { amount, run } = read;
    // For the checks, for the screens until the API has the run, and for an API that does not split one.
    const parts = runParts(runPlace(unit, run.sectorIds), run, at);
    const found = checkWaterings(
      parts.map((part) => newWatering(part, unit)),
      { unit, data, entries: entries.filter((entry) => entry.clientId === clientId), now: at },
    );
    const isNews = found.some((words) => !warnings.includes(words));
    setWarnings(found);
    if (isNews) return;
    const key = await add(
      { clientId, label: runName(unit, run.sectorIds), confirmed: found.length > 0 },
      { kind: "run", fields: run, parts },
      photo,
    );
    setFull(key === null);
    if (key === null) return;
    clear();
    onDone();
    // Shows the parsed number, because "1.200" may be meant as 1200 and is read as 1,2.
    const words = parts.every(({ planned }) => planned) ? formText.startDone : formText.wateringDone;
    toastRecorded(words(`${formatNumber(amount, 1)} ${units[fields.kind]}`), key, discard);
  }

  const cancel = () => {
    clear();
    onDone();
  };

  return (
    <ActionForm
      problem={full ? text.queueFull : null}
      warnings={warnings}
      saveLabel={counted ? formText.ok : warnings.length > 0 ? formText.recordAnyway : text.save}
      onSave={save}
      onCancel={cancel}
    >
      <Checks
        legend={formText.moment}
        type="radio"
        options={runMoments.map((value) => ({ value, label: formText.moments[value] }))}
        chosen={[fields.moment]}
        onChoose={changeMoment}
      />
      {counted ? (
        <RunByPanel run={counted} unit={unit} />
      ) : (
        <>
          {fields.moment === "ended" && ended && (
            <RunProposal
              run={ended}
              unit={unit}
              onUse={(draft) => change({ ...draft, kind: "grossMm" })}
              onConfirm={cancel}
            />
          )}
          {fields.moment !== "running" && recommended && (
            <p className="hint">
              {recommended.passes > 1 ? formText.prefilledPass(runWords(recommended)) : formText.prefilled}
            </p>
          )}
          {unit.sectors.length > 1 && (
            <Checks
              legend={formText.sectors}
              options={unit.sectors.map(({ sector }) => ({ value: sector._id, label: sector.name }))}
              chosen={chosen}
              error={errors.sectors}
              onChoose={(value, on) =>
                change({ sectors: (on ? [...chosen, value] : chosen.filter((id) => id !== value)).join(" ") })
              }
            />
          )}
          <Checks
            legend={formText.amountAs}
            type="radio"
            options={kinds.map((kind) => ({ value: kind, label: formText.amountKinds[kind] }))}
            chosen={[fields.kind]}
            onChoose={(kind) => change({ kind, amount: "" })}
          />
          <TextField
            label={formText.amount[fields.kind]}
            error={errors.amount}
            inputMode="decimal"
            value={fields.amount}
            onValue={changeAmount}
          />
          {fields.moment !== "starting" && (
            <div className={styles.row}>
              <DateField
                label={formText.day}
                timeZone={unit.farm.timezone}
                error={errors.moment}
                value={fields.day}
                onValue={(day) => change({ day })}
              />
              <Field label={formText.startTime}>
                {(control) => <TimeInput {...control} value={fields.time} onValue={(time) => change({ time })} />}
              </Field>
            </div>
          )}
          <Credited fields={fields} unit={unit} />
          <TextField
            label={formText.note}
            hint={formText.noteHint}
            value={fields.note}
            onValue={(note) => set({ note })}
          />
          <PhotoField photo={photo} onPhoto={setPhoto} />
        </>
      )}
    </ActionForm>
  );
}

/** The newest run in the panel's reports that has ended; null without one and without a connection. */
function useEndedRun({ unit }: Pick<ActionPart, "unit">) {
  const { data: reports = [] } = useQuery({
    ...panelHistoryQuery(useSelectedClient(), unit.pivot._id),
    enabled: unit.pivot.status !== null,
  });
  return panelRuns(reports, unit)[0] ?? null;
}

/** What the record credits now, when the run has not ended. */
function Credited({ fields, unit }: Pick<ActionPart, "unit"> & { fields: ReturnType<typeof wateringDraft> }) {
  const at = useNow();
  if (fields.moment === "starting") return <p className="hint">{formText.startsNow}</p>;
  if (fields.moment !== "running") return null;
  const read = readDraft(fields, unit, at);
  if ("errors" in read) return null;
  return <SoFar run={runByTime(runPlace(unit, read.run.sectorIds), read.run, at)} unit={unit} />;
}

function newWatering(part: RunPart, unit: ActionPart["unit"]) {
  const { sectorId, start, planned = false } = part;
  const grossMm = runDepth(part, runPlace(unit, [sectorId]));
  return { sectorId, startAt: Date.parse(start), isPlanned: planned, grossMm };
}

/** `Pivô 01 · Q1, Q2`, or the machine alone for a run of all its sectors. */
function runName({ name, sectors }: ActionPart["unit"], sectorIds: readonly string[]): string {
  const names = sectors.flatMap(({ sector }) => (sectorIds.includes(sector._id) ? [sector.name] : []));
  return names.length < sectors.length ? `${name} · ${names.join(", ")}` : name;
}
