import { grossDepth } from "@lamina/agronomy/machine/pivot";
import { farmDay, farmMoment, isFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { WateringFields } from "@lamina/shared/records/irrigation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { isRun } from "@lamina/shared/views/machine-day";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import { parseNumber } from "../../../ui/parse-number.ts";
import type { IrrigationCard } from "../board.ts";
import { sectorDay } from "../card/recommendation.ts";
import { formText } from "./form-text.ts";
import { areaOf, depthOf, likelyMoment, type RunMoment, type RunSoFar, runByTime } from "./run-so-far.ts";

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

/** The content of a valid draft: its start in ms since 1970 UTC, the parsed amount, the chosen sectors. */
interface ReadDraft {
  startAt: number;
  amount: number;
  sectorIds: string[];
  note: { note?: string };
}

/** Reads a draft; a run that starts now needs no day and hour. */
export function readDraft(draft: WateringDraft, timeZone: string, now: number): ReadDraft | { errors: WateringErrors } {
  const errors: WateringErrors = {};
  const sectorIds = draft.sectors.split(" ").filter(Boolean);
  if (sectorIds.length === 0) errors.sectors = formText.noSector;
  const written =
    isFarmDay(draft.day) && /^\d{2}:\d{2}$/.test(draft.time) ? farmMoment(draft.day, draft.time, timeZone) : null;
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
  const note = draft.note.trim();
  return { startAt: start, amount, sectorIds, note: note === "" ? {} : { note } };
}

/**
 * The waterings of a draft, one for each sector. What ended is credited whole; of a run in progress only what was
 * applied until `now`, and the rest is planned; a run that starts is planned.
 */
export function wateringsOf(
  read: ReadDraft,
  { kind, moment }: Pick<WateringDraft, "kind" | "moment">,
  unit: Pick<IrrigationCard, "pivot" | "sectors">,
  now: number,
): WateringRecord[] {
  const { startAt, amount, sectorIds, note } = read;
  const iso = (at: number) => new Date(Math.round(at)).toISOString();
  if (moment === "ended")
    return sectorIds.map((sectorId) => {
      const given = kind === "hours" ? sharedHours(read, sectorId, unit) : amount;
      return WateringFields.parse({ sectorId, start: iso(startAt), [kind]: given, ...note });
    });
  const run = runOfDraft(read, kind, unit, now);
  const end = Math.max(run.endAt, now);
  return run.sectors.flatMap(({ sectorId, appliedMm, leftMm }) => [
    ...(appliedMm >= LEAST_MM
      ? [WateringFields.parse({ sectorId, start: iso(startAt), end: iso(now), grossMm: tenths(appliedMm), ...note })]
      : []),
    ...(leftMm >= LEAST_MM
      ? [
          WateringFields.parse({
            sectorId,
            start: iso(now),
            end: iso(end),
            grossMm: tenths(leftMm),
            planned: true,
            ...note,
          }),
        ]
      : []),
  ]);
}

/** The hours of a run that fall to one of its sectors, by area: each hour gives the whole flow to one place. */
function sharedHours(
  { amount, sectorIds }: Pick<ReadDraft, "amount" | "sectorIds">,
  sectorId: string,
  { pivot, sectors }: Pick<IrrigationCard, "pivot" | "sectors">,
): number {
  const areaIn = (ids: readonly string[]) =>
    areaOf(
      pivot,
      sectors.filter(({ sector }) => ids.includes(sector._id)),
    );
  return Math.max(amountRange.hours[0], (amount * areaIn([sectorId])) / areaIn(sectorIds));
}

/** The run that a draft describes, with its water until `now`. */
export function runOfDraft(
  { startAt, amount, sectorIds }: Pick<ReadDraft, "startAt" | "amount" | "sectorIds">,
  kind: AmountKind,
  { pivot, sectors }: Pick<IrrigationCard, "pivot" | "sectors">,
  now: number,
): RunSoFar {
  const cards = sectors.filter(({ sector }) => sectorIds.includes(sector._id));
  const depthMm = depthOf({ kind, amount }, pivot, areaOf(pivot, cards));
  return runByTime({ pivot, cards }, { startAt, depthMm, now });
}

/** Day and hour at which a run that ends now began, by the time that its amount takes; null without a valid amount. */
export function startOfEndedRun(
  draft: WateringDraft,
  unit: Pick<IrrigationCard, "pivot" | "sectors" | "farm">,
  now: number,
): DraftStart | null {
  const { timezone } = unit.farm;
  const read = readDraft({ ...draft, moment: "starting" }, timezone, now);
  if ("errors" in read) return null;
  const { startAt, endAt } = runOfDraft(read, draft.kind, unit, now);
  return startOf(now - (endAt - startAt), timezone);
}

/** The least depth that the contract accepts, mm. */
const LEAST_MM = 0.1;
const tenths = (value: number) => Math.round(value * 10) / 10;

export type WateringRecord = ReturnType<typeof WateringFields.parse>;
