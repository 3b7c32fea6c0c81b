import type { Forecast } from "@lamina/shared/views/forecast";
import type { SourceFarm } from "@lamina/shared/views/sources";
import { useId } from "react";
import { formatNumber } from "../../ui/format.ts";
import { DayCard } from "./day-card.tsx";
import { SectorOutlook } from "./sector-outlook.tsx";
import { text } from "./text.ts";
import { Verification } from "./verification.tsx";
import { weekTotals } from "./week-totals.ts";
import styles from "./weekly-forecast.module.css";

/** The forecast week: days, totals, sector outlooks, and the verification of the last week. */
export function WeeklyForecast({ forecast, farm }: { forecast: Forecast; farm: SourceFarm }) {
  const { daily } = forecast;
  const heading = useId();
  const totals = weekTotals(daily);
  return (
    <>
      <section aria-labelledby={heading} className="grid gap-3">
        <h2 id={heading} className="only-read">
          {text.week}
        </h2>
        <ol className={styles.days}>
          {daily.map((day) => (
            <li key={day.date}>
              <DayCard
                day={day}
                timeZone={farm.timezone}
                to={`/forecast/forecastdaily?fazenda=${farm._id}&dia=${day.date}`}
              />
            </li>
          ))}
        </ol>
        <dl className={styles.totals}>
          {(["rain", "eto", "balance"] as const).map((key) => (
            <div key={key}>
              <dt>{text.totals[key]}</dt>
              <dd>
                {formatNumber(totals[key], 1)} <span className={styles.unit}>mm {text.totalsOf(daily.length)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <SectorOutlook forecast={forecast} timeZone={farm.timezone} />
      <Verification rows={forecast.verification} farm={farm} />
    </>
  );
}
