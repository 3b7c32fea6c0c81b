import { grossDepth } from "@lamina/agronomy/machine/pivot";
import { runByTime } from "@lamina/agronomy/machine/run-parts";
import { farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import {
  AmountKind,
  checkRunEntry,
  type RunEntry,
  RunMoment,
  runEntry,
  runStart,
} from "@lamina/shared/records/entries";
import type { WateringRun } from "@lamina/shared/records/irrigation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { isRun } from "@lamina/shared/views/machine-day";
import { type FormValues, fromFormValues } from "../../../ui/form/form-values.ts";
import { readFields } from "../../../ui/form/read-fields.ts";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import type { IrrigationCard } from "../board.ts";
import { sectorDay } from "../card/recommendation.ts";
import { likelyMoment, runPlace } from "./run-so-far.ts";

/** The input of the form. */
export type WateringDraft = {
  moment: RunMoment;
  kind: AmountKind;
  amount: string;
  sectorIds: readonly string[];
  day: string;
  time: string;
  note: string;
};

/** The moment and the kind of amount of a run. Input that is stored from another version of the form may name neither. */
export const runChoice = ({ moment, kind }: FormValues) => ({
  moment: RunMoment.catch("ended").parse(moment),
  kind: AmountKind.catch("grossMm").parse(kind),
});

export function runSchema(values: FormValues) {
  const { moment, kind } = runChoice(values);
  return runEntry(moment, kind);
}

/** A draft of the recommendation: the depth of a pass, the sectors of the run, and its likely start. */
export function wateringDraft(
  unit: IrrigationCard,
  card: SectorCard,
  now: number,
  moment: RunMoment = likelyMoment(unit),
): WateringDraft {
  const { run, sectorIds } = runToRecord(unit, card);
  // Each pass is recorded as a separate watering.
  const depth = run?.depthPerPassMm ?? measuredDepth(unit, card);
  return {
    ...likelyStart(unit, card, moment, now),
    kind: "grossMm",
    amount: depth === null ? "" : formatNumber(depth, 1),
    sectorIds,
    note: "",
    moment,
  };
}

/** The run that a sector asks for, else the one that waters it; its sectors and its start. */
function runToRecord(unit: Pick<IrrigationCard, "day">, { sector }: SectorCard) {
  const day = sectorDay(unit, sector._id);
  const watering = day && isRun(day.decision) ? day.decision : null;
  return {
    run: day?.run ?? watering?.run ?? null,
    sectorIds: watering?.sectorIds ?? [sector._id],
    startAt: watering?.startAt ?? null,
  };
}

/** Day and hour on the farm's clock. */
type DraftStart = Pick<WateringDraft, "day" | "time">;
const startOf = (start: number, timeZone: string): DraftStart => ({
  day: farmDay(start, timeZone),
  time: formatTime(start, timeZone),
});

/**
 * The planned start of a run; without one in the past that of a run that ends now. A run in progress then starts now, because water
 * before that would be credited although no person and no panel has reported it.
 */
export function likelyStart(unit: IrrigationCard, card: SectorCard, moment: RunMoment, now: number): DraftStart {
  const { run, startAt } = runToRecord(unit, card);
  const planned = Date.parse(startAt ?? "");
  const hours = moment === "running" ? 0 : Math.min((run?.hoursRev ?? 0) / (run?.passes ?? 1), 24);
  return startOf(planned <= now ? planned : now - hours * HOUR_MS, unit.farm.timezone);
}

/** The gross depth in mm that a probe implies, when it measures a wetter soil than the balance; otherwise null. */
function measuredDepth({ pivot }: IrrigationCard, { recommendation }: SectorCard): number | null {
  const contradiction = recommendation?.contradiction;
  if (contradiction?.by !== "probe" || contradiction.measuredMm >= contradiction.balanceMm) return null;
  return grossDepth(contradiction.balanceMm - contradiction.measuredMm, pivot.efficiencyPct);
}

/** The run of a valid input, with its sectors in the order in which the arm waters them. */
export function runOf(
  entry: RunEntry,
  { farm, sectors }: Pick<IrrigationCard, "farm" | "sectors">,
  now: number,
): WateringRun {
  const { moment, kind, amount, note } = entry;
  return {
    sectorIds: sectors.map(({ sector }) => sector._id).filter((id) => entry.sectorIds.includes(id)),
    state: moment === "ended" ? "ended" : "running",
    start: new Date(runStart(entry, farm.timezone, now)).toISOString(),
    at: new Date(now).toISOString(),
    [kind]: amount,
    ...(note && { note }),
  };
}

/** The run of the input; null while it is not valid. */
export function readRun(
  values: FormValues,
  unit: Pick<IrrigationCard, "farm" | "sectors">,
  now: number,
): WateringRun | null {
  const schema = runSchema(values);
  const { fields } = readFields(schema, fromFormValues(schema, values), (entry) =>
    checkRunEntry(entry, unit.farm.timezone, now),
  );
  return fields && runOf(fields, unit, now);
}

/** Day and hour at which a run that ends now began, by the time that its amount takes; null without a valid amount. */
export function startOfEndedRun(
  values: FormValues,
  unit: Pick<IrrigationCard, "pivot" | "sectors" | "farm">,
  now: number,
): DraftStart | null {
  const run = readRun({ ...values, moment: "starting" }, unit, now);
  if (!run) return null;
  const { startAt, endAt } = runByTime(runPlace(unit, run.sectorIds), run, now);
  return startOf(now - (endAt - startAt), unit.farm.timezone);
}
