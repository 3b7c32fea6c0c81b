import { MINUTE_MS } from "@lamina/shared/core/time";
import type { View } from "./points.ts";

/** A narrower view shows nothing more. */
const MIN_SPAN_MS = 30 * MINUTE_MS;

/** A view of the wanted span and position, kept within the whole. */
export function clampView({ from, to }: View, whole: View): View {
  const span = Math.min(Math.max(to - from, MIN_SPAN_MS), whole.to - whole.from);
  const start = Math.min(Math.max(from, whole.from), whole.to - span);
  return { from: start, to: start + span };
}

/** The view `factor` times as wide (below 1: closer), with `x` fixed. */
export function zoomView(view: View, x: number, factor: number, whole: View): View {
  const span = Math.min(Math.max((view.to - view.from) * factor, MIN_SPAN_MS), whole.to - whole.from);
  const part = (x - view.from) / (view.to - view.from);
  return clampView({ from: x - span * part, to: x + span * (1 - part) }, whole);
}

/** The view moved by `shift` milliseconds. */
export function panView(view: View, shift: number, whole: View): View {
  return clampView({ from: view.from + shift, to: view.to + shift }, whole);
}

/** The view, moved by the shortest distance that includes `x`. */
export function reveal(view: View, x: number, whole: View): View {
  if (x < view.from) return panView(view, x - view.from, whole);
  return x > view.to ? panView(view, x - view.to, whole) : view;
}

/** True when a part of the whole is shown. */
export function isZoomed(view: View, whole: View): boolean {
  return view.from > whole.from || view.to < whole.to;
}
