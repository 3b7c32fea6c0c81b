import { farmDay, farmMoment, isFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { WateringFields } from "@lamina/shared/records/irrigation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import { parseNumber } from "../../../ui/parse-number.ts";
import { passesOf } from "../../../ui/run-words.ts";
import type { IrrigationCard } from "../board.ts";
import { formText } from "./form-text.ts";

/** How the depth is told: one of the three, the API computes the others. */
export const amountKinds = ["grossMm", "percent", "hours"] as const;
export type AmountKind = (typeof amountKinds)[number];
/** What the contract takes of each. */
const amountRange = { grossMm: [0.1, 100], percent: [1, 100], hours: [0.1, 240] } as const;

/** What is typed. */
export interface WateringDraft extends Record<string, string> {
  day: string;
  time: string;
  kind: AmountKind;
  amount: string;
  /** Ids, separated by spaces. */
  sectors: string;
  note: string;
}

/** What is wrong, by field. */
export type WateringErrors = Partial<Record<"sectors" | "moment" | "amount", string>>;

/** What is told from the field is no older: a mistyped year would put it where nobody sees it. */
export const OLDEST_DAYS = 365;

/** As recommended: the depth of today, the sectors that run together, from when the run was to begin, or begun just now. */
export function wateringDraft(unit: IrrigationCard, card: SectorCard, now: number): WateringDraft {
  const { recommendation } = card;
  const run = unit.planned?.sectorIds.includes(card.sector._id) ? unit.planned : null;
  // Each pass is a watering of its own.
  const amount = run ?? recommendation;
  const depth = amount ? passesOf(amount).eachMm : null;
  const planned = Date.parse(run?.startAt ?? recommendation?.startAt ?? "");
  const start =
    planned <= now
      ? planned
      : now - Math.min((recommendation?.hoursRev ?? 0) / (recommendation?.passes ?? 1), 24) * HOUR_MS;
  const { timezone } = unit.farm;
  return {
    day: farmDay(start, timezone),
    time: formatTime(start, timezone),
    kind: "grossMm",
    amount: depth === null ? "" : formatNumber(depth, 1),
    sectors: (run?.sectorIds ?? [card.sector._id]).join(" "),
    note: "",
  };
}

/** The waterings that a draft says, one for each sector, and the amount as understood; or what is wrong with it. */
export function readWatering(
  draft: WateringDraft,
  timeZone: string,
  now: number,
): { waterings: WateringRecord[]; amount: number } | { errors: WateringErrors } {
  const errors: WateringErrors = {};
  const sectorIds = draft.sectors.split(" ").filter(Boolean);
  if (sectorIds.length === 0) errors.sectors = formText.noSector;
  const start =
    isFarmDay(draft.day) && /^\d{2}:\d{2}$/.test(draft.time) ? farmMoment(draft.day, draft.time, timeZone) : null;
  if (start === null) errors.moment = formText.invalidMoment;
  else if (start > now) errors.moment = formText.future;
  else if (start < now - OLDEST_DAYS * 24 * HOUR_MS) errors.moment = formText.tooOld;
  const amount = parseNumber(draft.amount);
  const [from, to] = amountRange[draft.kind];
  if (amount === undefined || !(amount >= from && amount <= to)) {
    errors.amount = formText.range(formatNumber(from, from < 1 ? 1 : 0), formatNumber(to, 0));
  }
  if (Object.keys(errors).length > 0 || start === null || amount === undefined) return { errors };
  const note = draft.note.trim();
  return {
    amount,
    waterings: sectorIds.map((sectorId) =>
      WateringFields.parse({
        sectorId,
        start: new Date(start).toISOString(),
        [draft.kind]: amount,
        ...(note === "" ? {} : { note }),
      }),
    ),
  };
}

type WateringRecord = ReturnType<typeof WateringFields.parse>;
