import { useMemo, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { useMedia } from "../data-table/use-media.ts";
import { ExportMenu } from "../export/export-menu.tsx";
import type { SaveFile } from "../export/save-file.ts";
import styles from "./chart-panel.module.css";
import { chartTable } from "./chart-rows.ts";
import { ChartTable } from "./chart-table.tsx";
import { chartPicture } from "./draw/chart-picture.ts";
import type { Scene } from "./draw/scene.ts";
import { placeSeries } from "./model/cursor.ts";
import type { ChartModel } from "./model/model.ts";
import { text } from "./model/text.ts";
import { isZoomed, zoomView } from "./model/view.ts";
import { TimeChart } from "./time-chart.tsx";
import { useChartView } from "./use-chart-view.ts";

interface ChartPanelProps {
  model: ChartModel;
  /** Newer data are loading, and the old chart stays. */
  busy?: boolean;
  /** Of the plot, in CSS pixels. */
  height?: number;
  /** Parts of the file name: subject, client, period. */
  name: readonly string[];
  save: SaveFile;
}

/** A phone on its side, as in the style sheets. */
const ON_ITS_SIDE = "(max-height: 30rem) and (min-width: 40rem) and (max-width: 63.99rem)";
/** Height of a plot that is whole on its first screen, and of one with a lower pane, whose upper one is. */
const ON_ITS_SIDE_PX = { one: 190, two: 250 };

/** A chart with its tools: zoom, the same data as a table, and exports of the visible part. */
export function ChartPanel({ model, busy = false, height = 320, name, save }: ChartPanelProps) {
  const state = useChartView(model);
  const { view, whole, setView, hidden } = state;
  const plotHeight = useMedia(ON_ITS_SIDE)
    ? ON_ITS_SIDE_PX[model.axes.some(({ lower }) => lower) ? "two" : "one"]
    : height;
  const [asTable, setAsTable] = useState(false);
  const chart = useRef<Scene>(null);
  const placed = useMemo(() => placeSeries(model).filter(({ series }) => !hidden.has(series.key)), [model, hidden]);
  const zoomed = isZoomed(view, whole);
  const centre = (view.from + view.to) / 2;
  const table = () => chartTable(model, placed, view);
  const picture = async () => {
    if (!chart.current) throw new Error("nothing is drawn yet");
    return chartPicture(chart.current);
  };

  return (
    <div className={styles.panel}>
      <div className={styles.tools} data-print="hide">
        {!asTable && (
          <>
            <Button
              aria-label={text.zoomIn}
              title={text.wheelHint}
              onClick={() => setView(zoomView(view, centre, 0.5, whole))}
            >
              +
            </Button>
            <Button
              aria-label={text.zoomOut}
              disabled={!zoomed}
              onClick={() => setView(zoomView(view, centre, 2, whole))}
            >
              −
            </Button>
          </>
        )}
        <Button onClick={() => setAsTable(!asTable)}>{asTable ? text.chart : text.table}</Button>
        <ExportMenu name={name} table={table} save={save} {...(!asTable && { picture })} />
        {zoomed && !asTable && (
          <div className={styles.whole}>
            <Button onClick={() => setView(whole)}>{text.showAll}</Button>
          </div>
        )}
      </div>
      {asTable ? (
        <div className={styles.asTable}>
          <ChartTable table={table()} />
        </div>
      ) : (
        <TimeChart ref={chart} model={model} state={state} busy={busy} height={plotHeight} />
      )}
    </div>
  );
}
