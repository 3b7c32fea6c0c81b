import type { DeviceFinding } from "@lamina/shared/records/devices/finding";
import type { Device, Sensor } from "@lamina/shared/records/telemetry";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { RouteAnswer } from "../../../../testing/api-server.ts";
import { prepareScreens } from "../../../../testing/screen.tsx";
import { failing, pending, withClient } from "../../testing/with-client.ts";
import { FindingsCard } from "./findings-card.tsx";

const open = prepareScreens(Date.parse("2026-11-26T12:00:00Z"));
const device = { _id: "d1", serial: "EST-1", farmId: "f1" } as Device;
const sensor = { _id: "s1", deviceId: "d1", variable: "rain", unit: "mm", calibA: 0, calibB: 1 } as Sensor;
const FINDINGS: DeviceFinding[] = [
  { id: "counter", sensorId: "s1", variable: "rain", change: { variable: "rainTotal" } },
  { id: "clock", sensorId: null, variable: null, minutes: 180, storedToo: true },
];

async function show(findings: RouteAnswer, others = {}) {
  const api = await withClient({ "GET /Device/GetFindings": findings, ...others });
  open(<FindingsCard device={device} sensors={[sensor]} timeZone="America/Sao_Paulo" />, "/", "/");
  return api;
}

it("mends the sensor of a finding, and leaves its calibration as it is", async () => {
  const api = await show(() => FINDINGS, {
    "PUT /Sensor/Update": () => ({ matchedCount: 1 }),
    "POST /Sensor/Update": () => ({ matchedCount: 1 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Usar como total" }));
  await vi.waitFor(() =>
    expect(api.requests.map(({ body }) => body)).toContainEqual({ _id: "s1", variable: "rainTotal" }),
  );
});

it("corrects the clock of a device", async () => {
  const api = await show(() => FINDINGS, { "POST /Device/CorrectClock": () => ({ matchedCount: 1, moved: 2 }) });
  expect(await screen.findByText(/O relógio está .* adiantado/)).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Corrigir" }));
  await vi.waitFor(() => expect(api.requests.map(({ body }) => body)).toContainEqual({ _id: "d1", minutes: 180 }));
});

it("shows nothing while it loads", async () => {
  await show(pending);
  expect(screen.queryByText("O que chama atenção")).toBeNull();
});

it("without a finding shows nothing", async () => {
  const api = await show(() => []);
  await vi.waitFor(() => expect(api.count("GET /Device/GetFindings")).toBe(1));
  expect(screen.queryByText("O que chama atenção")).toBeNull();
});

it("offers another try when the API fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const api = await show(failing);
  expect(await screen.findByText("O que chama atenção")).toBeTruthy();
  api.answers["GET /Device/GetFindings"] = () => FINDINGS;
  await userEvent.click(await screen.findByRole("button", { name: /Tentar/ }));
  expect(await screen.findByRole("button", { name: "Corrigir" })).toBeTruthy();
});
