import { BarChart, LineChart, ScatterChart } from "echarts/charts";
import { DatasetComponent, GridComponent, MarkAreaComponent, MarkLineComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

use([
  BarChart,
  LineChart,
  ScatterChart,
  DatasetComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  CanvasRenderer,
]);

/** A drawing on a canvas. This is the only module that imports ECharts, so import it just before a chart is shown. */
export interface Plot {
  /** Replaces the drawing in the next frame, so that loading the data and drawing are two short tasks. */
  draw(option: EChartsCoreOption): void;
  resize(width: number, height: number): void;
  /** The current picture, at `ratio` pixels per CSS pixel. */
  picture(ratio: number): HTMLCanvasElement;
  dispose(): void;
}

/** Draws into `element`, which then belongs to the plot. */
export function createPlot(element: HTMLElement, size: { width: number; height: number }): Plot {
  const chart = init(element, null, { renderer: "canvas", ...size });
  return {
    draw(option) {
      chart.setOption(option, { notMerge: true, silent: true, lazyUpdate: true });
    },
    resize(width, height) {
      // The library redraws everything, even for an unchanged size.
      if (width !== chart.getWidth() || height !== chart.getHeight()) chart.resize({ width, height, silent: true });
    },
    picture: (ratio) => chart.renderToCanvas({ pixelRatio: ratio }),
    dispose: () => chart.dispose(),
  };
}
