import { HOUR_MS } from "@lamina/shared/core/time";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { panelWords } from "../../../field/run-words.ts";
import { isStale } from "../../../ui/feedback/is-stale.ts";
import { formatAge, formatAmount, formatNumber } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { recognisedRun } from "../actions/run-so-far.ts";
import { duration } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { type Fact, Facts } from "../card/facts.tsx";
import { pivotText } from "./pivot-text.ts";

/** What the machine does now, with the age of the panel's report. */
export function MachineNow({ unit }: { unit: IrrigationCard }) {
  const now = useNow();
  const pivot = useLatestPanel(unit.pivot);
  const panel = pivot.status;
  if (!panel) return <p>{pivotText.noPanel}</p>;
  const state = panel.running ? (panel.wet ? "wet" : "dry") : "stopped";
  const run = recognisedRun(unit);
  const facts: Fact[] = [
    { label: pivotText.state, value: pivotText.states[state], strong: Boolean(panel.fault) },
    { label: pivotText.angle, value: `${formatNumber(panel.angleDeg, 0)}°` },
    ...(panel.percent == null ? [] : [{ label: pivotText.setting, value: panelWords(panel.percent) }]),
    ...(run ? [{ label: pivotText.hoursLeft, value: duration(Math.max(0, run.endAt - now) / HOUR_MS) }] : []),
    ...(panel.flowM3h == null ? [] : [{ label: pivotText.flow, value: formatAmount(panel.flowM3h, "m³/h") }]),
    ...(panel.pressureBar == null
      ? []
      : [{ label: pivotText.pressure, value: formatAmount(panel.pressureBar, "bar") }]),
    { label: pivotText.heard, value: formatAge(panel.date, now), strong: isStale(pivot.statusStaleAt, now) },
  ];
  return <Facts facts={facts} />;
}
