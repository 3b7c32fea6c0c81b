import { HOUR_MS } from "@lamina/shared/core/time";
import type { Forecast } from "@lamina/shared/views/forecast";
import type { SourceFarm } from "@lamina/shared/views/sources";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { saveFile } from "../../core/save-file.ts";
import { ChartPanel } from "../../ui/chart/chart-panel.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { useCurrentInSight } from "../../ui/layout/use-current-in-sight.ts";
import { useNow } from "../../ui/now.tsx";
import styles from "./daily-forecast.module.css";
import { dayCharts } from "./day-charts.ts";
import { DayWindows } from "./day-windows.tsx";
import { dayWords } from "./days.ts";
import { HourTable } from "./hour-table.tsx";
import { hoursOf } from "./hours.ts";
import { text } from "./text.ts";

const words = text.daily;
const DAY = "dia";

/** One day by hours: windows for irrigation and spraying, two charts, and a table of all values. */
export function DailyForecast({ forecast, farm }: { forecast: Forecast; farm: SourceFarm }) {
  const now = useNow();
  const client = useSelectedClient();
  const [params, setParams] = useSearchParams();
  const { daily, hourly } = forecast;
  const { timezone } = farm;
  const day = (daily.find(({ date }) => date === params.get(DAY)) ?? daily[0])?.date ?? "";
  const days = useCurrentInSight<HTMLDivElement>(day);
  const hours = useMemo(() => hoursOf(hourly, day, timezone), [hourly, day, timezone]);
  const { name, date } = dayWords(day, now, timezone);
  const dayName = `${name} ${date}`;
  // By the hour, so that the charts are not computed again every minute.
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const charts = useMemo(() => dayCharts(hours, day, timezone, dayName, hour), [hours, day, timezone, dayName, hour]);
  const choose = (chosen: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(DAY, chosen);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <>
      <div ref={days} className={classNames(styles.days, "scrolls-sideways")}>
        <Segments
          label={words.pick}
          options={daily.map((one) => {
            const said = dayWords(one.date, now, timezone);
            return { value: one.date, label: `${said.name.slice(0, said.name === text.today ? 4 : 3)} ${said.date}` };
          })}
          value={day}
          onChange={choose}
        />
      </div>
      {hours.length === 0 ? (
        <EmptyState icon="forecast" title={words.noHours}>
          <p>{words.noHoursHint}</p>
        </EmptyState>
      ) : (
        <>
          <DayWindows hours={hours} />
          <div className={classNames("stack", styles.charts)}>
            {charts.map((model) => (
              <Card key={model.title} title={model.title}>
                <ChartPanel model={model} height={340} name={[model.title, client.name, farm.name]} save={saveFile} />
              </Card>
            ))}
          </div>
          <HourTable hours={hours} timeZone={timezone} title={`${words.table}, ${dayName}`} />
        </>
      )}
    </>
  );
}
