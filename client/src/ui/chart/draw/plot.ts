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

/** A drawing on a canvas. This module is the only one that imports ECharts; import it when a chart is about to be shown. */
export interface Plot {
  /** Replaces what is drawn in the next frame, so that taking the data in and drawing them are two short tasks. */
  draw(option: EChartsCoreOption): void;
  resize(width: number, height: number): void;
  /** The picture as it is, at `ratio` pixels per CSS pixel. */
  picture(ratio: number): HTMLCanvasElement;
  dispose(): void;
}

/** Draws into `element`, which belongs to the plot from then on. */
export function createPlot(element: HTMLElement, size: { width: number; height: number }): Plot {
  const chart = init(element, null, { renderer: "canvas", ...size });
  return {
    draw(option) {
      chart.setOption(option, { notMerge: true, silent: true, lazyUpdate: true });
    },
    resize(width, height) {
      // The library draws everything again, also at the same size.
      if (width !== chart.getWidth() || height !== chart.getHeight()) chart.resize({ width, height, silent: true });
    },
    picture: (ratio) => chart.renderToCanvas({ pixelRatio: ratio }),
    dispose: () => chart.dispose(),
  };
}
