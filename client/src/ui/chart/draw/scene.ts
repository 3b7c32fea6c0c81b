import type { PlacedSeries } from "../model/cursor.ts";
import type { Layout, PlacedAxis } from "../model/layout.ts";
import type { ChartModel } from "../model/model.ts";
import type { Palette } from "../model/palette.ts";
import type { View } from "../model/points.ts";

/** Everything that determines the look of a chart. */
export interface Scene {
  model: ChartModel;
  /** The visible series. */
  placed: readonly PlacedSeries[];
  layout: Layout;
  view: View;
  palette: Palette;
  /** Of the whole chart, in CSS pixels. */
  width: number;
  height: number;
}

/** Width of the plots, in CSS pixels. */
export function plotWidth({ layout, width }: Pick<Scene, "layout" | "width">): number {
  const [pane] = layout.panes;
  return Math.max(1, width - (pane ? pane.left + pane.right : 0));
}

/** Horizontal pixel of a position on the axis. */
export function xPixel(scene: Pick<Scene, "layout" | "width" | "view">, x: number): number {
  const { view, layout } = scene;
  return (layout.panes[0]?.left ?? 0) + ((x - view.from) / (view.to - view.from)) * plotWidth(scene);
}

/** Position on the axis at a horizontal pixel. */
export function xAt(scene: Pick<Scene, "layout" | "width" | "view">, pixel: number): number {
  const { view, layout } = scene;
  return view.from + ((pixel - (layout.panes[0]?.left ?? 0)) / plotWidth(scene)) * (view.to - view.from);
}

/** Vertical pixel of a value of an axis. */
export function yPixel({ layout }: Pick<Scene, "layout">, { axis, scale, pane }: PlacedAxis, value: number): number {
  const { top, height } = layout.panes[pane] ?? { top: 0, height: 0 };
  const fromTop = (scale.max - value) / (scale.max - scale.min);
  return top + (axis.inverse ? 1 - fromTop : fromTop) * height;
}
