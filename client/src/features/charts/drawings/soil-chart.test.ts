import type { Balance } from "@lamina/shared/records/balance";
import { expect, it } from "vitest";
import { drawing, hoursFrom, series } from "../testing/sources.ts";
import { soilChart } from "./soil-chart.ts";

type Chart = ReturnType<typeof soilChart>;
const fact = (chart: Chart, key: string) => chart.facts.find((one) => one.key === key);
const values = (chart: Chart, key: string) => chart.model.series.find((one) => one.key === key)?.value;

const at = hoursFrom("2026-05-13", 30);
const theta = (id: string, mean: (number | null)[]) => series(id, "soilMoist", "% vol", { at, mean, step: "hour" });
const shallow = theta(
  "d20",
  at.map((_, index) => (index === 5 ? null : 20)),
);
const deep = theta(
  "d40",
  at.map((_, index) => (index < 29 ? 28 : 24)),
);
const row = (date: string, more: Partial<Balance>) => ({ date, rain: 0, irrGross: 0, p: 0.6, ...more }) as Balance;
const two = { from: "2026-05-13", to: "2026-05-14", step: "hour" } as const;

it("weights the depths, and has no mean where one of them is missing", () => {
  const chart = soilChart(drawing("soilmoisture", { ...two, data: { series: [shallow, deep] } }));
  expect(chart.model.series.map(({ name }) => name)).toEqual(["20 cm", "40 cm", "Média do perfil"]);
  expect(values(chart, "mean")?.[0]).toBe(0.25 * 20 + 0.75 * 28);
  expect(values(chart, "mean")?.[5]).toBeNull();
  expect(fact(chart, "mean")?.value).toBe(23);
  expect(fact(chart, "trend")).toMatchObject({ value: -3, note: "descendo" });
});

it("is compared with the soil's own limits, using the crop's p of the last balance", () => {
  const balance = [row("2026-05-12", { rain: 99 }), row("2026-05-13", { rain: 4, irrGross: 12 })];
  const chart = soilChart(drawing("soilmoisture", { ...two, data: { series: [shallow, deep], balance } }));
  const mark = (key: string) => chart.model.marks?.find((one) => one.key === key);
  expect(mark("fc")?.from).toBe(30);
  expect(mark("wp")?.from).toBe(14);
  expect(mark("critical")?.from).toBeCloseTo(30 - 0.6 * 16, 9);
  expect(mark("irrigate")).toMatchObject({ tone: "irrigate", label: "Irrigar" });
  expect(mark("irrigate")?.to).toBeCloseTo(22.4, 9);
  // The day before the chart begins is left out.
  expect(values(chart, "rain")).toEqual([4]);
  expect(fact(chart, "irrigation")?.value).toBe(12);
  expect(fact(chart, "storage")?.value).toBeCloseTo((100 * (23 - 14)) / 16, 9);
});

it("also shows the share of the soil's storage capacity", () => {
  const chart = soilChart(drawing("soilmoisture", { ...two, unit: "storage", data: { series: [shallow, deep] } }));
  expect(chart.model.axes[0]).toMatchObject({ unit: "% CAD", include: [0, 106.25] });
  expect(values(chart, "d20")?.[0]).toBeCloseTo(37.5, 9);
  expect(chart.model.marks?.find(({ key }) => key === "critical")?.from).toBeCloseTo(50, 9);
});

it("shows the farm's rain when no season has a balance", () => {
  const weather = [{ date: "2026-05-13", rain: 7 }] as never;
  const chart = soilChart(drawing("soilmoisture", { ...two, data: { series: [shallow], weather } }));
  expect(values(chart, "rain")).toEqual([7]);
  expect(values(chart, "irrigation")).toBeUndefined();
  expect(values(chart, "mean")).toBeUndefined();
});

it("shows the user's limits for a tension, and no limits of the soil", () => {
  const given = drawing("soilmoisture", {
    ...two,
    data: { series: [{ ...shallow, variable: "soilTension", unit: "kPa" }] },
  });
  const [source] = given.sources;
  if (!source?.monitor) throw new Error("no monitor");
  const monitor = { ...source.monitor, limits: { critical: 40 } };
  const chart = soilChart({ ...given, sources: [{ ...source, monitor }], unit: "storage" });
  expect(chart.model.axes[0]?.unit).toBe("kPa");
  expect(chart.model.marks).toEqual([expect.objectContaining({ from: 40, label: "limite crítico" })]);
});
