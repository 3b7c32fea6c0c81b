import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { Period } from "../../ui/period/period.ts";
import { periodFromParams, withPeriod } from "../../ui/period/period-params.ts";

/** What a report is compared with: other days, or each season with the last one of its crop. */
export const comparisons = ["season", "before", "year"] as const;
export type Comparison = (typeof comparisons)[number];

/** The selection of a report beside the period. All of it is in the address. Null: all. */
export interface Choice {
  farmId: string | null;
  pivotId: string | null;
  /** Key of a season, see `seasonKey`. */
  season: string | null;
  section: string | null;
  year: number | null;
  /** What the period is compared with. */
  compare: Comparison | null;
}

const names = {
  farmId: "fazenda",
  pivotId: "pivo",
  season: "safra",
  section: "setor",
  year: "ano",
  compare: "comparar",
} as const;
const comparisonWords: Readonly<Record<Comparison, string>> = { before: "anterior", year: "ano", season: "safra" };
const DEFAULT_PERIOD: Period = { kind: "30d" };
const YEAR = /^20\d\d$/;

/** The selection of an address. */
export function choiceOf(params: URLSearchParams): Choice {
  const year = params.get(names.year) ?? "";
  return {
    farmId: params.get(names.farmId),
    pivotId: params.get(names.pivotId),
    season: params.get(names.season),
    section: params.get(names.section),
    year: YEAR.test(year) ? Number(year) : null,
    compare: comparisons.find((one) => comparisonWords[one] === params.get(names.compare)) ?? null,
  };
}

/** The address with a changed selection. A new farm clears pivot and sector; a new filter clears the sector. */
export function withChoice(params: URLSearchParams, change: Partial<Choice>): URLSearchParams {
  const next = new URLSearchParams(params);
  const all: Partial<Choice> = { ...change };
  if ("farmId" in change) all.pivotId = null;
  if ("farmId" in change || "pivotId" in change || "season" in change) all.section = null;
  for (const [key, value] of Object.entries(all)) {
    const name = names[key as keyof Choice];
    if (value === null) next.delete(name);
    else next.set(name, key === "compare" ? comparisonWords[value as Comparison] : String(value));
  }
  return next;
}

/** The report's selection in the address, and functions to change it. Each change is a step for the back button. */
export function useChoice() {
  const [params, setParams] = useSearchParams();
  const choose = useCallback(
    (change: Partial<Choice>) => setParams((now) => withChoice(now, change), { preventScrollReset: true }),
    [setParams],
  );
  const setPeriod = useCallback(
    (period: Period) => setParams((now) => withPeriod(now, period), { preventScrollReset: true }),
    [setParams],
  );
  return {
    choice: useMemo(() => choiceOf(params), [params]),
    period: periodFromParams(params, DEFAULT_PERIOD),
    choose,
    setPeriod,
    /** The address of a selection. */
    addressOf: (change: Partial<Choice>) => `?${withChoice(params, change)}`,
  };
}
