import { type RunPart, runByTime, runDepth, runParts } from "@lamina/agronomy/machine/run-parts";
import { hasPanel } from "@lamina/agronomy/machine/system";
import { farmDay } from "@lamina/shared/core/farm-time";
import { AmountKind, checkRunEntry, RunMoment } from "@lamina/shared/records/entries";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { restWords } from "../../../field/farm-clock.ts";
import { runWords } from "../../../field/run-words.ts";
import { now } from "../../../platform/clock.ts";
import { FormField } from "../../../ui/form/form-fields.tsx";
import type { FormValues } from "../../../ui/form/form-values.ts";
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
import { recognisedRun, runPlace } from "./run-so-far.ts";
import { useActionForm } from "./use-action-form.ts";
import {
  likelyStart,
  readRun,
  runChoice,
  runOf,
  runSchema,
  startOfEndedRun,
  wateringDraft,
} from "./watering-fields.ts";

const units = { grossMm: "mm", percent: "%", hours: "h" } as const;

/**
 * "Irriguei": asks whether the run has ended, is in progress or starts now, prefilled from the panel and the
 * recommendation. Credits only what was applied. The record can be undone for some seconds, and waits for a connection.
 */
export function WateringForm({ unit: given, card, isStarting, onDone }: ActionPart) {
  const unit = { ...given, pivot: useLatestPanel(given.pivot) };
  const { clientId, data } = useBoard();
  const { add, entries } = useOutbox();
  const { timezone } = unit.farm;
  // What the form filled in. Its start follows the amount until a person gives another one.
  const [filledIn, setFilledIn] = useState(() => wateringDraft(unit, card, now(), isStarting ? "starting" : undefined));
  const action = useActionForm({
    name: `${clientId} ${isStarting ? "started" : "watering"} ${card.sector._id}`,
    schema: runSchema,
    start: filledIn,
    timeZone: timezone,
    check: (entry) => checkRunEntry(entry, timezone, now()),
    follow,
    onDone,
  });
  const { values } = action.form;
  const { moment, kind } = runChoice(values);
  const kinds = AmountKind.options.filter((one) => one !== "percent" || hasPanel(unit.pivot));
  const counted = moment === "running" ? recognisedRun(unit) : null;
  const ended = useEndedRun({ unit });
  const recommended = sectorDay(unit, card.sector._id)?.run;
  const rests = restWords(unit.planned?.pauses, timezone, farmDay(now(), timezone));

  function follow(change: FormValues, before: FormValues): FormValues {
    if ("kind" in change && !("amount" in change)) return { amount: "" };
    const start = startAfter(change, before);
    if (!start) return {};
    setFilledIn({ ...filledIn, ...start });
    return start;
  }

  /** The likely start after a change, while no person has given another one. */
  function startAfter(change: FormValues, before: FormValues) {
    if ("day" in change || before.day !== filledIn.day || before.time !== filledIn.time) return null;
    const after = { ...before, ...change };
    const { moment } = runChoice(after);
    if ("moment" in change) return likelyStart(unit, card, moment, now());
    const isFollowed = "amount" in change && filledIn.amount === "" && moment === "ended";
    return isFollowed ? startOfEndedRun(after, unit, now()) : null;
  }

  async function save() {
    if (counted) return action.close();
    const at = now();
    const entry = action.read();
    if (!entry) return;
    const run = runOf(entry, unit, at);
    // For the checks, for the screens until the API has the run, and for an API that does not split one.
    const parts = runParts(runPlace(unit, run.sectorIds), run, at);
    const found = checkWaterings(
      parts.map((part) => newWatering(part, unit)),
      { unit, data, entries: entries.filter((entry) => entry.clientId === clientId), now: at },
    );
    if (!action.confirm(found)) return;
    const key = await add(
      { clientId, label: runName(unit, run.sectorIds), confirmed: found.length > 0 },
      { kind: "run", fields: run, parts },
      action.photo,
    );
    // Shows the parsed number, because "1.200" may be meant as 1200 and is read as 1,2.
    const words = parts.every(({ planned }) => planned) ? formText.startDone : formText.wateringDone;
    action.stored(words(`${formatNumber(entry.amount, 1)} ${units[entry.kind]}`), key);
  }

  return (
    <ActionForm action={action} saveLabel={counted ? formText.ok : text.save} onSave={save}>
      <FormField
        field={{
          path: "moment",
          label: formText.moment,
          widget: "radio",
          options: RunMoment.options.map((value) => ({ value, label: formText.moments[value] })),
        }}
      />
      {counted ? (
        <RunByPanel run={counted} unit={unit} />
      ) : (
        <>
          {moment === "ended" && ended && (
            <RunProposal
              run={ended}
              unit={unit}
              onUse={(draft) => action.form.change({ ...draft, kind: "grossMm" })}
              onConfirm={action.close}
            />
          )}
          {moment !== "running" && recommended && (
            <p className="hint">
              {recommended.passes > 1 ? formText.prefilledPass(runWords(recommended)) : formText.prefilled}
            </p>
          )}
          {rests && <p className="hint">{rests}</p>}
          {unit.sectors.length > 1 && (
            <FormField
              field={{
                path: "sectorIds",
                label: formText.sectors,
                options: unit.sectors.map(({ sector }) => ({ value: sector._id, label: sector.name })),
              }}
            />
          )}
          <FormField
            field={{
              path: "kind",
              label: formText.amountAs,
              widget: "radio",
              options: kinds.map((value) => ({ value, label: formText.amountKinds[value] })),
            }}
          />
          <FormField field={{ path: "amount", label: formText.amount[kind] }} />
          {moment !== "starting" && (
            <div className={styles.row}>
              <FormField field={{ path: "day", label: formText.day }} />
              <FormField field={{ path: "time", label: formText.startTime, widget: "time" }} />
            </div>
          )}
          <Credited values={values} unit={unit} />
          <FormField field={{ path: "note", label: formText.note, hint: formText.noteHint }} />
          <PhotoField photo={action.photo} onPhoto={action.setPhoto} />
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
function Credited({ values, unit }: Pick<ActionPart, "unit"> & { values: FormValues }) {
  const at = useNow();
  const { moment } = runChoice(values);
  if (moment === "starting") return <p className="hint">{formText.startsNow}</p>;
  const run = moment === "running" ? readRun(values, unit, at) : null;
  return run && <SoFar run={runByTime(runPlace(unit, run.sectorIds), run, at)} unit={unit} />;
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
