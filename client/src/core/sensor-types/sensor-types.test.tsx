import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { sendProblem, startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { expectConsoleError } from "../../testing/setup.ts";
import { clientSetup } from "../clients/current-clients.ts";
import { DevicesCard } from "./devices-card.tsx";
import { chooseSensorType } from "./use-sensor-types.ts";

const show = prepareScreens(Date.parse("2026-02-01T12:00:00Z"));
const gauge = { _id: "rain-gauge", name: "Pluviômetro", kind: "rain", unit: "mm", min: 0, max: 200 };

async function open(answers: Parameters<typeof startApiServer>[0]) {
  const api = await startApiServer({
    "GET /Client/GetAll": () => [{ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }],
    "GET /SensorType/GetTypeByID": () => [gauge],
    ...answers,
  });
  clientSetup.start();
  onTestFinished(clientSetup.clear);
  await vi.waitUntil(() => clientSetup.state.get().status === "ready");
  show(<DevicesCard title="Tipos" />, "/", "/");
  return api;
}

it("selects the type of the stored client id, otherwise the first", () => {
  const types = [{ _id: "a" }, { _id: "c1" }];
  expect(chooseSensorType(types, "c1")).toBe(types[1]);
  expect(chooseSensorType(types, "other")).toBe(types[0]);
  expect(chooseSensorType([], "c1")).toBeUndefined();
});

it("shows one type's page with the data of /SensorType/GetByID", async () => {
  const api = await open({ "GET /SensorType/GetByID": () => [{ ...gauge, max: 300 }] });
  await userEvent.click(await screen.findByRole("button", { name: "Pluviômetro" }));
  expect(await screen.findByText("0 a 300 mm")).toBeTruthy();
  expect(api.requests.map(({ url }) => url)).toContain("/SensorType/GetByID?ID=rain-gauge");
});

it("only logs a list that fails", async () => {
  expectConsoleError(/Erro ao carregar os dados:/);
  const api = await open({
    "GET /SensorType/GetTypeByID": (_request, response) => sendProblem(response, 500, "internal"),
  });
  await vi.waitFor(() => expect(api.count("GET /SensorType/GetTypeByID")).toBe(1));
  await vi.waitFor(() => expect(screen.queryByRole("status")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByText(/Tentar novamente/)).toBeNull();
});
