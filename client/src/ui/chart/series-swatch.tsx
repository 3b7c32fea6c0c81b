import type { ChartSeries } from "./model/model.ts";
import styles from "./time-chart.module.css";

interface SeriesSwatchProps {
  series: ChartSeries;
  /** Of its line. */
  mark: string | undefined;
}

/** A small sample of a series: a line with its mark, bars or a band in its colour. */
export function SeriesSwatch({ series, mark }: SeriesSwatchProps) {
  const color = { color: `var(--chart-${series.tone})` };
  return (
    <svg width="18" height="12" viewBox="0 0 18 12" className={styles.swatch} style={color} aria-hidden="true">
      {series.shape === "line" && <path d={mark ? "M1 6H17" : "M1 8 6 4l5 4 6-5"} />}
      {mark && <path d={mark} transform="translate(9 6)" className={styles.mark} />}
      {series.shape === "bar" && <path d="M4 12V5M9 12V1M14 12V7" className={styles.bars} />}
      {series.shape === "band" && <path d="M1 5 9 2l8 3v5L9 8 1 10Z" className={styles.area} />}
    </svg>
  );
}
