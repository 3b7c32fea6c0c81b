import { describe, expect, it } from "vitest";
import { daysFrom, drawing, hoursFrom, series } from "../testing/sources.ts";
import { rainChart } from "./rain-chart.ts";
import { rainComparison } from "./rain-comparison.ts";
import { drySpells, rainDays, rainMonths } from "./rain-days.ts";

const day = (name: string, amount: number | null) => ({ day: name, min: null, max: null, amount });
const fact = (chart: ReturnType<typeof rainChart>, key: string) => chart.facts.find((one) => one.key === key);

describe("a day's rain", () => {
  const weather = ["2026-05-01", "2026-05-02", "2026-05-03"].map((date) => ({ date, eto: 5 }));

  it("is effective from a fifth of the day's ETo", () => {
    const days = rainDays([day("2026-05-01", 0.9), day("2026-05-02", 1), day("2026-05-03", 0)], weather, 0.2);
    expect(days.map(({ effectiveMm }) => effectiveMm)).toEqual([0, 1, 0]);
  });

  it("is unknown when the rain or the ETo is unknown", () => {
    const days = rainDays([day("2026-05-01", null), day("2026-06-01", 3), day("2026-06-02", 0)], weather, 0.2);
    expect(days.map(({ effectiveMm }) => effectiveMm)).toEqual([null, null, 0]);
    expect(rainDays([day("2026-06-01", 3)], [], 0)[0]?.effectiveMm).toBe(3);
  });

  it("ends a dry spell when it is effective, and so does a day without data", () => {
    const days = rainDays(
      [0, 0.5, 0, 8, 0, 0, null, 0].map((mm, index) => day(`2026-05-0${index + 1}`, mm)),
      [
        { date: "2026-05-02", eto: 5 },
        { date: "2026-05-04", eto: 5 },
      ],
      0.2,
    );
    expect(drySpells(days, 2)).toEqual([
      { from: "2026-05-01", to: "2026-05-03", days: 3 },
      { from: "2026-05-05", to: "2026-05-06", days: 2 },
    ]);
  });

  it("sums to its month, which is unknown when all of its days are unknown", () => {
    const days = [
      { day: "2026-04-30", mm: 2, effectiveMm: 0 },
      { day: "2026-05-01", mm: 4, effectiveMm: 4 },
      { day: "2026-05-02", mm: null, effectiveMm: null },
      { day: "2026-06-01", mm: null, effectiveMm: null },
    ];
    const months = rainMonths(days, null, "America/Cuiaba");
    expect(months.map(({ mm, effectiveMm }) => [mm, effectiveMm])).toEqual([
      [2, 0],
      [4, 4],
      [null, null],
    ]);
    expect(new Date(months[1]?.at ?? 0).toISOString()).toBe("2026-05-01T04:00:00.000Z");
  });
});

describe("the chart of rain", () => {
  it("in steps of hours marks an hour above 20 mm and keeps gaps", () => {
    const at = hoursFrom("2026-05-14", 12);
    const sum = at.map((_, hour) => (hour === 3 ? 24 : hour === 5 ? null : 0));
    const chart = rainChart(
      drawing("pluviometry", {
        from: "2026-05-14",
        to: "2026-05-14",
        step: "hour",
        data: { series: [series("rain", "rain", "mm", { at, mean: sum, sum, step: "hour" })] },
      }),
    );
    expect(chart.model.marks?.[0]).toMatchObject({ from: 20, tone: "warning" });
    expect(fact(chart, "hardest")).toMatchObject({ value: 24, level: "warning", note: "14/05/2026 03:00 · intensa" });
    const accumulated = chart.model.series.find(({ key }) => key === "sum");
    expect(accumulated?.value.slice(2, 7)).toEqual([0, 24, 24, null, 24]);
    expect(chart.model.series.some(({ key }) => key === "normal")).toBe(false);
  });

  it("of a dry period names no rainiest hour, and a drought that may have begun before", () => {
    const at = hoursFrom("2026-05-14", 24);
    const sum = at.map(() => 0);
    const given = { from: "2026-05-14", to: "2026-05-14", step: "hour" } as const;
    const data = { series: [series("rain", "rain", "mm", { at, mean: sum, sum, step: "hour" })] };
    const chart = rainChart(drawing("pluviometry", { ...given, data }));
    expect(fact(chart, "hardest")).toBeUndefined();
    expect(fact(chart, "dry")).toMatchObject({ value: 1, note: "ou mais: já estava seco antes do período" });
  });

  it("in steps of days shows effective rain, normal rain and dry spells", () => {
    const at = daysFrom("2026-05-01", 13);
    const sum = at.map((_, index) => (index === 0 ? 12 : index === 1 ? 0.4 : 0));
    const weather = at.map((moment) => ({ date: new Date(moment).toISOString().slice(0, 10), eto: 4 }));
    const chart = rainChart(
      drawing("pluviometry", {
        from: "2026-05-01",
        to: "2026-05-13",
        step: "day",
        data: {
          series: [series("rain", "rain", "mm", { at, mean: sum, sum, step: "day" })],
          weather: weather as never,
        },
      }),
    );
    expect(chart.model.series.map(({ key }) => key)).toEqual(["rain", "effective", "sum", "normal"]);
    const names = chart.model.axes.map(({ unit, name = unit }) => name);
    expect(new Set(names).size, "two axes with the same words").toBe(names.length);
    // The normal of May is 31 mm, which is 1 mm a day.
    expect(chart.model.series.at(-1)?.value.at(-1)).toBeCloseTo(13, 9);
    expect(chart.model.spans).toEqual([expect.objectContaining({ label: "12 dias secos", from: at[1] })]);
    expect(fact(chart, "effective")).toMatchObject({ value: 12 });
    expect(fact(chart, "wet")).toMatchObject({ value: 1, note: "de 13 com leitura" });
    expect(fact(chart, "dry")?.note).toBeUndefined();
    expect(fact(chart, "total")?.note).toBe("95 % da normal 1991–2020 (13 mm)");
  });

  it("is empty without a series or a reading", () => {
    const empty = { from: "2026-05-01", to: "2026-05-02", step: "day" } as const;
    expect(rainChart(drawing("pluviometry", { ...empty, data: {} })).hasReadings).toBe(false);
    const silent = series("rain", "rain", "mm", { at: daysFrom("2026-05-01", 2), mean: [null, null], step: "day" });
    expect(rainChart(drawing("pluviometry", { ...empty, data: { series: [silent] } }))).toMatchObject({
      hasReadings: false,
      facts: [{ key: "total", value: null }, {}, {}, {}],
    });
  });

  it("compares gauges, each in its own tone", () => {
    const at = daysFrom("2026-05-01", 2);
    const one = (id: string, sum: number[]) => series(id, "rain", "mm", { at, mean: sum, sum, step: "day" });
    const chart = rainComparison(
      drawing("pluviometry", {
        from: "2026-05-01",
        to: "2026-05-02",
        step: "day",
        count: 2,
        data: { series: [one("rain", [3, 0]), one("rain2", [5, 1])] },
      }),
    );
    expect(chart.model.series.map(({ key, tone }) => [key, tone])).toEqual([
      ["station", 1],
      ["station-sum", 1],
      ["gauge", 2],
      ["gauge-sum", 2],
    ]);
    expect(chart.facts.map(({ label, value }) => [label, value])).toEqual([
      ["Estação Sede", 3],
      ["Pluviômetro Norte", 6],
    ]);
  });
});
