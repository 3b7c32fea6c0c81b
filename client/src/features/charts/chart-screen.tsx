import type { Sources } from "@lamina/shared/views/sources";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { Segments } from "../../ui/controls/segments.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/states.tsx";
import { useNow } from "../../ui/now.tsx";
import { periodRange } from "../../ui/period/period.ts";
import { PeriodPicker } from "../../ui/period/period-picker.tsx";
import { useMovingPeriod } from "../../ui/period/use-moving-period.ts";
import { ChartCard } from "./chart-card.tsx";
import styles from "./chart-screen.module.css";
import { type ChartSource, chosenSources, drawnSource, seasonSpansOf } from "./chart-sources.ts";
import { chartQuery } from "./queries.ts";
import { COMPARE_MAX } from "./selection.ts";
import { SourcePicker } from "./source-picker.tsx";
import { type Subject, stepFor, stepsFor } from "./steps.ts";
import { text } from "./text.ts";
import { useChartParams } from "./use-chart-params.ts";

interface ChartScreenProps {
  subject: Subject;
  /** At least one. */
  all: readonly ChartSource[];
  settings: Pick<Sources, "rainMinFracEto" | "sensorMarginPct">;
}

/** The list of sources beside the chart of the selected ones. */
export function ChartScreen({ subject, all, settings }: ChartScreenProps) {
  const now = useNow();
  const client = useSelectedClient();
  const { period, selection, setPeriod, select } = useChartParams();
  const { source, others } = chosenSources(all, selection);
  const first = source ?? (all[0] as ChartSource);
  const timeZone = first.farm.timezone;
  const seasons = seasonSpansOf(first);
  const range = periodRange(period, { now, timeZone, ...seasons });
  const step = stepFor(subject, range, selection.step);
  const sources = [first, ...others].map(drawnSource);
  const query = useQuery(chartQuery(client, { subject, sources, period, range, step }));
  useMovingPeriod(query, range, query.data?.request.range);
  const { rainMinFracEto, sensorMarginPct } = settings;
  const { data } = query;
  const { unit } = selection;
  const latest = useMemo(
    () => data && { ...data.request, data: data.data, unit, rainMinFracEto, sensorMarginPct },
    [data, unit, rainMinFracEto, sensorMarginPct],
  );
  // Rendered in slices after the controls, so that a slow phone responds to touches in between.
  const drawn = useDeferredValue(latest);
  const compared = others.map(({ id }) => id);
  const toggle = (id: string) => {
    const without = compared.filter((one) => one !== id);
    if (without.length < compared.length) select({ compare: without });
    else if (compared.length < COMPARE_MAX - 1) select({ compare: [...compared, id] });
  };
  return (
    <div className={styles.screen}>
      <SourcePicker
        subject={subject}
        all={all}
        source={first}
        compared={compared}
        onChoose={(chosen) => select({ sourceId: chosen.id, farmId: chosen.farm._id, compare: compared })}
        onToggle={toggle}
      />
      <div className={styles.main}>
        <div className={styles.tools}>
          <PeriodPicker period={period} onChange={setPeriod} now={now} timeZone={timeZone} {...seasons} />
          <Segments
            label={text.step}
            options={stepsFor(subject, range).map((value) => ({ value, label: text.steps[value] }))}
            value={step}
            onChange={(value) => select({ step: value })}
          />
          {subject === "soilmoisture" && (
            <Segments
              label={text.unit}
              options={(["volume", "storage"] as const).map((value) => ({ value, label: text.units[value] }))}
              value={unit}
              onChange={(value) => select({ unit: value })}
            />
          )}
        </div>
        <QueryView query={query} outline="chart">
          {() =>
            drawn ? (
              <ChartCard
                subject={subject}
                drawing={drawn}
                source={first}
                busy={query.isPlaceholderData || drawn !== latest}
                onLonger={() => setPeriod({ kind: "30d" })}
              />
            ) : (
              <Skeleton outline="chart" />
            )
          }
        </QueryView>
      </div>
    </div>
  );
}
