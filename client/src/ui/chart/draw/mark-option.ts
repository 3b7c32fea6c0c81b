import { farmClock } from "@lamina/shared/core/farm-time";
import type { PlacedAxis } from "../model/layout.ts";
import type { ChartMark } from "../model/model.ts";
import { calendarShift } from "../model/points.ts";
import { text } from "../model/text.ts";
import type { Scene } from "./scene.ts";

/** Opacity of a band behind the lines. */
const BAND_OPACITY = 0.13;
/** Order of drawing of the words, above the series, whose highest is 6. */
const WORDS_Z = 7;

/** What a series of marks draws. A library's mark has one order of drawing for its shape and its word. */
type Layer = "shapes" | "words";

/**
 * Two empty series for each axis, which carry its thresholds, its bands and the line between known and projected: the
 * shapes behind the values, the words in front of them, because a line that crosses a word makes it unreadable.
 */
export function markSeries(scene: Scene) {
  return (["shapes", "words"] as const).flatMap((layer) =>
    scene.layout.axes.map((placed, index) => seriesOf(scene, { placed, index, layer })),
  );
}

function seriesOf(scene: Scene, { placed, index, layer }: { placed: PlacedAxis; index: number; layer: Layer }) {
  const { model, layout, palette } = scene;
  const shift = calendarShift(model);
  const marksOfAxis = (model.marks ?? []).filter(({ axis }) => axis === placed.axis.key);
  const firstOfPane = layout.axes.findIndex(({ pane }) => pane === placed.pane) === index;
  const isShape = layer === "shapes";
  const look = {
    show: !isShape,
    ...{ color: palette.text, fontSize: 11, textBorderColor: palette.surface, textBorderWidth: 3 },
  };
  const area = (tone: ChartMark["tone"]) => ({
    itemStyle: isShape ? { color: palette.marks[tone], opacity: BAND_OPACITY } : { color: "transparent" },
  });
  const line = (color: string, type: string | number[], width: number) => ({
    lineStyle: { color, type, width: isShape ? width : 0 },
  });
  return {
    type: "line",
    data: [],
    silent: true,
    xAxisIndex: placed.pane,
    yAxisIndex: index,
    markArea: {
      silent: true,
      ...(!isShape && { z: WORDS_Z }),
      data: [
        ...marksOfAxis.filter(isBand).map((mark) => [
          {
            yAxis: clamp(mark.from, placed),
            name: mark.label,
            ...area(mark.tone),
            label: { ...look, position: "insideRight", color: palette.muted },
          },
          { yAxis: clamp(mark.to, placed) },
        ]),
        ...(firstOfPane && placed.pane === 0 ? (model.spans ?? []) : []).map((span) => [
          {
            xAxis: farmClock(span.from, model.timeZone) - shift,
            name: span.label,
            ...area(span.tone),
            label: { ...look, position: "insideTop", color: palette.muted },
          },
          { xAxis: farmClock(span.to, model.timeZone) - shift },
        ]),
      ],
    },
    markLine: {
      silent: true,
      symbol: "none",
      ...(!isShape && { z: WORDS_Z }),
      data: [
        ...marksOfAxis
          .filter((mark) => !isBand(mark))
          .map((mark) => ({
            yAxis: mark.from,
            name: mark.label,
            ...line(palette.marks[mark.tone], [6, 4], 1.5),
            // Thresholds of the left axis have their label at the left, those of the right axis at the right.
            label: {
              ...look,
              position: placed.side === "left" ? "insideStartTop" : "insideEndTop",
              formatter: "{b}",
            },
          })),
        ...(firstOfPane && model.now !== undefined
          ? [
              {
                xAxis: farmClock(model.now, model.timeZone),
                ...line(palette.muted, "solid", 1),
                // Always at the top, where an inverse axis begins.
                label: { ...look, position: placed.axis.inverse ? "start" : "end", distance: 3, formatter: text.today },
              },
            ]
          : []),
      ],
    },
  };
}

function isBand(mark: ChartMark): mark is ChartMark & { to: number } {
  return mark.to !== undefined;
}

/** Limits the end of a band to the axis, because a band may be open. */
function clamp(value: number, { scale }: PlacedAxis): number {
  return Math.min(scale.max, Math.max(scale.min, value));
}
