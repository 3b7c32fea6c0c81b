import { dewPoint, vapourPressureDeficit } from "@lamina/agronomy/eto/air";
import { describe, expect, it } from "vitest";
import { daysFrom, drawing, hoursFrom, series } from "../testing/sources.ts";
import { comparison } from "./comparison.ts";
import { humidityChart } from "./humidity-chart.ts";
import { temperatureChart } from "./temperature-chart.ts";

type Chart = ReturnType<typeof humidityChart>;
const fact = (chart: Chart, key: string) => chart.facts.find((one) => one.key === key);
const values = (chart: Chart, key: string) => chart.model.series.find((one) => one.key === key)?.value;

describe("humidity", () => {
  const at = hoursFrom("2026-05-14", 4);
  const rh = series("rh", "airHum", "%", { at, mean: [60, 28, null, 18] });
  const t = series("t", "airTemp", "°C", { at: at.map((moment) => moment + 60_000), mean: [20, 30, 31, 33] });
  const day = { from: "2026-05-14", to: "2026-05-14", step: "raw" } as const;

  it("draws a vapour pressure deficit where temperature and humidity are known", () => {
    const chart = humidityChart(drawing("airhumidity", { ...day, data: { series: [rh, t] } }));
    expect(values(chart, "vpd")).toEqual([
      vapourPressureDeficit(20, 60),
      vapourPressureDeficit(30, 28),
      null,
      vapourPressureDeficit(33, 18),
    ]);
    expect(values(chart, "rh")).toEqual([60, 28, null, 18]);
  });

  it("gives the dryness level of the minimum, and its time", () => {
    const chart = humidityChart(drawing("airhumidity", { ...day, data: { series: [rh, t] } }));
    expect(fact(chart, "min")).toMatchObject({ value: 18, level: "warning", note: "14/05/2026 03:00 · alerta" });
    expect(fact(chart, "dry")).toMatchObject({ value: 1, unit: "dia" });
    expect(chart.model.marks?.map(({ from }) => from)).toEqual([30, 20, 12]);
  });

  it("is drawn without the deficit when the station has no thermometer", () => {
    const chart = humidityChart(drawing("airhumidity", { ...day, data: { series: [rh] } }));
    expect(chart.model.axes.map(({ key }) => key)).toEqual(["rh"]);
    expect(fact(chart, "vpd")?.value).toBeNull();
  });
});

describe("temperature", () => {
  it("sums degree days above the crop's base from each day's extremes, and counts days of frost and heat", () => {
    const at = daysFrom("2026-05-01", 8);
    const mean = [20, 21, null, 2, 20, 35, 20, 20];
    const chart = temperatureChart(
      drawing("airtemperature", {
        from: "2026-05-01",
        to: "2026-05-08",
        step: "day",
        data: { series: [series("t", "airTemp", "°C", { at, mean, step: "day" })] },
      }),
    );
    // Base 8: the day of 1 to 3 °C adds nothing, and the unknown day is a gap.
    expect(values(chart, "gdd")).toEqual([12, 25, null, 25, 37, 64, 76, 88]);
    expect(fact(chart, "gdd")).toMatchObject({ value: 88, note: "base 8 °C, Milho, no período" });
    expect(fact(chart, "min")).toMatchObject({ value: 1, level: "danger" });
    expect(fact(chart, "max")).toMatchObject({ value: 36, level: "warning" });
    expect(fact(chart, "frosts")).toMatchObject({ value: 1, unit: "dia" });
    expect(chart.model.series.find(({ shape }) => shape === "band")?.upper?.[0]).toBe(21);
  });

  it("sums no degree days of a day that has not ended", () => {
    const at = hoursFrom("2026-05-01", 7 * 24 - 12);
    const given = { from: "2026-05-01", to: "2026-05-07", step: "hour" } as const;
    const data = { series: [series("t", "airTemp", "°C", { at, mean: at.map(() => 20), step: "hour" })] };
    expect(values(temperatureChart(drawing("airtemperature", { ...given, data })), "gdd")).toHaveLength(6);
  });

  it("has a dew point in steps of readings, and no degree days of a single day", () => {
    const at = hoursFrom("2026-05-14", 2);
    const chart = temperatureChart(
      drawing("airtemperature", {
        from: "2026-05-14",
        to: "2026-05-14",
        step: "raw",
        data: {
          series: [
            series("t", "airTemp", "°C", { at, mean: [20, 25] }),
            series("rh", "airHum", "%", { at, mean: [80, null] }),
          ],
        },
      }),
    );
    expect(values(chart, "dew")).toEqual([dewPoint(20, 80), null]);
    expect(values(chart, "gdd")).toBeUndefined();
  });

  it("keeps flagged readings beside the line", () => {
    const at = hoursFrom("2026-05-14", 2);
    const flagged = [{ at: at[1] ?? 0, value: 80, flag: "out-of-range" as const }];
    const t = { ...series("t", "airTemp", "°C", { at, mean: [20, null] }), flagged };
    const chart = temperatureChart(
      drawing("airtemperature", { from: "2026-05-14", to: "2026-05-14", step: "raw", data: { series: [t] } }),
    );
    expect(chart.model.series.find(({ key }) => key === "t")?.flagged).toEqual(flagged);
    expect(fact(chart, "max")?.value).toBe(20);
  });

  it("draws one line for each compared station", () => {
    const at = hoursFrom("2026-05-14", 1);
    const given = drawing("airtemperature", { from: "2026-05-14", to: "2026-05-14", step: "raw", data: {} });
    const [one] = given.sources;
    if (!one) throw new Error("no source");
    const other = {
      ...one,
      id: "x",
      name: "Outra",
      label: "Outra",
      sensors: [{ _id: "tx", variable: "airTemp" as const, unit: "°C", depthCm: null }],
    };
    const data = {
      ...given.data,
      series: [series("t", "airTemp", "°C", { at, mean: [20] }), series("tx", "airTemp", "°C", { at, mean: [22] })],
    };
    const chart = comparison("airtemperature", { ...given, sources: [one, other], data });
    expect(chart.model.series.map(({ name, tone, value }) => [name, tone, value])).toEqual([
      ["Estação Sede", 1, [20]],
      ["Outra", 2, [22]],
    ]);
  });
});
