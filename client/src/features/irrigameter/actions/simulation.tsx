import { depthAt } from "@lamina/agronomy/machine/pivot";
import { hasPanel, systemDepthAt100 } from "@lamina/agronomy/machine/system";
import { round } from "@lamina/shared/core/units";
import { type Projection, SimulateRequest, type StartWater } from "@lamina/shared/records/balance";
import { startWaterNames } from "@lamina/shared/records/text";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { runWords } from "../../../field/run-words.ts";
import type { ChartModel } from "../../../ui/chart/model/model.ts";
import { TimeChart } from "../../../ui/chart/time-chart.tsx";
import { useChartView } from "../../../ui/chart/use-chart-view.ts";
import { Checks } from "../../../ui/controls/checks.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatDepth, formatShortDay } from "../../../ui/format.ts";
import { sectorDay } from "../card/recommendation.ts";
import { simulationModel } from "../detail/balance-model.ts";
import { chartText } from "../detail/chart-text.ts";
import { type Applied, simulationQuery } from "../queries.ts";
import type { ActionPart } from "./action-part.ts";
import { formText } from "./form-text.ts";
import styles from "./simulation.module.css";
import { useDebounced } from "./use-debounced.ts";

/** The slider ends at this depth in mm, or at `BEYOND` times a larger recommendation. */
const MAX_MM = 40;
const BEYOND = 1.5;
const STEP_MM = 0.1;
/** Largest depth that the API simulates and records, mm. */
const MAX_RECORD_MM = SimulateRequest.shape.grossMm.unwrap().maxValue ?? MAX_MM;
const SETTLE_MS = 200;
const HEIGHT_PX = 220;

/** "Simular": a gross depth or a panel setting for today, and the depletion of the next seven days. */
export function Simulation({ unit, card }: ActionPart) {
  const client = useSelectedClient();
  const { pivot, farm } = unit;
  const { sector } = card;
  const run = sectorDay(unit, sector._id)?.run ?? null;
  const passes = run?.passes ?? 1;
  const isPanel = hasPanel(pivot);
  const [kind, setKind] = useState<"grossMm" | "percent">("grossMm");
  const [depthMm, setDepth] = useState(round(run?.grossMm ?? 10, 1));
  const [percent, setPercent] = useState(run?.percent ?? 50);
  const grossMm =
    kind === "percent" ? Math.min(MAX_RECORD_MM, passes * depthAt(percent, systemDepthAt100(pivot))) : depthMm;
  const applied: Applied = { grossMm: round(grossMm, 2) };
  const settled = useDebounced(applied, SETTLE_MS);
  const simulated = useQuery(simulationQuery(client, sector._id, settled));
  const nothing = useQuery(simulationQuery(client, sector._id, { grossMm: 0 }));
  // The answer that is shown may still be that of the amount before.
  const isAnswered = settled.grossMm === applied.grossMm && !simulated.isPlaceholderData;
  const isRecommended =
    run !== null && (kind === "percent" ? percent === run.percent : depthMm === round(run.grossMm ?? 0, 1));
  const words = isRecommended
    ? runWords(run)
    : kind === "percent"
      ? runWords({ grossMm, passes, percent })
      : `${formatDepth(depthMm)} mm`;
  const slider =
    kind === "grossMm"
      ? {
          min: 0,
          max: Math.max(MAX_MM, Math.ceil(BEYOND * (run?.grossMm ?? 0))),
          step: STEP_MM,
          value: depthMm,
          change: setDepth,
        }
      : { min: pivot.minPercent, max: 100, step: 1, value: percent, change: setPercent };
  return (
    <div className="grid gap-4">
      <p className="hint">{formText.simulateHint}</p>
      {isStartValue(card.balance?.startWater) && (
        <p className="hint">{formText.simulateStart(startWaterNames[card.balance.startWater])}</p>
      )}
      {isPanel && (
        <Checks
          legend={formText.simulateAs}
          type="radio"
          options={(["grossMm", "percent"] as const).map((value) => ({ value, label: formText.amountKinds[value] }))}
          chosen={[kind]}
          onChoose={setKind}
        />
      )}
      <label className={styles.slider}>
        <span className={styles.figure}>{words}</span>
        <span className="only-read">{formText.amountKinds[kind]}</span>
        <input
          type="range"
          min={slider.min}
          max={slider.max}
          step={slider.step}
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
                <p aria-live="polite">
                  {isAnswered
                    ? turn(formText.withDepth(words), withDepth.irrigateOn)
                    : formText.simulating(formText.withDepth(words))}
                </p>
                <p className="hint">{turn(formText.withoutDepth, without.irrigateOn)}</p>
                <Projected withDepth={withDepth} without={without} timeZone={farm.timezone} busy={!isAnswered} />
              </>
            )}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}

/** Whether the soil water at planting, on which the projection rests, was not measured by a probe nor left by a season. */
const isStartValue = (known: StartWater | undefined): known is StartWater =>
  known !== undefined && known !== "season" && known !== "probe";

function turn(words: string, day: string | null): string {
  return day ? formText.turnsYellow(words, formatShortDay(day)) : formText.staysGreen(words);
}

interface ProjectedProps {
  withDepth: Projection;
  without: Projection;
  timeZone: string;
  busy: boolean;
}

/** Renders again for each answer, not for each move of the slider. */
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
