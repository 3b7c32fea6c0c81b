import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type ApiServer, sendProblem, startApiServer } from "../../../../testing/api-server.ts";
import { prepareScreens } from "../../../../testing/screen.tsx";
import { expectConsoleError } from "../../../../testing/setup.ts";
import { QualityScreen } from "./quality-screen.tsx";

vi.mock("../../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }),
}));

const stored = {
  clientId: "c1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  active: true,
};
const farm = { ...stored, _id: "f1", name: "Sede", lat: -15, lon: -47, altitude: 900, timezone: "America/Sao_Paulo" };
const rights = {
  _id: "u1",
  name: "Ana",
  userName: "ana",
  groupName: "Gestor",
  permissions: ["farms", "device"].map((screen) => ({ screen, view: true, create: true, edit: true, remove: true })),
};
const value = (input: string, more: object) => ({
  input,
  unit: "°C",
  value: 31,
  state: "measured",
  hours: 24,
  from: null,
  findings: [],
  ...more,
});
const station = {
  deviceId: "d1",
  serial: "EM-01",
  name: "Estação",
  days: [
    {
      date: "2026-05-13",
      values: [
        value("tMax", {
          state: "filled",
          value: 30,
          from: "forecast",
          findings: [{ flag: "gap", hours: [11, 12, 13] }],
        }),
        value("rad", {
          unit: "MJ/m²",
          state: "refused",
          value: null,
          findings: [{ flag: "above-clear-sky", hours: [12] }],
        }),
        value("rain", { unit: "mm", state: "incomplete", value: 40, hours: 18 }),
      ],
    },
  ],
};

const show = prepareScreens(Date.parse("2026-05-14T12:00:00Z"));

async function open(answers: ApiServer["answers"]) {
  await startApiServer({
    "GET /User/Me": () => rights,
    "GET /Farm/GetByClientID": () => [farm],
    ...answers,
  });
  return show(<QualityScreen />, "*", "/", { wide: false });
}

it("shows the origin of every value, and why it was not simply measured", async () => {
  await open({ "GET /WeatherDaily/GetQuality": () => ({ farmId: "f1", stations: [station] }) });
  expect(await screen.findByText("preenchido")).toBeTruthy();
  expect(screen.getByText("de: previsão")).toBeTruthy();
  expect(screen.getByText("sem leitura: 11–13 h")).toBeTruthy();
  expect(screen.getByText("recusado")).toBeTruthy();
  expect(screen.getByText("acima do céu limpo: 12 h")).toBeTruthy();
  expect(screen.getByText("pluviômetro ouvido em 18 de 24 h")).toBeTruthy();
});

it("says that a farm has no station, and offers another try when the API fails", async () => {
  expectConsoleError(/Erro ao carregar a qualidade dos dados ApiError: internal/);
  const { queryClient } = await open({
    "GET /WeatherDaily/GetQuality": () => ({ farmId: "f1", stations: [] }),
  });
  expect(await screen.findByText("Nenhuma estação ou pluviômetro nesta fazenda")).toBeTruthy();
  cleanup();
  queryClient.clear();
  await open({ "GET /WeatherDaily/GetQuality": (_, response) => sendProblem(response, 500, "internal") });
  const retry = await screen.findByRole("button", { name: "Tentar novamente" });
  await userEvent.click(retry);
  await waitFor(() => expect(screen.getByRole("button", { name: "Tentar novamente" })).toBeTruthy());
});

it("does not take farms that were not loaded for no farm", async () => {
  expectConsoleError(/Erro ao carregar/);
  await open({ "GET /Farm/GetByClientID": (_, response) => sendProblem(response, 500, "internal") });
  expect(await screen.findByRole("button", { name: "Tentar novamente" })).toBeTruthy();
  expect(screen.queryByText("Nenhuma fazenda cadastrada")).toBeNull();
});

it("asks about the doubted rain of a station, with its ways out", async () => {
  const doubt = { sensorId: "s1", kind: "day", mm: 260, acceptable: true, isTotal: false };
  const dates = ["2026-05-13", "2026-05-12"];
  const days = dates.map((date, index) => ({
    date,
    values: [
      value("rain", {
        unit: "mm",
        state: "doubted",
        value: null,
        hours: 0,
        doubt: { ...doubt, days: [date], mm: 260 - index },
        findings: [{ flag: "doubted", hours: [14, 15] }],
      }),
    ],
  }));
  const bodies: unknown[] = [];
  await open({
    "GET /User/Me": () => ({
      ...rights,
      permissions: ["device", "farms", "watering"].map((screen) => ({
        ...{ screen, view: true, create: true, edit: true, remove: true },
      })),
    }),
    "GET /WeatherDaily/GetQuality": () => ({ farmId: "f1", stations: [{ ...station, days }] }),
    "POST /Rain/Accept": ({ body }) => {
      bodies.push(body);
      return { matchedCount: 2 };
    },
  });
  expect(
    await screen.findByText(/Chuva de 12\/05, 13\/05 em dúvida: o pluviômetro EM-01 mediu 260,0 mm em um dia\./),
  ).toBeTruthy();
  expect(screen.getAllByText("em dúvida")).toHaveLength(2);
  expect(screen.getByRole("button", { name: "Tratar como acumulado" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Registrar a chuva" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "A chuva foi mesmo essa" }));
  await waitFor(() => expect(bodies).toEqual([{ sensorId: "s1", days: ["2026-05-12", "2026-05-13"] }]));
});
