import { grossDepth } from "@lamina/agronomy/machine/pivot";
import { runByTime } from "@lamina/agronomy/machine/run-parts";
import { farmDay, farmMoment, isFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { WateringRun } from "@lamina/shared/records/irrigation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import { parseNumber } from "../../../ui/parse-number.ts";
import type { IrrigationCard } from "../board.ts";
import { sectorDay } from "../card/recommendation.ts";
import { formText } from "./form-text.ts";
import { likelyMoment, type RunMoment, runPlace } from "./run-so-far.ts";

/** Ways to enter the depth. The user enters one of the three, and the API computes the others. */
export const amountKinds = ["grossMm", "percent", "hours"] as const;
type AmountKind = (typeof amountKinds)[number];
/** Ranges of the contract. */
const amountRange = { grossMm: [0.1, 100], percent: [1, 100], hours: [0.1, 240] } as const;

/** The input of the form. */
export interface WateringDraft extends Record<string, string> {
  day: string;
  time: string;
  kind: AmountKind;
  amount: string;
  /** Ids, separated by spaces. */
  sectors: string;
  note: string;
  moment: RunMoment;
}

export type WateringErrors = Partial<Record<"sectors" | "moment" | "amount", string>>;

/** The oldest day that the form accepts. A mistyped year would put the record where users do not see it. */
export const OLDEST_DAYS = 365;

/** A draft of the recommendation: the depth of a pass, the sectors of the run, and its likely start. */
export function wateringDraft(unit: IrrigationCard, card: SectorCard, now: number): WateringDraft {
  const { run, sectorIds } = runToRecord(unit, card);
  // Each pass is recorded as a separate watering.
  const depth = run?.depthPerPassMm ?? measuredDepth(unit, card);
  const moment = likelyMoment(unit);
  return {
    ...likelyStart(unit, card, moment, now),
    kind: "grossMm",
    amount: depth === null ? "" : formatNumber(depth, 1),
    sectors: sectorIds.join(" "),
    note: "",
    moment,
  };
}

/** The run that a sector asks for, else the one that waters it; its sectors and its start. */
function runToRecord(unit: Pick<IrrigationCard, "day">, { sector }: SectorCard) {
  const day = sectorDay(unit, sector._id);
  const watering = day?.decision.kind === "run" ? day.decision : null;
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

/** A valid draft: the parsed amount, and the run that it describes. */
interface ReadDraft {
  amount: number;
  run: WateringRun;
}

/** Reads a draft; a run that starts now needs no day and hour. */
export function readDraft(
  draft: WateringDraft,
  { farm, sectors }: Pick<IrrigationCard, "farm" | "sectors">,
  now: number,
): ReadDraft | { errors: WateringErrors } {
  const errors: WateringErrors = {};
  const chosen = draft.sectors.split(" ");
  // In the order in which the arm waters them.
  const sectorIds = sectors.map(({ sector }) => sector._id).filter((id) => chosen.includes(id));
  if (sectorIds.length === 0) errors.sectors = formText.noSector;
  const written =
    isFarmDay(draft.day) && /^\d{2}:\d{2}$/.test(draft.time) ? farmMoment(draft.day, draft.time, farm.timezone) : null;
  const start = draft.moment === "starting" ? now : written;
  if (start === null) errors.moment = formText.invalidMoment;
  else if (start > now) errors.moment = formText.future;
  else if (start < now - OLDEST_DAYS * DAY_MS) errors.moment = formText.tooOld;
  const amount = parseNumber(draft.amount);
  const [from, to] = amountRange[draft.kind];
  if (amount === undefined || !(amount >= from && amount <= to)) {
    errors.amount = formText.range(formatNumber(from, from < 1 ? 1 : 0), formatNumber(to, 0));
  }
  if (Object.keys(errors).length > 0 || start === null || amount === undefined) return { errors };
  return {
    amount,
    run: {
      ...{ sectorIds, state: draft.moment === "ended" ? "ended" : "running" },
      ...{ start: new Date(start).toISOString(), at: new Date(now).toISOString(), [draft.kind]: amount },
      ...(draft.note.trim() && { note: draft.note.trim() }),
    },
  };
}

/** Day and hour at which a run that ends now began, by the time that its amount takes; null without a valid amount. */
export function startOfEndedRun(
  draft: WateringDraft,
  unit: Pick<IrrigationCard, "pivot" | "sectors" | "farm">,
  now: number,
): DraftStart | null {
  const read = readDraft({ ...draft, moment: "starting" }, unit, now);
  if ("errors" in read) return null;
  const { startAt, endAt } = runByTime(runPlace(unit, read.run.sectorIds), read.run, now);
  return startOf(now - (endAt - startAt), unit.farm.timezone);
}
