import { hasPanel } from "@lamina/agronomy/machine/system";
import { AmountKind, checkRunEntry, RunMoment, runStart } from "@lamina/shared/records/entries";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { PhotoField } from "../../../core/photos/photo-field.tsx";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
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
import { areaOf, depthOf, recognisedRun } from "./run-so-far.ts";
import { useActionForm } from "./use-action-form.ts";
import {
  likelyStart,
  readRun,
  runByEntry,
  runChoice,
  runSchema,
  startOfEndedRun,
  type WateringRecord,
  wateringDraft,
  wateringsOf,
} from "./watering-fields.ts";

const units = { grossMm: "mm", percent: "%", hours: "h" } as const;

/**
 * "Irriguei": asks whether the run has ended, is in progress or starts now, prefilled from the panel and the
 * recommendation. Credits only what was applied. The record can be undone for some seconds, and waits for a connection.
 */
export function WateringForm({ unit: given, card, onDone }: ActionPart) {
  const unit = { ...given, pivot: useLatestPanel(given.pivot) };
  const { clientId, data } = useBoard();
  const { add, entries } = useOutbox();
  const { timezone } = unit.farm;
  // What the form filled in. Its start follows the amount until a person gives another one.
  const [filledIn, setFilledIn] = useState(() => wateringDraft(unit, card, now()));
  const action = useActionForm({
    name: `${clientId} watering ${card.sector._id}`,
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
    const waterings = wateringsOf({ ...entry, startAt: runStart(entry, timezone, at) }, unit, at);
    const found = checkWaterings(
      waterings.map((watering) => newWatering(watering, unit)),
      { unit, data, entries: entries.filter((entry) => entry.clientId === clientId), now: at },
    );
    if (!action.confirm(found)) return;
    const keys = await Promise.all(
      waterings.map((watering, index) =>
        add(
          { clientId, label: sectorName(unit, watering.sectorId), confirmed: found.length > 0 },
          { kind: "watering", fields: watering },
          // One photo of the run, on the record of its first sector.
          index === 0 ? action.photo : null,
        ),
      ),
    );
    // Shows the parsed number, because "1.200" may be meant as 1200 and is read as 1,2.
    const amount = `${formatNumber(entry.amount, 1)} ${units[entry.kind]}`;
    await action.stored(
      waterings.every(({ planned }) => planned) ? formText.startDone(amount) : formText.wateringDone(amount),
      keys,
    );
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
        <RunByPanel run={counted} timeZone={timezone} />
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
  const run = moment === "running" ? readRun(values, unit.farm.timezone, at) : null;
  return run && <SoFar run={runByEntry(run, unit, at)} />;
}

function newWatering(watering: WateringRecord, { pivot, sectors }: ActionPart["unit"]) {
  const { sectorId, start, grossMm, percent, hours = 0, planned = false } = watering;
  const cards = sectors.filter(({ sector }) => sector._id === sectorId);
  const given =
    grossMm !== undefined
      ? ({ kind: "grossMm", amount: grossMm } as const)
      : percent !== undefined
        ? ({ kind: "percent", amount: percent } as const)
        : ({ kind: "hours", amount: hours } as const);
  return {
    sectorId,
    startAt: Date.parse(start),
    isPlanned: planned,
    grossMm: depthOf(given, pivot, areaOf(pivot, cards)),
  };
}

function sectorName({ name, sectors }: ActionPart["unit"], sectorId: string): string {
  const found = sectors.find(({ sector }) => sector._id === sectorId);
  return sectors.length > 1 && found ? `${name} · ${found.sector.name}` : name;
}
