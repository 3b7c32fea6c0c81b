import { expect, it } from "vitest";
import { chartTable } from "../../../../ui/chart/chart-rows.ts";
import { placeSeries } from "../../../../ui/chart/model/cursor.ts";
import type { ChartModel } from "../../../../ui/chart/model/model.ts";
import { wholeView } from "../../../../ui/chart/model/points.ts";
import { csvOf } from "../../../../ui/export/csv.ts";
import { suggestMapping } from "../../importing/column-uses.ts";
import { openSample } from "../../importing/testing/open-sample.ts";
import { read, reader } from "../testing/station.ts";

const hours = Array.from({ length: 48 }, (_, hour) => hour);
const at = (hour: number) => `${20 + Math.floor(hour / 24)}/11/2026 ${String(hour % 24).padStart(2, "0")}:00`;
const table = (name: string, written: (hour: number) => string | number) =>
  `Data/Hora;${name};Nota\n${hours.map((hour) => `${at(hour)};${written(hour)};`).join("\n")}`;
const sun = (noon: number) => (hour: number) =>
  Math.max(0, Math.round(900 * Math.cos(((((hour % 24) - noon + 36) % 24) - 12) * (Math.PI / 13))));

it.each([
  ["Fahrenheit", table("Temp", (hour) => 70 + (hour % 10)), "°F"],
  ["hPa", table("Pressão", (hour) => `88${hour % 10},5`), "hPa"],
  ["km/h", table("Vento", (hour) => 40 + 4 * (hour % 24)), "km/h"],
  ["fractions of humidity", table("Umidade relativa", (hour) => `0,${50 + (hour % 24)}`), "0–1"],
])("values that are possible in another unit are named, and read so at a tap: %s", async (_, file, unit) => {
  const { doubts } = await read(file);
  expect(doubts.map(({ remedy }) => remedy?.label)).toEqual([`Ler em ${unit}`]);
  const again = await openSample(file, reader, doubts[0]?.remedy?.mapping);
  expect(again.doubts).toEqual([]);
  expect(again.unusual).toEqual([]);
});

it("fractions of soil water are read as such, and said", async () => {
  const { doubts, shown } = await read(table("VWC 20 cm", (hour) => `0,2${10 + (hour % 24)}`));
  expect(shown[0]).toBe("2026-11-20T03:00Z soilMoist 20 21");
  expect(doubts.map(({ text }) => text).join()).toContain("frações");
});

it("a column of rain that only grows is a counter", async () => {
  const file = table("Chuva (mm)", (hour) => (118 + Math.floor(hour / 12) / 5).toFixed(1).replace(".", ","));
  const { doubts } = await read(file);
  expect(doubts.map(({ remedy }) => remedy?.label)).toEqual(["Ler como total acumulado"]);
  const again = await openSample(file, reader, doubts[0]?.remedy?.mapping);
  expect(again.good[0]?.fields.variable).toBe("rainTotal");
  expect((await read(table("Chuva (mm)", (hour) => (hour % 7 === 0 ? "1,2" : "0")))).doubts).toEqual([]);
});

it.each([
  [15, "Ler as horas em UTC"],
  [9, "Ler as horas em UTC-06:00"],
])("a sun that passes at %i h names the zone of the file", async (noon, label) => {
  const file = table("Radiação (W/m²)", sun(noon));
  const { doubts } = await read(file);
  expect(doubts.map(({ remedy }) => remedy?.label)).toEqual([label]);
  expect((await openSample(file, reader, doubts[0]?.remedy?.mapping)).doubts).toEqual([]);
  expect((await read(table("Radiação (W/m²)", sun(12)))).doubts).toEqual([]);
});

it("local hours under a Z are found, and read without it", async () => {
  const file = `timestamp;Radiação (W/m²)\n${hours.map((hour) => `2026-11-${20 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, "0")}:00:00Z;${sun(12)(hour)}`).join("\n")}`;
  const { doubts } = await read(file);
  expect(doubts).toHaveLength(1);
  expect((await openSample(file, reader, doubts[0]?.remedy?.mapping)).doubts).toEqual([]);
});

it("daily values are not taken for readings without a word", async () => {
  const { doubts } = await read("Data;Temp\n20/11/2026;24,1\n21/11/2026;25\n22/11/2026;25");
  expect(doubts.map(({ text }) => text).join()).toContain("Importar clima diário");
});

it("values out of the range of a working sensor are listed", async () => {
  const { unusual } = await read(
    "Data/Hora;Temp\n20/11/2026 08:00;24,1\n20/11/2026 09:00;24,1\n20/11/2026 10:00;75,2\n20/11/2026 11:00;24",
  );
  expect(unusual.map(({ line }) => line)).toEqual([4]);
  expect(suggestMapping([["a"]], reader).uses).toEqual([null]);
});

it("the hours of a chart are named as summaries, its readings are read back", async () => {
  const at = Date.parse("2026-11-20T11:00:00Z");
  const series = { key: "t", name: "Temperatura do ar", unit: "°C", shape: "line", tone: 1, axis: "a" } as const;
  const model = (step: "raw" | "hour"): ChartModel => ({
    ...{ title: "Ar", timeZone: "America/Sao_Paulo", from: at, to: at + 3_600_000, axes: [] },
    series: [{ ...series, step, at: [at], value: [24.1] }],
  });
  const csv = (step: "raw" | "hour") => {
    const chart = model(step);
    return csvOf(chartTable(chart, placeSeries(chart), wholeView(chart)));
  };
  const [hours, readings] = [await read(csv("hour")), await read(csv("raw"))];
  expect(hours.doubts.map(({ text }) => text).join()).toContain("resume as leituras de uma hora");
  expect(readings.doubts).toEqual([]);
  for (const { shown, errors } of [hours, readings])
    expect([shown, errors]).toEqual([["2026-11-20T11:00Z airTemp 24.1"], []]);
});
