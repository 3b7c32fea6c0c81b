import { farmClock } from "@lamina/shared/core/farm-time";
import type { PlacedAxis } from "../model/layout.ts";
import type { ChartMark } from "../model/model.ts";
import { calendarShift } from "../model/points.ts";
import { text } from "../model/text.ts";
import type { Scene } from "./scene.ts";

/** Opacity of a band behind the lines. */
const BAND_OPACITY = 0.13;

/** One empty series for each axis, which carries its thresholds, its bands and the line between known and projected. */
export function markSeries({ model, layout, palette }: Scene) {
  const shift = calendarShift(model);
  return layout.axes.map((placed, index) => {
    const own = (model.marks ?? []).filter(({ axis }) => axis === placed.axis.key);
    const label = { color: palette.text, fontSize: 11, textBorderColor: palette.surface, textBorderWidth: 3 };
    const firstOfPane = layout.axes.findIndex(({ pane }) => pane === placed.pane) === index;
    return {
      type: "line",
      data: [],
      silent: true,
      xAxisIndex: placed.pane,
      yAxisIndex: index,
      markArea: {
        silent: true,
        data: [
          ...own.filter(isBand).map((mark) => [
            {
              yAxis: clamp(mark.from, placed),
              name: mark.label,
              itemStyle: { color: palette.marks[mark.tone], opacity: BAND_OPACITY },
              label: { ...label, position: "insideRight", color: palette.muted },
            },
            { yAxis: clamp(mark.to, placed) },
          ]),
          ...(firstOfPane && placed.pane === 0 ? (model.spans ?? []) : []).map((span) => [
            {
              xAxis: farmClock(span.from, model.timeZone) - shift,
              name: span.label,
              itemStyle: { color: palette.marks[span.tone], opacity: BAND_OPACITY },
              label: { ...label, position: "insideTop", color: palette.muted },
            },
            { xAxis: farmClock(span.to, model.timeZone) - shift },
          ]),
        ],
      },
      markLine: {
        silent: true,
        symbol: "none",
        data: [
          ...own
            .filter((mark) => !isBand(mark))
            .map((mark) => ({
              yAxis: mark.from,
              name: mark.label,
              lineStyle: { color: palette.marks[mark.tone], type: [6, 4], width: 1.5 },
              // Thresholds of the left axis have their label at the left, those of the right axis at the right.
              label: {
                ...label,
                position: placed.side === "left" ? "insideStartTop" : "insideEndTop",
                formatter: "{b}",
              },
            })),
          ...(firstOfPane && model.now !== undefined
            ? [
                {
                  xAxis: farmClock(model.now, model.timeZone),
                  lineStyle: { color: palette.muted, type: "solid", width: 1 },
                  // Always at the top, where an inverse axis begins.
                  label: {
                    ...label,
                    position: placed.axis.inverse ? "start" : "end",
                    distance: 3,
                    formatter: text.today,
                  },
                },
              ]
            : []),
        ],
      },
    };
  });
}

function isBand(mark: ChartMark): mark is ChartMark & { to: number } {
  return mark.to !== undefined;
}

/** Limits the end of a band to the axis, because a band may be open. */
function clamp(value: number, { scale }: PlacedAxis): number {
  return Math.min(scale.max, Math.max(scale.min, value));
}
