import { classNames } from "../../../ui/class-names.ts";
import { formatAmount, formatTime } from "../../../ui/format.ts";
import type { SourceLanes } from "./source-lanes.ts";
import styles from "./source-timeline.module.css";
import { todayText } from "./today-text.ts";

interface SourceTimelineProps {
  lines: SourceLanes;
  timeZone: string;
  pivot: (id: string) => string;
}

/**
 * One time line for each water source, with the tariff hours and the current time. The sentences beside it give the
 * same information.
 */
export function SourceTimeline({ lines, timeZone, pivot }: SourceTimelineProps) {
  const { marks, bands, now, lanes } = lines;
  const kinds = [...new Set(bands.map(({ kind }) => kind))];
  return (
    <div className={styles.timeline} aria-hidden="true">
      <div className={styles.scale}>
        {marks.map(({ at, left }) => (
          <span key={at} className={styles.mark} style={{ left: `${left}%` }}>
            {formatTime(at, timeZone)}
          </span>
        ))}
      </div>
      {lanes.map(({ key, source, runs }) => (
        <div key={key} className={styles.lane}>
          <p className="fine-print">
            {source ? todayText.source(source.name, formatAmount(source.capacityM3h, "m³/h")) : todayText.own}
          </p>
          {runs.map(({ item, parts, goesOn }) => (
            <div key={item.pivotId} className={styles.track}>
              {bands.map((band) => (
                <span
                  key={band.at}
                  className={classNames(styles.band, styles[band.kind])}
                  style={{ left: `${band.left}%`, width: `${band.width}%` }}
                />
              ))}
              {parts.map(({ left, width }) => (
                <span
                  key={left}
                  className={classNames(styles.bar, item.underWay && styles.running)}
                  style={{ left: `${left}%`, width: `${width}%` }}
                />
              ))}
              <span className={styles.now} style={{ left: `${now}%` }} />
              <span className={styles.name} style={{ left: `${Math.min(parts[0]?.left ?? 0, 70)}%` }}>
                {pivot(item.pivotId)}
                {goesOn && " →"}
              </span>
            </div>
          ))}
        </div>
      ))}
      <p className={styles.legend}>
        <span className={classNames(styles.key, styles.nowKey)} /> {todayText.now}
        {kinds.map((kind) => (
          <span key={kind}>
            <span className={classNames(styles.key, styles[kind])} /> {todayText.bands[kind]}
          </span>
        ))}
      </p>
    </div>
  );
}
