import type { ReactNode } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { planText } from "./plan-text.ts";
import drawing from "./source-timeline.module.css";
import styles from "./time-scale.module.css";
import type { TimeMark } from "./timeline.ts";

/** The days and the hours above a time line. */
export function TimeScale({ marks }: { marks: readonly TimeMark[] }) {
  return (
    <div className={styles.scale} aria-hidden="true">
      {marks.map(({ at, left, label, isDay, isTight }) => (
        <span
          key={`${at}${isDay}`}
          className={classNames(styles.mark, isDay && styles.day, isTight && styles.tight)}
          style={{ left: `${left}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** What the colours of a drawing mean. */
export function DrawingLegend({ kinds, children }: { kinds: readonly string[]; children?: ReactNode }) {
  return (
    <p className={drawing.legend} aria-hidden="true">
      <span>
        <span className={classNames(drawing.key, drawing.nowKey)} /> {planText.now}
      </span>
      {kinds.map((kind) => (
        <span key={kind}>
          <span className={classNames(drawing.key, drawing[kind])} /> {planText.bands[kind]}
        </span>
      ))}
      {children}
    </p>
  );
}
