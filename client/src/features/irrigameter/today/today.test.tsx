import type { Client } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component } from "../page.tsx";
import { AT, irrigameter } from "../testing/fixtures.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

vi.setConfig({ testTimeout: 20_000 });

const show = prepareScreens(Date.parse(AT));

type Plan = Irrigameter["plans"][number];

async function open(change: (plan: Plan) => Plan, board: Irrigameter = irrigameter()) {
  const permissions = ["irrigameter", "balance", "farms"].map((name) => ({
    ...{ screen: name, view: true, create: true, edit: true, remove: true },
  }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => ({ ...board, plans: board.plans.map(change) }),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
    "POST /DayPlan/Try": () => board.plans[0],
  });
  show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  await screen.findByRole("heading", { name: "Hoje" });
}

const named = (list: HTMLElement) =>
  within(list)
    .queryAllByRole("link")
    .map(({ textContent }) => textContent);

it("folds many running machines, so that the first one to start is at the top", async () => {
  const sectors = { p1: "p1q1", p2: "p2q1", p3: "p3q1", p4: "p4q1" };
  await open((plan) => ({
    ...plan,
    items: plan.items.flatMap((item) =>
      Object.entries(sectors).map(([pivotId, sectorId]) => ({
        ...{ ...item, pivotId, sectorIds: [sectorId], underWay: true },
      })),
    ),
  }));
  const list = screen.getByRole("list", { name: "O que fazer hoje, na ordem" });
  expect(named(list)).toEqual([]);
  const folded = screen.getByText("Regando agora: 4 máquinas").closest("details");
  expect(folded?.open).toBe(false);
  if (!folded) throw new Error("nothing folded");
  expect(named(folded)).toEqual([]);
  await userEvent.click(within(folded).getByText("Regando agora: 4 máquinas"));
  await waitFor(() => expect(named(folded)).toHaveLength(4));
  // No bar of a running machine can be dragged.
  expect(screen.queryByText(/Arraste uma barra/)).toBeNull();
});

it("names the reasons of a machine that does not fit below its sentence", async () => {
  const reason = { key: "noRoom", value: 51.7, unit: "h", source: null, at: null };
  await open((plan) => ({ ...plan, items: [], unplaced: [{ pivotId: "p1", startAt: null, reasons: [reason] }] }));
  const line = screen.getByText("não cabe hoje: 12 mm · 29 % no painel").closest("li");
  if (!line) throw new Error("a line");
  expect(within(line).getByText("precisa de 51 h 42 de bomba, mais do que há hoje")).toBeDefined();
  expect(await within(line).findByRole("button", { name: "O que resolve?" })).toBeDefined();
});

it("does not say that a machine needs no water when it waits for rain", async () => {
  const board = irrigameter();
  const dry = (card: Irrigameter["sectors"][number]) =>
    card.sector._id === "p2q1" ? { ...card, status: "irrigate" as const } : card;
  await open((plan) => plan, { ...board, sectors: board.sectors.map(dry) });
  const today = screen.getByRole("list", { name: "O que fazer hoje, na ordem" });
  expect(within(today).queryByRole("article", { name: "Pivô 02" })).toBeNull();
  expect(screen.getByRole("article", { name: "Pivô 02" }).textContent).toContain("Aguardar até 17/05");
});
