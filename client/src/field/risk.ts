import type { Status } from "@lamina/shared/records/balance";
import { isRun, type MachineDay } from "@lamina/shared/views/machine-day";
import { formatBrl, formatNumber } from "../ui/format.ts";
import { reasonValue } from "./advice.ts";
import { text } from "./text.ts";

/** What a machine's delay costs: hours past the stress until its water comes, and R$ of lost yield. */
export interface Risk {
  hours: number;
  brl: number;
}

/** A smaller sum rounds to R$ 0, and a shorter time to 0 h. */
export const MIN_BRL = 0.5;
export const MIN_HOURS = 0.5;
/** From a day on, a delay has a face of its own. */
const LONG_HOURS = 24;

/** The risk of a machine; null without a delay. */
export function riskOf(day: Pick<MachineDay, "reasons" | "money"> | null | undefined): Risk | null {
  const hours = (day && reasonValue(day.reasons, "late")) ?? 0;
  const brl = day?.money.lossBrl ?? 0;
  return hours >= MIN_HOURS || brl >= MIN_BRL ? { hours, brl } : null;
}

/** `64 h atrasado · R$ 3.315`. */
export const riskWords = ({ hours, brl }: Risk): string =>
  [hours >= MIN_HOURS && text.late(formatNumber(hours, 0)), brl >= MIN_BRL && text.atRisk(formatBrl(brl))]
    .filter(Boolean)
    .join(" · ");

/** The greater loss first, then the longer delay, then those without. */
export const compareRisk = (one: Risk | null, other: Risk | null): number =>
  (other?.brl ?? 0) - (one?.brl ?? 0) || (other?.hours ?? 0) - (one?.hours ?? 0);

export const isLongLate = (risk: Risk | null): boolean => (risk?.hours ?? 0) >= LONG_HOURS;

/**
 * Whether a stressed machine needs no act today: its water is on, or it waits for rain. It has the colour of stress as a
 * line; the full colour is for what gets worse.
 */
export const isCalm = (status: Status, day: Pick<MachineDay, "decision"> | null | undefined): boolean =>
  status === "stress" &&
  day != null &&
  (day.decision.kind === "wait" || (isRun(day.decision) && day.decision.isUnderWay));
