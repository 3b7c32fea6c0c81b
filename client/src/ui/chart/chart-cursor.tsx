import { type Scene, xPixel, yPixel } from "./draw/scene.ts";
import { readingAt } from "./model/cursor.ts";
import styles from "./time-chart.module.css";

interface ChartCursorProps {
  scene: Scene;
  x: number;
}

/** The vertical line through all panes, with a dot on each series. */
export function ChartCursor({ scene, x }: ChartCursorProps) {
  const { view, placed, layout, palette, width, height } = scene;
  if (x < view.from || x > view.to) return null;
  const at = xPixel(scene, x);
  const [first] = layout.panes;
  const last = layout.panes.slice(-1)[0];
  return (
    <svg className={styles.cursor} width={width} height={height} aria-hidden="true">
      <line x1={at} x2={at} y1={first?.top ?? 0} y2={last ? last.top + last.height : height} />
      {placed.map((one) => {
        const reading = readingAt(one, x);
        const axis = layout.axes.find((placedAxis) => placedAxis.axis.key === one.series.axis);
        if (!reading || !axis || one.series.shape !== "line") return null;
        return (
          <circle
            key={one.series.key}
            cx={at}
            cy={yPixel(scene, axis, reading.value)}
            r={4.5}
            style={{ fill: palette.tones[one.series.tone] }}
          />
        );
      })}
    </svg>
  );
}
