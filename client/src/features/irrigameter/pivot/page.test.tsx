import type { Client } from "@lamina/shared/records/client";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { pivotPath } from "../../../core/navigation/pivot-path.ts";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { AT, irrigameter, sectorDetail, withMachines } from "../testing/fixtures.ts";
import { Component } from "./page.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 2 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));
vi.mock("../detail/balance-chart.tsx", () => ({
  BalanceChart: ({ name }: { name: string }) => <p>gráfico de {name}</p>,
}));

const show = prepareScreens(Date.parse(AT));

const stored = { clientId: "c1", createdAt: AT, updatedAt: AT, active: true };

async function open(path: string, board = irrigameter(), wide = true) {
  const permissions = ["irrigameter", "watering", "balance", "report"].map((name) => ({
    screen: name,
    view: true,
    create: true,
    edit: true,
    remove: true,
  }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => board,
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
    // A page for each watering, as an API sends them where a farm has more than a page holds.
    "GET /Watering/GetPage": ({ url }) => ({
      items: [url?.includes("after=") ? "p1q1" : "p2q1"].map((sectorId) => ({
        ...stored,
        _id: `w-${sectorId}`,
        sectorId,
        start: "2026-05-12T10:00:00Z",
        grossMm: 12,
        netMm: 10,
        source: "manual",
        note: `nota de ${sectorId}`,
      })),
      next: url?.includes("after=") ? null : "p2q1",
    }),
    "GET /FieldNote/GetPage": () => ({
      items: [
        { ...stored, _id: "n1", pivotId: "p1", at: AT, note: "bocal 12 entupido", photoId: "f1", userName: "Bruno" },
      ],
      next: null,
    }),
    "GET /Photo/GetByID": (_request, response) => {
      response.writeHead(200, { "content-type": "image/jpeg" }).end(Buffer.from([0xff, 0xd8]));
    },
    "GET /Rain/GetPage": () => ({ items: [], next: null }),
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
  });
  return { ...show(<Component />, "/irrigameter/pivo/:pivotId", path, { wide }), user: userEvent.setup() };
}

it("of a running machine begins with a sector that it waters, so that figure and sentence agree", async () => {
  const board = irrigameter();
  const plans = board.plans.map((plan) => ({
    ...plan,
    items: plan.items.map((item) => ({ ...item, sectorIds: ["p1q2"], underWay: true })),
  }));
  await open("/irrigameter/pivo/p1", withMachines({ ...board, plans }));
  expect(await screen.findByRole("heading", { name: "Q2", level: 3 })).toBeDefined();
  expect(screen.getAllByText("Regando").length).toBeGreaterThan(0);
});

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

it("folds rarely needed parts on a phone after the records, and remembers the opened ones", async () => {
  const { user } = await open(pivotPath("p1"), irrigameter(), false);
  const records = await screen.findByRole("table", { name: "Registros de 30 dias" });
  const chart = await screen.findByText(/gráfico de/);
  expect(records.compareDocumentPosition(chart)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole("region", { name: "Custo" })).toBeNull();
  await user.click(screen.getByText("Números do setor e da máquina"));
  expect(await screen.findByRole("region", { name: "Custo" })).toBeDefined();
  cleanup();
  await open(pivotPath("p1"), irrigameter(), false);
  expect(await screen.findByRole("region", { name: "Custo" })).toBeDefined();
  localStorage.clear();
});

it("shows the sector of the address, and opens an action on the same page", async () => {
  const { address, user } = await open(pivotPath("p1", "p1q2"));
  expect(await screen.findByText("gráfico de Pivô 01 · Q2")).toBeDefined();
  await user.click(await screen.findByRole("button", { name: /^Irriguei:/ }));
  expect(await screen.findByRole("dialog", { name: "Irriguei · Pivô 01 · Q2" })).toBeDefined();
  expect(address()).toMatch(/^\/irrigameter\/pivo\/p1(\?|$)/);
});

it("shows a note's photo small, and large in a dialog", async () => {
  const { user } = await open(pivotPath("p1"));
  await user.click(await screen.findByRole("button", { name: "Abrir foto: Pivô 01, bocal 12 entupido" }));
  const large = within(await screen.findByRole("dialog", { name: "Foto: Pivô 01, bocal 12 entupido" }));
  expect(large.getByRole("img", { name: "Foto: Pivô 01, bocal 12 entupido" })).toBeDefined();
});

it("opens a note on the machine, which needs text or a photo", async () => {
  const { user } = await open(pivotPath("p1"));
  await user.click(await screen.findByRole("button", { name: "Anotar" }));
  const form = within(await screen.findByRole("dialog", { name: "Anotar · Pivô 01" }));
  await user.click(form.getByRole("button", { name: "Registrar" }));
  expect(await form.findByText("Escreva algo ou tire uma foto.")).toBeDefined();
  expect(form.getByLabelText("Incluir foto").getAttribute("accept")).toBe("image/*");
});

it("says so when there is no such pivot", async () => {
  await open(pivotPath("gone"));
  expect(await screen.findByText(/Este pivô não existe/)).toBeDefined();
});

it("does not take a sector's own recommendation for the run under way", async () => {
  const board = irrigameter();
  const plans = board.plans.map((plan) => ({
    ...plan,
    items: plan.items.map((item) => ({ ...item, underWay: true })),
  }));
  await open(pivotPath("p1"), withMachines({ ...board, plans }));
  expect(await screen.findByRole("region", { name: "O setor sozinho, fora da rega de agora" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Aplicar" })).toBeNull();
  expect(screen.queryByText("Início sugerido")).toBeNull();
});
