import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { ChartPanel } from "../src/ui/chart/chart-panel.tsx";
import { chartOption } from "../src/ui/chart/draw/option.ts";
import { placeSeries, stops } from "../src/ui/chart/model/cursor.ts";
import { layOut } from "../src/ui/chart/model/layout.ts";
import type { ChartModel, ChartSeries } from "../src/ui/chart/model/model.ts";
import { readPalette } from "../src/ui/chart/model/palette.ts";
import { wholeView } from "../src/ui/chart/model/points.ts";
import { downloadFile } from "../src/ui/export/save-file.ts";
import { NowProvider } from "../src/ui/now.tsx";

const start = Date.parse("2026-05-01T03:00:00Z");
/** The same noise on each run, so that pictures can be compared. */
function noise(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function moisture(depth: number, count: number, tone: 1 | 2 | 3): ChartSeries {
  const random = noise(depth);
  const at = Array.from({ length: count }, (_, index) => start + index * (HOUR_MS / 4));
  const value = at.map((_, index) => {
    if (depth === 20 && index % 700 > 430 && index % 700 < 520) return null;
    return 31 - ((index / 96) % 6) * (24 / depth) + Math.sin(index / 15) * 0.2 + random() * 0.2;
  });
  return {
    key: `d${depth}`,
    name: `${depth} cm`,
    unit: "% vol",
    shape: "line",
    tone,
    axis: "soil",
    step: "raw",
    at,
    value,
    ...(depth === 10 && {
      flagged: [40, 41, 42, 300].map((index) => ({
        at: start + index * HOUR_MS,
        value: 20 + (index % 7),
        flag: "stuck" as const,
      })),
    }),
  };
}

const random = noise(7);
const rainHours = Array.from({ length: 14 * 24 }, (_, index) =>
  random() > 0.95 ? random() * 14 : index % 24 === 0 ? 0 : 0,
);
const soil: ChartModel = {
  title: "Umidade do solo, Pivô 03 · Q1",
  timeZone: "America/Sao_Paulo",
  from: start,
  to: start + 14 * DAY_MS,
  axes: [
    { key: "soil", unit: "% vol" },
    { key: "rain", unit: "mm", lower: true },
  ],
  series: [
    moisture(10, 14 * 96 - 60, 1),
    moisture(20, 14 * 96 - 60, 2),
    moisture(40, 14 * 96 - 60, 3),
    {
      key: "rain",
      name: "Chuva",
      unit: "mm",
      shape: "bar",
      tone: "rain",
      axis: "rain",
      step: "hour",
      at: rainHours.map((_, i) => start + i * HOUR_MS),
      value: rainHours,
    },
    {
      key: "irr",
      name: "Irrigação",
      unit: "mm",
      shape: "bar",
      tone: "irrigation",
      axis: "rain",
      step: "day",
      at: Array.from({ length: 14 }, (_, i) => start + i * DAY_MS),
      value: Array.from({ length: 14 }, (_, i) => (i % 4 === 2 ? 12 : 0)),
    },
  ],
  marks: [
    { key: "cc", axis: "soil", label: "Excesso", from: 32, to: 99, tone: "excess" },
    { key: "ok", axis: "soil", label: "Adequado", from: 26, to: 32, tone: "ok" },
    { key: "irr", axis: "soil", label: "Irrigar", from: 24, to: 26, tone: "irrigate" },
    { key: "st", axis: "soil", label: "Déficit", from: 0, to: 24, tone: "stress" },
    { key: "l", axis: "soil", label: "θc", from: 24, tone: "stress" },
  ],
};

const days = Array.from({ length: 38 }, (_, index) => start + index * DAY_MS);
const dr = days.map((_, index) => Math.max(0, ((index * 3.1) % 34) + Math.sin(index) * 2));
const balance: ChartModel = {
  title: "Balanço hídrico, Pivô 03 · Q1",
  timeZone: "America/Sao_Paulo",
  from: start,
  to: start + 38 * DAY_MS,
  now: start + 30 * DAY_MS,
  axes: [
    { key: "dr", unit: "mm", inverse: true, include: [0, 60] },
    { key: "water", unit: "mm", include: [0, 60] },
  ],
  series: [
    {
      key: "band",
      name: "Faixa provável",
      unit: "mm",
      shape: "band",
      tone: "muted",
      axis: "dr",
      step: "day",
      at: days.slice(29),
      value: dr.slice(29).map((v, i) => Math.max(0, v - i * 1.6)),
      upper: dr.slice(29).map((v, i) => v + i * 1.6),
    },
    {
      key: "rain",
      name: "Chuva",
      unit: "mm",
      shape: "bar",
      tone: "rain",
      axis: "water",
      step: "day",
      at: days,
      value: days.map((_, i) => (i % 9 === 4 ? 18 : i % 7 === 1 ? 4 : 0)),
      projectedFrom: start + 30 * DAY_MS,
    },
    {
      key: "irr",
      name: "Irrigação",
      unit: "mm",
      shape: "bar",
      tone: "irrigation",
      axis: "water",
      step: "day",
      at: days,
      value: days.map((_, i) => (i % 11 === 10 ? 12 : 0)),
      projectedFrom: start + 30 * DAY_MS,
    },
    {
      key: "dr",
      name: "Déficit (Dr)",
      unit: "mm",
      shape: "line",
      tone: 1,
      axis: "dr",
      step: "day",
      at: days,
      value: dr,
      projectedFrom: start + 30 * DAY_MS,
    },
  ],
  marks: [
    { key: "afd", axis: "dr", label: "AFD 31 mm", from: 31, tone: "irrigate" },
    { key: "cad", axis: "dr", label: "CAD 58 mm", from: 58, tone: "stress" },
  ],
};

const temperature: ChartModel = {
  title: "Temperatura do ar, Estação Sede",
  timeZone: "America/Cuiaba",
  from: Date.parse("2026-05-14T04:00:00Z"),
  to: Date.parse("2026-05-15T04:00:00Z"),
  axes: [
    { key: "t", unit: "°C" },
    { key: "h", unit: "%" },
  ],
  series: [
    {
      key: "t",
      name: "Temperatura",
      unit: "°C",
      shape: "line",
      tone: 3,
      axis: "t",
      step: "raw",
      at: Array.from({ length: 90 }, (_, i) => Date.parse("2026-05-14T04:00:00Z") + i * 900_000),
      value: Array.from({ length: 90 }, (_, i) =>
        i === 30 || (i > 31 && i < 36) ? null : 18 - 10 * Math.cos(((i - 20) / 96) * 2 * Math.PI),
      ),
    },
    {
      key: "h",
      name: "Umidade relativa",
      unit: "%",
      shape: "line",
      tone: 1,
      axis: "h",
      step: "raw",
      at: Array.from({ length: 90 }, (_, i) => Date.parse("2026-05-14T04:00:00Z") + i * 900_000),
      value: Array.from({ length: 90 }, (_, i) => 60 + 30 * Math.cos(((i - 20) / 96) * 2 * Math.PI)),
    },
  ],
  marks: [
    { key: "frost", axis: "t", label: "risco de geada 3 °C", from: 3, tone: "danger" },
    { key: "dry", axis: "h", label: "atenção 30 %", from: 30, tone: "warning" },
  ],
};

function Card({ model }: { model: ChartModel }) {
  return (
    <section style={{ background: "var(--surface)", margin: 12, borderRadius: 16, padding: 16, minWidth: 0 }}>
      <h2>{model.title}</h2>
      <ChartPanel model={model} name={[model.title]} save={downloadFile} />
    </section>
  );
}

const big: ChartModel = {
  ...soil,
  title: "35.000 × 3",
  to: start + 365 * DAY_MS,
  marks: [],
  axes: [{ key: "soil", unit: "% vol" }],
  series: [moisture(10, 35_000, 1), moisture(20, 35_000, 2), moisture(40, 35_000, 3)],
};

/** Milliseconds from a reply in memory to a picture, for a chart with 3 × 35,000 points. */
async function measure(): Promise<number[]> {
  const { createPlot } = await import("../src/ui/chart/draw/plot.ts");
  const element = document.createElement("div");
  document.body.append(element);
  const plot = createPlot(element, { width: 900, height: 320 });
  const palette = readPalette(document.documentElement);
  const times = [1, 2, 3, 4, 5].map(() => {
    const began = performance.now();
    const placed = placeSeries(big);
    stops(placed);
    const layout = layOut(big, big.series, 320);
    plot.draw(chartOption({ model: big, placed, layout, view: wholeView(big), palette, width: 900 }));
    return Math.round(performance.now() - began);
  });
  plot.dispose();
  element.remove();
  return times;
}
Object.assign(window, { measure });

export function ChartsPage() {
  const models = location.search.includes("big") ? [big] : [soil, balance, temperature];
  return (
    <NowProvider clock={() => start + 14 * DAY_MS}>
      <main style={{ padding: 16 }}>
        <h1>Gráficos</h1>
        {models.map((model) => (
          <Card key={model.title} model={model} />
        ))}
      </main>
    </NowProvider>
  );
}
