import { useMemo, useState } from "react";
import type { ChartModel } from "./model/model.ts";
import { type View, wholeView } from "./model/points.ts";

/** The user's settings of a chart: the visible part of the period, and the hidden series. */
export interface ChartView {
  view: View;
  whole: View;
  setView: (view: View) => void;
  hidden: ReadonlySet<string>;
  toggle: (key: string) => void;
}

/** Starts with the whole period, also after a change of the period. Hidden series stay hidden while they exist. */
export function useChartView(model: ChartModel): ChartView {
  const whole = useMemo(() => wholeView(model), [model]);
  const [chosen, setChosen] = useState<{ view: View; of: View }>({ view: whole, of: whole });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const same = chosen.of.from === whole.from && chosen.of.to === whole.to;
  return {
    whole,
    view: same ? chosen.view : whole,
    setView: (view) => setChosen({ view, of: whole }),
    hidden,
    toggle: (key) =>
      setHidden((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
  };
}
