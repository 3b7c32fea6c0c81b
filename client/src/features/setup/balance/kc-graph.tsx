import { curveCorners, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import { addDays, type FarmDay, isFarmDay } from "@lamina/shared/core/farm-time";
import { shownText } from "../../../ui/data-table/columns.ts";
import { formatDay, formatNumber } from "../../../ui/format.ts";
import type { KcCurve, SeenKc } from "./kc-curve.ts";
import styles from "./kc-graph.module.css";
import { text } from "./text.ts";

const WIDTH = 600;
const HEIGHT = 140;
/** The axis contains every Kc of FAO-56, table 12. */
const KC_TOP = 1.4;

interface KcGraphProps {
  curve: KcCurve | undefined;
  planting?: FarmDay | undefined;
  /** Covers that were seen, oldest first. */
  seen?: readonly SeenKc[];
}

/** A Kc curve as in FAO-56, with the day on which each stage ends, and the coefficients of covers that were seen. */
export function KcGraph({ curve, planting, seen = [] }: KcGraphProps) {
  if (!curve) return <p className="hint">{text.curve.notYet}</p>;
  const ends = stageEnds(curve.days);
  const { ini, mid, end } = curve.kc;
  const top = Math.max(KC_TOP, ini, mid, end, ...seen.map(({ kc }) => kc));
  const [newest] = seen.slice(-1);
  const x = (day: number) => (day / ends[3]) * WIDTH;
  const y = (kc: number) => HEIGHT - (kc / top) * HEIGHT;
  const points = curveCorners(curve.days, curve.kc).map(({ day, kc }) => `${x(day)},${y(kc)}`);
  const endOf = (days: number, index: number) => {
    const stage = text.crop.stage(index + 1);
    return planting && isFarmDay(planting)
      ? text.curve.endsOn(stage, shownText({ kind: "day" }, addDays(planting, days - 1), ""))
      : text.curve.afterDays(stage, days);
  };
  const [low, high, last] = [ini, mid, end].map((kc) => formatNumber(kc, 2)) as [string, string, string];
  const summary = text.curve.summary(low, high, last, ends[3]);
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.graph}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {ends.slice(0, 3).map((day) => (
          <line key={day} x1={x(day)} x2={x(day)} y1={0} y2={HEIGHT} className={styles.stage} />
        ))}
        <polygon points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`} className={styles.area} />
        <polyline points={points.join(" ")} className={styles.curve} />
        {seen.map(({ date, day, kc }) => (
          <path key={date} d={`M${x(day)} ${y(kc)}h0.01`} className={styles.seen} />
        ))}
      </svg>
      <figcaption className="hint">
        <p>{summary}</p>
        {newest && (
          <p>
            <span className={styles.key} aria-hidden="true" />
            {text.curve.seen(formatDay(newest.date), formatNumber(newest.kc, 2), formatNumber(newest.coverPct, 0))}
          </p>
        )}
        <ul className={styles.ends}>
          {ends.map((days, index) => (
            <li key={text.crop.stage(index + 1)}>{endOf(days, index)}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
