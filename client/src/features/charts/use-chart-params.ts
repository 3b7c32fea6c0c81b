import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import type { Period } from "../../ui/period/period.ts";
import { periodFromParams, withPeriod } from "../../ui/period/period-params.ts";
import { type Selection, selectionFrom, withSelection } from "./selection.ts";

const DEFAULT_PERIOD: Period = { kind: "7d" };

/** The chart's choices in the address, and functions to change them. Each change is a step for the back button. */
export function useChartParams() {
  const [params, setParams] = useSearchParams();
  return {
    period: periodFromParams(params, DEFAULT_PERIOD),
    selection: selectionFrom(params),
    setPeriod: useCallback((period: Period) => setParams((now) => withPeriod(now, period)), [setParams]),
    select: useCallback((change: Partial<Selection>) => setParams((now) => withSelection(now, change)), [setParams]),
  };
}
