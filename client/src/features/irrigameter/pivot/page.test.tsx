import type { Client } from "@lamina/shared/records/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { pivotPath } from "../../../core/navigation/pivot-path.ts";
import { startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { NowProvider } from "../../../ui/now.tsx";
import { AT, irrigameter, sectorDetail } from "../testing/fixtures.ts";
import { Component } from "./page.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 2 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));
vi.mock("../detail/balance-chart.tsx", () => ({
  BalanceChart: ({ name }: { name: string }) => <p>gráfico de {name}</p>,
}));

vi.setConfig({ testTimeout: 20_000 });

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  installDialog();
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const stored = { clientId: "c1", createdAt: AT, updatedAt: AT, active: true };

async function open(path: string) {
  const permissions = ["irrigameter", "watering", "balance", "report"].map((name) => ({
    screen: name,
    view: true,
    create: true,
    edit: true,
    remove: true,
  }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => irrigameter(),
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    "POST /Irrigameter/Simulate": () => sectorDetail().projection,
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Season/GetByClientID": () => [],
    "GET /Report/IrrigationManager": () => ({ generatedAt: AT, from: "2026-03-08", to: "2026-05-13", sectors: [] }),
    "GET /Notification/GetByClientID": () => ({
      items: ["p1", "p2"].map((pivotId) => ({
        ...stored,
        _id: `n-${pivotId}`,
        pivotId,
        date: AT,
        type: "pivot-stopped",
        severity: "warning",
        title: "Parou",
        message: `${pivotId} parou`,
        readBy: [],
      })),
      next: null,
    }),
    "GET /Watering/GetPage": () => ({
      items: ["p1q1", "p2q1"].map((sectorId) => ({
        ...stored,
        _id: `w-${sectorId}`,
        sectorId,
        start: "2026-05-12T10:00:00Z",
        grossMm: 12,
        netMm: 10,
        source: "manual",
        note: `nota de ${sectorId}`,
      })),
      next: null,
    }),
    "GET /Rain/GetPage": () => ({ items: [], next: null }),
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
  });
  const router = createMemoryRouter([{ path: "/irrigameter/pivo/:pivotId", element: <Component /> }], {
    initialEntries: [path],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <NowProvider clock={() => Date.parse(AT)}>
        <RouterProvider router={router} />
      </NowProvider>
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup() };
}

it("shows one machine: its state now, its facts by question, its own alerts and records", async () => {
  await open(pivotPath("p1"));
  expect(await screen.findByRole("heading", { level: 1, name: "Pivô 01" })).toBeDefined();
  expect(document.body.textContent).toContain("Estadocom água");
  expect(document.body.textContent).toContain("Ângulo214°");
  for (const question of ["Aplicar", "Por quê", "Máquina", "Custo"])
    expect(screen.getByRole("region", { name: question })).toBeDefined();
  expect(await screen.findByText(/p1 parou/)).toBeDefined();
  expect(screen.queryByText(/p2 parou/)).toBeNull();
  const records = within(await screen.findByRole("table", { name: "Registros de 30 dias" }));
  expect(records.getByText("nota de p1q1")).toBeDefined();
  expect(records.queryByText("nota de p2q1")).toBeNull();
  expect(await screen.findByText(/Ainda não há safra anterior/)).toBeDefined();
});

it("shows the sector of the address, and opens an action on the same page", async () => {
  const { router, user } = await open(pivotPath("p1", "p1q2"));
  expect(await screen.findByText("gráfico de Pivô 01 · Q2")).toBeDefined();
  await user.click(await screen.findByRole("button", { name: "Irriguei" }));
  expect(await screen.findByRole("dialog", { name: "Irriguei · Pivô 01 · Q2" })).toBeDefined();
  expect(router.state.location.pathname).toBe("/irrigameter/pivo/p1");
});

it("says so when there is no such pivot", async () => {
  await open(pivotPath("gone"));
  expect(await screen.findByText(/Este pivô não existe/)).toBeDefined();
});
