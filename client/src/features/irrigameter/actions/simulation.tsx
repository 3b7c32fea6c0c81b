import type { Projection } from "@lamina/shared/records/irrigation";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import type { ChartModel } from "../../../ui/chart/model/model.ts";
import { TimeChart } from "../../../ui/chart/time-chart.tsx";
import { useChartView } from "../../../ui/chart/use-chart-view.ts";
import { Checks } from "../../../ui/controls/checks.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatDepth, formatPanel, formatShortDay } from "../../../ui/format.ts";
import { irrigateOn, simulationModel } from "../detail/balance-model.ts";
import { chartText } from "../detail/chart-text.ts";
import { type Applied, simulationQuery } from "../queries.ts";
import type { ActionPart } from "./action-part.ts";
import form from "./form.module.css";
import { formText } from "./form-text.ts";
import styles from "./simulation.module.css";
import { useDebounced } from "./use-debounced.ts";

const MOST_MM = 40;
const SETTLE_MS = 200;
const HEIGHT_PX = 220;

/** "Simular": a gross depth or a setting of the panel today, and the depletion of the next seven days. */
export function Simulation({ unit, card }: ActionPart) {
  const client = useSelectedClient();
  const { pivot, farm } = unit;
  const { recommendation, sector } = card;
  const hasPanel = pivot.kind === "pivot" || pivot.kind === "linear";
  const [kind, setKind] = useState<"grossMm" | "percent">("grossMm");
  const [grossMm, setGross] = useState(Math.round(recommendation?.grossMm ?? 10));
  const [percent, setPercent] = useState(Math.floor(recommendation?.percent ?? 50));
  const applied: Applied = kind === "grossMm" ? { grossMm } : { percent };
  const settled = useDebounced(applied, SETTLE_MS);
  const simulated = useQuery(simulationQuery(client, sector._id, settled));
  const nothing = useQuery(simulationQuery(client, sector._id, { grossMm: 0 }));
  const words = kind === "grossMm" ? `${formatDepth(grossMm)} mm` : formatPanel(percent);
  const slider =
    kind === "grossMm"
      ? { min: 0, max: MOST_MM, value: grossMm, change: setGross }
      : { min: pivot.minPercent, max: 100, value: percent, change: setPercent };
  return (
    <div className={form.form}>
      <p className={form.hint}>{formText.simulateHint}</p>
      {hasPanel && (
        <Checks
          legend={formText.simulateAs}
          type="radio"
          options={(["grossMm", "percent"] as const).map((value) => ({ value, label: formText.amountKinds[value] }))}
          chosen={[kind]}
          onChoose={(value) => setKind(value as typeof kind)}
        />
      )}
      <label className={styles.slider}>
        <span className={styles.figure}>{words}</span>
        <span className="only-read">{formText.amountKinds[kind]}</span>
        <input
          type="range"
          min={slider.min}
          max={slider.max}
          step={1}
          value={slider.value}
          aria-valuetext={words}
          onChange={(event) => slider.change(Number(event.target.value))}
        />
      </label>
      <QueryView query={nothing} rows={4}>
        {(without) => (
          <QueryView query={simulated} rows={4}>
            {(withDepth) => (
              <>
                <p aria-live="polite">{turn(formText.withDepth(words), irrigateOn(withDepth.withRain))}</p>
                <p className={form.hint}>{turn(formText.withoutDepth, irrigateOn(without.withRain))}</p>
                <Projected
                  withDepth={withDepth}
                  without={without}
                  timeZone={farm.timezone}
                  busy={simulated.isFetching}
                />
              </>
            )}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}

function turn(words: string, day: string | null): string {
  return day ? formText.turnsYellow(words, formatShortDay(day)) : formText.staysGreen(words);
}

interface ProjectedProps {
  withDepth: Projection;
  without: Projection;
  timeZone: string;
  busy: boolean;
}

/** Not drawn again by each move of the slider, but by each answer. */
function Projected({ withDepth, without, timeZone, busy }: ProjectedProps) {
  const model = useMemo(
    () => simulationModel(withDepth, without, { title: formText.simulateChart, timeZone }),
    [withDepth, without, timeZone],
  );
  return model ? <Drawing model={model} busy={busy} /> : <p>{chartText.none}</p>;
}

function Drawing({ model, busy }: { model: ChartModel; busy: boolean }) {
  const state = useChartView(model);
  return <TimeChart model={model} state={state} busy={busy} height={HEIGHT_PX} />;
}
