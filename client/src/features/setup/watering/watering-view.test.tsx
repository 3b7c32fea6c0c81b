import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { type ApiServer, startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { NowProvider } from "../../../ui/now.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { wateringView } from "./watering-view.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }),
}));

const STORED = {
  clientId: "c1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  active: true,
};
const right = (screen: string) => ({ screen, view: true, create: true, edit: true, remove: true });
const farm = (_id: string, timezone: string) => ({
  ...STORED,
  _id,
  name: _id,
  lat: -15,
  lon: -50,
  altitude: 500,
  timezone,
});
const pivot = (_id: string, farmId: string) => ({
  ...STORED,
  _id,
  farmId,
  name: _id,
  kind: "pivot",
  lat: -15,
  lon: -50,
  radiusM: 400,
  angleStart: 0,
  angleEnd: 360,
  flowM3h: 200,
  minPercent: 10,
  maxHoursDay: 21,
  efficiencyPct: 85,
});
const sector = (_id: string, pivotId: string) => ({
  ...STORED,
  _id,
  pivotId,
  name: _id,
  angleStart: 0,
  angleEnd: 360,
  soilId: "s",
});

beforeAll(installDialog);
beforeEach(() => {
  sessionStorage.clear();
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(search: string, answers: ApiServer["answers"]) {
  const api = await startApiServer({
    "GET /User/Me": () => ({
      _id: "u1",
      name: "Ana",
      userName: "ana",
      groupName: "Gestor",
      permissions: ["watering", "farms"].map(right),
    }),
    "GET /Farm/GetByClientID": () => [farm("Leste", "America/Sao_Paulo"), farm("Oeste", "America/Cuiaba")],
    "GET /Pivot/GetByClientID": () => [pivot("P1", "Leste"), pivot("P2", "Oeste")],
    "GET /PivotSector/GetByClientID": () => [sector("Q1", "P1"), sector("Q2", "P2")],
    ...answers,
  });
  const router = createMemoryRouter([{ path: "/setup/watering", element: <RecordScreen view={wateringView} /> }], {
    initialEntries: [`/setup/watering?${search}`],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <NowProvider clock={() => Date.parse("2026-05-14T12:00:00Z")}>
        <RouterProvider router={router} />
      </NowProvider>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

it("reads the start of a new watering in the zone of the sector's farm, not of the first farm", async () => {
  const { api, user } = await open("novo", {
    "GET /Watering/GetPage": () => ({ items: [], next: null }),
    "POST /Watering/Insert": (_request, response) => void response.writeHead(503).end(),
  });
  await user.selectOptions(await screen.findByRole("combobox", { name: /^Setor/ }), "P2 · Q2");
  const [time] = screen.getAllByRole<HTMLInputElement>("textbox", { name: "Hora" });
  if (!time) throw new Error("no time of the start");
  await user.clear(time);
  await user.type(time, "0800");
  await user.type(screen.getByRole("textbox", { name: /^Lâmina bruta/ }), "10");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await expect.poll(() => api.count("POST /Watering/Insert")).toBe(1);
  const sent = api.requests.find(({ method }) => method === "POST")?.body;
  expect(sent).toMatchObject({ sectorId: "Q2", start: expect.stringMatching(/T12:00:00\.000Z$/) });
});

it("accepts a note on a watering whose computed hours no person may enter", async () => {
  const start = "2026-05-02T12:00:00.000Z";
  const computed = { grossMm: 90, netMm: 76, hours: 300, volumeM3: 45_000 };
  const watering = { ...STORED, _id: "w1", sectorId: "Q1", start, ...computed, source: "manual" };
  const { api, user } = await open("registro=w1", {
    "GET /Watering/GetPage": () => ({ items: [watering], next: null }),
    "POST /Watering/Update": () => ({ matchedCount: 1 }),
  });
  await user.type(await screen.findByRole("textbox", { name: /^Observa/ }), "Vento");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await expect.poll(() => api.count("POST /Watering/Update")).toBe(1);
  expect(api.requests.find(({ method }) => method === "POST")?.body).toMatchObject({ _id: "w1", note: "Vento" });
});
