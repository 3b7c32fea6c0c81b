import { Monitor } from "@lamina/shared/records/telemetry";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { FieldCapacityCard } from "./field-capacity-card.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }),
}));

const monitor = Monitor.parse({
  _id: "m1",
  clientId: "c1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  active: true,
  name: "Sonda 1",
  sectorId: "s1",
  sensorIds: ["a", "b", "d", "c"],
  fieldCapacities: { c: 30 },
});
const depths = [
  { sensorId: "a", depthCm: 10, usedPct: 33.8, suggestedPct: 31.2, spreadPct: 0.4, wettings: 5 },
  { sensorId: "b", depthCm: 20, usedPct: 33.8, suggestedPct: null, spreadPct: null, wettings: 1 },
  { sensorId: "d", depthCm: 30, usedPct: 33.8, suggestedPct: 33.5, spreadPct: 0.4, wettings: 4 },
  { sensorId: "c", depthCm: 40, usedPct: 30, suggestedPct: 30, spreadPct: 0.2, wettings: 3 },
];
const show = prepareScreens(Date.parse("2026-05-14T12:00:00Z"));

async function open(edit: boolean, accept: RouteAnswer = () => ({ matchedCount: 1 })) {
  const permission = { screen: "monitor", view: true, create: edit, edit, remove: edit };
  const api = await startApiServer({
    "GET /User/Me": () => ({ _id: "u1", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [permission] }),
    "GET /Monitor/GetFieldCapacity": () => ({ monitorId: "m1", depths }),
    "POST /Monitor/AcceptFieldCapacity": accept,
  });
  show(<FieldCapacityCard record={monitor} />, "*", "/", { wide: false });
  return api;
}

it("shows the suggestion of the wettings for each depth, takes over the different ones, and restores those of the soil", async () => {
  const api = await open(true);
  const table = await screen.findByRole("table", { name: "CC medida pela sonda" });
  const [, first, second, third] = within(table).getAllByRole("row");
  expect(first?.textContent).toBe("10 cm33,831,2 ± 0,4de 5 molhamentos");
  expect(second?.textContent).toBe("20 cm33,8–menos de dois molhamentos com patamar");
  expect(third?.textContent).toBe("30 cm33,833,5 ± 0,4de 4 molhamentosnão difere da CC em uso");
  const user = userEvent.setup();
  const sent = () => api.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  await user.click(await screen.findByRole("button", { name: "Usar a CC sugerida" }));
  await waitFor(() => expect(sent()).toEqual([{ _id: "m1", depths: [{ sensorId: "a", fcPct: 31.2 }] }]));
  await user.click(await screen.findByRole("button", { name: "Voltar à CC do solo" }));
  await waitFor(() => expect(sent()[1]).toEqual({ _id: "m1", depths: [{ sensorId: "c", fcPct: null }] }));
});

it("reports a failure", async () => {
  await open(true, (_request, response) => sendProblem(response, 500, "unexpected"));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Usar a CC sugerida" }));
  expect(await screen.findByText("A CC não foi trocada")).toBeTruthy();
});

it("shows no buttons without the right", async () => {
  await open(false);
  await screen.findByRole("table", { name: "CC medida pela sonda" });
  expect(screen.queryAllByRole("button")).toEqual([]);
});
