import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { type Decision, isRun, type SectorDay } from "@lamina/shared/views/machine-day";
import { type StatusSource, soilStatus } from "@lamina/shared/views/urgency";
import { reasonValue } from "../../../field/advice.ts";
import type { RulerScale } from "../../../field/diagrams/ruler-scale.ts";
import { formatList } from "../../../ui/format.ts";
import type { IrrigationCard } from "../board.ts";
import { text } from "../text.ts";

/** The decision of one sector of a card: its own depth, at the time of the run that waters it. */
export function sectorDecision(
  { day, decision }: Pick<IrrigationCard, "day" | "decision">,
  sectorId: string,
): Decision {
  return sectorDay({ day }, sectorId)?.decision ?? decision;
}

/** A sector's entry in its machine's day. */
export const sectorDay = ({ day }: Pick<IrrigationCard, "day">, sectorId: string): SectorDay | undefined =>
  day.sectors.find((sector) => sector.sectorId === sectorId);

/**
 * The decision on a page of the probes: none without data since the newest reading. A running machine is shown on any
 * page, because its panel reports it.
 */
export function measuredDecision(decision: Decision, card: SectorCard, mode: StatusSource): Decision {
  const isRunning = isRun(decision) && decision.isUnderWay;
  if (mode === "calculated" || isRunning || soilStatus(card, mode) !== "nodata") return decision;
  const readings = card.monitors.flatMap(({ date }) => date ?? []).sort();
  return {
    kind: "blocked",
    by: card.monitors.length > 0 ? "silent-probe" : "no-probe",
    since: readings[readings.length - 1] ?? null,
  };
}

/** The run of the plan that waters a sector; null when there is none. */
export function runOf({ planned }: Pick<IrrigationCard, "planned">, sectorId: string): PlanItem | null {
  return planned?.sectorIds.includes(sectorId) ? planned : null;
}

/**
 * Where a run waters only some of its machine's sectors: their names, because the person at the panel must close the
 * water over the others.
 */
export function onlyWatered(sectorIds: readonly string[], sectors: readonly SectorCard[]): string | null {
  const watered = sectors.filter(({ sector }) => sectorIds.includes(sector._id));
  if (watered.length === 0 || watered.length === sectors.length) return null;
  return text.onlySectors(formatList(watered.map(({ sector }) => sector.name)));
}

/** Current depletion of a sector, in mm: that of the last row minus the water since then. */
export function depletionNow({ balance, drNowMm }: SectorCard): number | null {
  return drNowMm ?? balance?.dr ?? null;
}

/**
 * The depletion at the end of the balance's last day from which a present one follows, in mm: adjustments belong to that day, and
 * water and use have come since.
 */
export function depletionAtEnd({ balance, drNowMm }: SectorCard, nowMm: number): number {
  // A board omits the depletion of the last day where it is not requested.
  const since = balance?.dr === undefined || drNowMm === null ? 0 : balance.dr - drNowMm;
  return Math.min(balance?.taw ?? nowMm, Math.max(0, nowMm + since));
}

/** The ruler of a sector, in mm of depletion; null without a balance. */
export function rulerScale({ balance, recommendation }: SectorCard): RulerScale | null {
  if (!balance) return null;
  const ahead = reasonValue(recommendation?.reasons ?? [], "lookAhead") ?? balance.etc;
  return { tawMm: balance.taw, rawMm: balance.raw, irrigateFromMm: Math.max(0, balance.raw - ahead) };
}

/** Storage in % of CAD, from the current depletion. */
export function storageOf(sector: SectorCard): number | null {
  const dr = depletionNow(sector);
  if (!sector.balance || dr === null || sector.balance.taw <= 0) return sector.balance?.storagePct ?? null;
  return Math.max(0, Math.min(100, 100 * (1 - dr / sector.balance.taw)));
}
