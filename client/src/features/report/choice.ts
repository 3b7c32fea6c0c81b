import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { Period } from "../../ui/period/period.ts";
import { periodFromParams, withPeriod } from "../../ui/period/period-params.ts";

/** What of a report is on show, beside the period; all of it lives in the address. Null: all of them. */
export interface Choice {
  farmId: string | null;
  pivotId: string | null;
  /** Key of a season, see `seasonKey`. */
  season: string | null;
  /** Key of the sector that is open, see `sectionKey`. */
  section: string | null;
  year: number | null;
}

const names = { farmId: "fazenda", pivotId: "pivo", season: "safra", section: "setor", year: "ano" } as const;
const DEFAULT_PERIOD: Period = { kind: "30d" };
const YEAR = /^20\d\d$/;

/** The choice that an address names. */
export function choiceOf(params: URLSearchParams): Choice {
  const year = params.get(names.year) ?? "";
  return {
    farmId: params.get(names.farmId),
    pivotId: params.get(names.pivotId),
    season: params.get(names.season),
    section: params.get(names.section),
    year: YEAR.test(year) ? Number(year) : null,
  };
}

/** The address with a choice changed. Another farm has other pivots, and another filter another sector. */
export function withChoice(params: URLSearchParams, change: Partial<Choice>): URLSearchParams {
  const next = new URLSearchParams(params);
  const all: Partial<Choice> = { ...change };
  if ("farmId" in change) all.pivotId = null;
  if ("farmId" in change || "pivotId" in change || "season" in change) all.section = null;
  for (const [key, value] of Object.entries(all)) {
    const name = names[key as keyof Choice];
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** What the address says of a report, and how to say it otherwise: each choice is a step that "back" undoes. */
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
    /** Where a choice leads. */
    addressOf: (change: Partial<Choice>) => `?${withChoice(params, change)}`,
  };
}
