import { farmClock } from "@lamina/shared/core/farm-time";
import { classNames } from "../class-names.ts";
import { finestStep, type PlacedSeries, readingAt, readingText } from "./model/cursor.ts";
import type { ChartModel } from "./model/model.ts";
import { text } from "./model/text.ts";
import { momentLabel } from "./model/time-label.ts";
import { SeriesSwatch } from "./series-swatch.tsx";
import styles from "./time-chart.module.css";

interface ChartHeaderProps {
  model: ChartModel;
  all: readonly PlacedSeries[];
  hidden: ReadonlySet<string>;
  /** Position of the cursor. Null shows each series' last reading, or its first projected value when it has none. */
  cursor: number | null;
  onToggle: (key: string) => void;
}

/** Legend and values in one, at a fixed place, so that a finger does not cover the value that it points at. */
export function ChartHeader({ model, all, hidden, cursor, onToggle }: ChartHeaderProps) {
  const step = finestStep(model.series.filter(({ key }) => !hidden.has(key)));
  const rest = model.restAt === undefined ? null : farmClock(model.restAt, model.timeZone);
  const shownSeries = all.filter(({ series }) => !hidden.has(series.key));
  // With a projection alone, the line names the day of its first values.
  const ahead = shownSeries.every((one) => lastPlace(one) === null) ? (shownSeries.map(firstPlace)[0] ?? null) : null;
  return (
    <div>
      <p className={styles.moment}>
        {cursor !== null
          ? momentLabel(cursor, step)
          : rest !== null
            ? text.now(momentLabel(rest, step))
            : ahead !== null
              ? momentLabel(ahead, step)
              : (model.lastLabel ?? text.lastReading)}
      </p>
      <ul className={styles.legend}>
        {all.map((one) => {
          const { key, name, unit } = one.series;
          const shown = !hidden.has(key);
          const first = lastPlace(one) === null ? firstPlace(one) : null;
          const x = cursor ?? rest ?? lastPlace(one) ?? first;
          const isDated = cursor === null && rest === null && first !== null && first !== ahead;
          const words = readingText(one.series, x === null ? null : readingAt(one, x));
          return (
            <li key={key}>
              <button
                type="button"
                className={classNames(styles.entry, !shown && styles.hidden)}
                aria-pressed={shown}
                onClick={() => onToggle(key)}
              >
                <SeriesSwatch series={one.series} />
                <span className={styles.name}>{name}</span>
                <span className={styles.reading}>
                  {words}{" "}
                  <span className={styles.unit}>{isDated ? text.valueOn(unit, momentLabel(first, step)) : unit}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Position of the first value. */
function firstPlace({ series, places }: PlacedSeries): number | null {
  const index = series.value.findIndex((value) => value !== null);
  return places[index] ?? null;
}

/** Position of the last measured value, before the projection. */
function lastPlace({ series, places }: PlacedSeries): number | null {
  for (let index = series.value.length - 1; index >= 0; index--) {
    const projected = series.projectedFrom !== undefined && (series.at[index] ?? 0) >= series.projectedFrom;
    if (!projected && series.value[index] !== null) return places[index] ?? null;
  }
  return null;
}
