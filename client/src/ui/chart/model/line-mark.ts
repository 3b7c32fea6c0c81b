import type { ChartSeries, Tone } from "./model.ts";

/**
 * The mark of a tone, as the path of a shape around 0,0, so that lines differ without their colours too: on paper, in
 * the sun and for eyes that see fewer colours. A summary has none. Rain and irrigation are bars.
 */
const MARKS: Readonly<Partial<Record<Tone, string>>> = {
  1: "M4 0 A4 4 0 0 1 -4 0 A4 4 0 0 1 4 0 Z",
  2: "M-3.5 -3.5 H3.5 V3.5 H-3.5 Z",
  3: "M0 -4.5 L4.5 3.5 H-4.5 Z",
  4: "M0 -5 L5 0 L0 5 L-5 0 Z",
  5: "M0 4.5 L4.5 -3.5 H-4.5 Z",
  6: "M-1.5 -4.5 H1.5 V-1.5 H4.5 V1.5 H1.5 V4.5 H-1.5 V1.5 H-4.5 V-1.5 H-1.5 Z",
  muted: "M-4.5 -2.5 H4.5 V2.5 H-4.5 Z",
};

/** The marks of the lines of a chart, by the key of their series. A line alone needs none. */
export function lineMarks(shown: readonly ChartSeries[]): ReadonlyMap<string, string> {
  const lines = shown.filter(({ shape }) => shape === "line");
  if (lines.length < 2) return new Map();
  return new Map(lines.flatMap(({ key, tone }) => (MARKS[tone] ? [[key, MARKS[tone]] as const] : [])));
}
