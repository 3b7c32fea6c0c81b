import type { PlanItem, Reason, Recommendation } from "@lamina/shared/records/irrigation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { RulerScale } from "../../../ui/diagrams/ruler-scale.ts";
import { passesOf } from "../../../ui/run-words.ts";
import type { IrrigationCard } from "../board.ts";

/** What is recommended, ready to be written or drawn. */
export type Advice =
  | {
      action: "irrigate";
      /** Over all passes, and of each. */
      depthMm: number;
      passes: number;
      eachMm: number;
      percent: number | null;
      startAt: string | null;
      endAt: string | null;
    }
  | { action: "wait"; until: string | null; rainMm: number | null; otherwiseMm: number | null }
  | { action: "none" }
  | { action: "nodata"; blockedBy: string | null; since: string | null };

/** The number of a reason, or null. */
export function reasonValue(reasons: readonly Reason[], key: string): number | null {
  const value = reasons.find((reason) => reason.key === key)?.value;
  return typeof value === "number" ? value : null;
}

/** The recommendation of a sector; without a balance there is none. */
export function adviceOf(recommendation: Recommendation | null, planned?: PlanItem | null): Advice {
  if (!recommendation) return { action: "nodata", blockedBy: null, since: null };
  const { action, grossMm, percent, startAt, endAt, waitUntil, reasons, blockedBy, blockedSince } = recommendation;
  switch (action) {
    case "irrigate": {
      const depthMm = planned?.grossMm ?? grossMm ?? 0;
      const { passes, eachMm } = passesOf(planned ?? recommendation);
      return {
        action,
        depthMm,
        passes,
        eachMm: eachMm ?? depthMm,
        percent: planned ? planned.percent : percent,
        startAt: planned?.startAt ?? startAt,
        endAt: planned?.endAt ?? endAt,
      };
    }
    case "wait":
      return {
        action,
        until: waitUntil,
        rainMm: recommendation.rainWait?.rainMm ?? expectedRain(reasons),
        otherwiseMm: recommendation.otherwiseMm ?? null,
      };
    case "nodata":
      return { action, blockedBy, since: blockedSince };
    default:
      return { action };
  }
}

/** The recommendation of a card: of a pivot, the one run that waters its sectors together. */
export function unitAdvice(unit: IrrigationCard): Advice {
  return unit.sectors.length > 1
    ? adviceOf(unit.mostUrgentSector.recommendation, unit.planned)
    : sectorAdvice(unit, unit.mostUrgentSector);
}

/** The recommendation of one sector: its own depth, as on the map and in the report, at the hour of the run which waters it. */
export function sectorAdvice(unit: Pick<IrrigationCard, "planned">, { sector, recommendation }: SectorCard): Advice {
  const own = adviceOf(recommendation);
  const run = runOf(unit, sector._id);
  return own.action === "irrigate" && run ? { ...own, startAt: run.startAt, endAt: run.endAt } : own;
}

/** The run of the plan that waters a sector. */
export function runOf({ planned }: Pick<IrrigationCard, "planned">, sectorId: string): PlanItem | null {
  return planned?.sectorIds.includes(sectorId) ? planned : null;
}

function expectedRain(reasons: readonly Reason[]): number | null {
  const rain = reasonValue(reasons, "rainForecast");
  return rain !== null && rain > 0 ? rain : null;
}

/** Depletion of a sector now, in mm: that of the last row less what was put on or rained since. */
export function depletionNow({ balance, drNowMm }: SectorCard): number | null {
  return drNowMm ?? balance?.dr ?? null;
}

/** The ruler of a sector, in mm of depletion. */
export function rulerScale({ balance, recommendation }: SectorCard): RulerScale | null {
  if (!balance) return null;
  const ahead = reasonValue(recommendation?.reasons ?? [], "lookAhead") ?? balance.etc;
  return { tawMm: balance.taw, rawMm: balance.raw, irrigateFromMm: Math.max(0, balance.raw - ahead) };
}

/** Storage in % of CAD, from the depletion of now. */
export function storageOf(sector: SectorCard): number | null {
  const dr = depletionNow(sector);
  if (!sector.balance || dr === null || sector.balance.taw <= 0) return sector.balance?.storagePct ?? null;
  return Math.max(0, Math.min(100, 100 * (1 - dr / sector.balance.taw)));
}

/** Terms of "Por quê?" in their order, from the depletion before to the one of now. */
const balanceTerms = [
  "drBefore",
  "etcAdj",
  "rainEff",
  "irrNet",
  "dp",
  "adjusted",
  "drEnd",
  "rainToday",
  "irrToday",
  "drNow",
] as const;
type BalanceTerm = (typeof balanceTerms)[number];

/** What of the reasons is a term of the balance, in order, and what else led to the recommendation. */
export function splitReasons(reasons: readonly Reason[]): {
  terms: (Reason & { key: BalanceTerm })[];
  others: Reason[];
} {
  const isTerm = (reason: Reason): reason is Reason & { key: BalanceTerm } =>
    (balanceTerms as readonly string[]).includes(reason.key);
  const all = reasons.filter(isTerm).sort((a, b) => balanceTerms.indexOf(a.key) - balanceTerms.indexOf(b.key));
  // Where nothing has happened since, the depletion of now is that of the day's end; and it is named once.
  const sameNow = !all.some(({ key }) => key === "rainToday" || key === "irrToday");
  const terms = all.filter(({ key }) => key !== "drNow" || !sameNow);
  const others = reasons.filter((reason) => !isTerm(reason) && (reason.key !== "dr" || all.length === 0));
  return { terms, others };
}
