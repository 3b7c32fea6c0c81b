import { farmClock } from "@lamina/shared/core/farm-time";
import { classNames } from "../class-names.ts";
import { formatAge } from "../format.ts";
import { useNow } from "../now.tsx";
import { finestStep, type PlacedSeries, readingAt, readingText } from "./model/cursor.ts";
import { lineMarks } from "./model/line-mark.ts";
import type { ChartModel, ChartStep } from "./model/model.ts";
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

/**
 * Legend and values in one, at a fixed place, so that a finger does not cover the value that it points at. The line
 * above names the moment of the values; a value of another moment names its own.
 */
export function ChartHeader({ model, all, hidden, cursor, onToggle }: ChartHeaderProps) {
  const now = useNow();
  const step = finestStep(model.series.filter(({ key }) => !hidden.has(key)));
  const rest = model.restAt === undefined ? null : farmClock(model.restAt, model.timeZone);
  const marks = lineMarks(model.series.filter(({ key }) => !hidden.has(key)));
  const shownSeries = all.filter(({ series }) => !hidden.has(series.key));
  // With a projection alone, the line names the day of its first values.
  const ahead = shownSeries.every((one) => lastPlace(one, now) === null)
    ? (shownSeries.map(firstPlace)[0] ?? null)
    : null;
  const latest = shownSeries.reduce<PlacedSeries | null>(
    (found, one) => ((lastPlace(one, now) ?? 0) > ((found && lastPlace(found, now)) ?? 0) ? one : found),
    null,
  );
  const latestAt = latest && lastPlace(latest, now);
  return (
    <div>
      <p className={styles.moment}>
        {cursor !== null
          ? momentLabel(cursor, step)
          : rest !== null
            ? text.now(momentLabel(rest, step))
            : ahead !== null
              ? momentLabel(ahead, step)
              : (model.lastLabel ?? lastLabel())}
      </p>
      <ul className={styles.legend}>
        {all.map((one) => {
          const { key, name, unit } = one.series;
          const shown = !hidden.has(key);
          const ownPlace = lastPlace(one, now) ?? firstPlace(one);
          const x = cursor ?? rest ?? ownPlace;
          const isDated =
            shown && cursor === null && rest === null && ownPlace !== null && ownPlace !== (ahead ?? latestAt);
          const words = readingText(one.series, x === null ? null : readingAt(one, x));
          return (
            <li key={key}>
              <button
                type="button"
                className={classNames(styles.entry, !shown && styles.hidden)}
                aria-pressed={shown}
                onClick={() => onToggle(key)}
              >
                <SeriesSwatch series={one.series} mark={marks.get(key)} />
                <span className={styles.name}>{name}</span>
                <span className={styles.reading}>
                  {words}{" "}
                  <span className={styles.unit}>
                    {isDated ? text.valueOn(unit, shortLabel(ownPlace, one.series.step)) : unit}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );

  /** Without the year of now, because three values share the line of a phone. */
  function shortLabel(place: number, of: ChartStep): string {
    return momentLabel(place, of).replace(`/${new Date(now).getUTCFullYear()}`, "");
  }

  /** The moment of the last values, with its age where it is the moment of a reading. */
  function lastLabel(): string {
    if (!latest || latestAt === null) return text.noReading;
    const { at, step } = latest.series;
    const moment = at[latest.places.indexOf(latestAt)];
    const age = step === "raw" && moment !== undefined ? formatAge(moment, now) : null;
    return text.lastAt(step, momentLabel(latestAt, step), age);
  }
}

/** Position of the first value. */
function firstPlace({ series, places }: PlacedSeries): number | null {
  const index = series.value.findIndex((value) => value !== null);
  return places[index] ?? null;
}

/** Position of the last value until now, before the projection. A normal or a forecast also has later ones. */
function lastPlace({ series, places }: PlacedSeries, now: number): number | null {
  const { at, value, projectedFrom = Number.POSITIVE_INFINITY } = series;
  for (let index = value.length - 1; index >= 0; index--) {
    const moment = at[index] ?? 0;
    if (moment <= now && moment < projectedFrom && value[index] !== null) return places[index] ?? null;
  }
  return null;
}
