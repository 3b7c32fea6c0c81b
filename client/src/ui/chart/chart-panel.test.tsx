import { HOUR_MS } from "@lamina/shared/core/time";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { installDialog } from "../../testing/dialog.ts";
import type { SaveFile } from "../export/save-file.ts";
import { NowProvider } from "../now.tsx";
import { ChartPanel } from "./chart-panel.tsx";
import type { ChartModel } from "./model/model.ts";

vi.mock("./draw/paint.ts", () => ({ paint() {} }));

beforeAll(installDialog);
beforeEach(() => {
  const observer = class {
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal("ResizeObserver", observer);
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const start = Date.parse("2026-05-14T03:00:00Z");
const model: ChartModel = {
  title: "Temperatura do ar",
  timeZone: "America/Sao_Paulo",
  from: start,
  to: start + 4 * HOUR_MS,
  axes: [{ key: "t", unit: "°C" }],
  series: [
    {
      key: "a",
      name: "Sede",
      unit: "°C",
      shape: "line",
      tone: 1,
      axis: "t",
      step: "raw",
      at: [0, 1, 2, 3].map((hour) => start + hour * HOUR_MS),
      value: [18, 19, null, 21],
    },
  ],
};
const panel = (save: SaveFile = async () => {}) => (
  <NowProvider clock={() => model.to}>
    <ChartPanel model={model} name={["Temperatura"]} save={save} />
  </NowProvider>
);

it("offers to show the whole period while it shows a part of it", async () => {
  render(panel());
  const whole = () => screen.queryByRole("button", { name: "Mostrar tudo" });
  expect(whole()).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Aproximar" }));
  const shown = whole();
  if (shown) await userEvent.click(shown);
  expect(shown).not.toBeNull();
  expect(whole()).toBeNull();
});

it("shows the same data as a table", async () => {
  render(panel());
  await userEvent.click(screen.getByRole("button", { name: "Tabela" }));
  const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "Data e horaSede (°C)",
    "14/05/2026 00:0018,0",
    "14/05/2026 01:0019,0",
    "14/05/2026 02:00–",
    "14/05/2026 03:0021,0",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Gráfico" }));
  expect(screen.getByRole("slider")).toBeDefined();
});

it("exports only the visible part of a zoomed chart", async () => {
  const save = vi.fn(async (_file: File) => {});
  render(panel(save));
  await userEvent.click(screen.getByRole("button", { name: "Aproximar" }));
  await userEvent.click(screen.getByRole("button", { name: "Exportar" }));
  await userEvent.click(screen.getByRole("button", { name: /CSV/ }));
  const csv = await save.mock.calls[0]?.[0].text();
  expect(csv?.split("\r\n").slice(1, -1)).toEqual([
    "14/05/2026 01:00;19,0",
    "14/05/2026 02:00;",
    "14/05/2026 03:00;21,0",
  ]);
});
