import { HOUR_MS } from "@lamina/shared/core/time";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NowProvider } from "../now.tsx";
import type { Scene } from "./draw/scene.ts";
import type { ChartModel } from "./model/model.ts";
import { TimeChart } from "./time-chart.tsx";
import { useChartView } from "./use-chart-view.ts";

const paint = vi.hoisted(() => vi.fn());
vi.mock("./draw/paint.ts", () => ({ paint }));

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const start = Date.parse("2026-05-14T03:00:00Z");
const at = [0, 1, 2, 3].map((index) => start + index * HOUR_MS);
const one = { unit: "°C", shape: "line", axis: "t", step: "raw", at } as const;
const model: ChartModel = {
  title: "Temperatura do ar",
  timeZone: "America/Sao_Paulo",
  from: start,
  to: start + 4 * HOUR_MS,
  axes: [{ key: "t", unit: "°C" }],
  series: [
    { ...one, key: "a", name: "Sede", tone: 1, value: [18, 19, null, 21] },
    { ...one, key: "b", name: "Norte", tone: 2, value: [17, 17.5, 18, null] },
  ],
};

function Chart({
  busy = false,
  of = model,
  now = start + 3.5 * HOUR_MS,
}: {
  busy?: boolean;
  of?: ChartModel;
  now?: number | undefined;
}) {
  const state = useChartView(of);
  return (
    <NowProvider clock={() => now}>
      <TimeChart model={of} state={state} busy={busy} />
    </NowProvider>
  );
}

const drawn = () => (paint.mock.lastCall?.[1] as Scene | undefined)?.placed.length;

it("draws, and does not when it is gone", async () => {
  const { unmount } = render(<Chart />);
  expect(screen.getByRole("figure").textContent).toContain("Sede: de 18,0 °C a 21,0 °C");
  await waitFor(() => expect(paint).toHaveBeenCalled());
  paint.mockClear();
  render(<Chart />).unmount();
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  expect(paint).not.toHaveBeenCalled();
});

it("shows the last readings, and those at the cursor once there is one", async () => {
  render(<Chart />);
  const resting = "Última leitura, 14/05/2026 03:00 · há 30 min";
  expect(screen.getByText(resting)).toBeDefined();
  expect(screen.getByRole("button", { name: /Sede/ }).textContent).toMatch(/21,0 °C$/);
  // A reading of another moment names its own.
  expect(screen.getByRole("button", { name: /Norte/ }).textContent).toMatch(/18,0 °C em 14\/05 02:00$/);
  const cursor = screen.getByRole("slider");
  cursor.focus();
  await userEvent.keyboard("{Home}{ArrowRight}");
  expect(screen.getByText("14/05/2026 01:00")).toBeDefined();
  expect(cursor.getAttribute("aria-valuetext")).toBe("14/05/2026 01:00: Sede 19,0 °C; Norte 17,5 °C");
  await userEvent.keyboard("{ArrowRight}");
  expect(cursor.getAttribute("aria-valuetext")).toBe("14/05/2026 02:00: Sede – °C; Norte 18,0 °C");
  await userEvent.keyboard("{Escape}");
  expect(screen.getByText(resting)).toBeDefined();
});

it("shows the first values of a projection, with their day", () => {
  const days = at.map((_, index) => start + index * 24 * HOUR_MS);
  const daily = { ...one, step: "day" as const, at: days };
  const projected: ChartModel = {
    ...model,
    to: start + 4 * 24 * HOUR_MS,
    series: [{ ...daily, key: "a", name: "Com plano", tone: 1, value: [null, 19, 20, 21], projectedFrom: start }],
  };
  const view = render(<Chart of={projected} />);
  expect(screen.getByText("15/05/2026")).toBeDefined();
  expect(screen.getByRole("button", { name: /Com plano/ }).textContent).toMatch(/19,0 °C$/);
  // Beside a measured series it names its own day.
  const measured = { ...daily, key: "b", name: "Déficit", tone: 2 as const, value: [17, null, null, null] };
  view.rerender(<Chart key="both" of={{ ...projected, series: [...projected.series, measured] }} />);
  expect(screen.getByText("Último dia, 14/05/2026")).toBeDefined();
  expect(screen.getByRole("button", { name: /Com plano/ }).textContent).toMatch(/19,0 °C em 15\/05$/);
});

it("shows the value of now of a series that also has later ones, such as a normal", () => {
  const normal = { ...one, key: "c", name: "Normal", tone: "muted" as const, value: [10, 11, 12, 13] };
  const [sede] = model.series;
  render(<Chart of={{ ...model, series: sede ? [{ ...sede, value: [18, 19, 20, null] }, normal] : [] }} now={at[2]} />);
  expect(screen.getByText("Última leitura, 14/05/2026 02:00 · agora")).toBeDefined();
  expect(screen.getByRole("button", { name: /Normal/ }).textContent).toMatch(/12,0 °C$/);
  // The line has the step of the last value, not that of a finer series.
  cleanup();
  const hours = { ...normal, key: "h", name: "Chuva", shape: "bar" as const, step: "hour" as const };
  render(
    <Chart of={{ ...model, series: sede ? [{ ...sede, value: [18, null, null, null] }, hours] : [] }} now={at[2]} />,
  );
  expect(screen.getByText("Última hora, 14/05/2026 02–03 h")).toBeDefined();
});

it("hides a series with its entry in the legend", async () => {
  render(<Chart />);
  await waitFor(() => expect(paint).toHaveBeenCalled());
  expect(drawn()).toBe(2);
  const entry = screen.getByRole("button", { name: /Norte/, pressed: true });
  await userEvent.click(entry);
  expect(entry.getAttribute("aria-pressed")).toBe("false");
  expect(drawn()).toBe(1);
});

it("keeps the old picture and says that a newer one is loading", async () => {
  const { container, rerender } = render(<Chart />);
  await waitFor(() => expect(paint).toHaveBeenCalled());
  const canvas = container.querySelector("canvas");
  rerender(<Chart busy />);
  expect(screen.getByRole("figure").getAttribute("aria-busy")).toBe("true");
  expect(container.querySelector("canvas")).toBe(canvas);
});
