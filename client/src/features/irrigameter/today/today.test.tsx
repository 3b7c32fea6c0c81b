import type { Client } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component } from "../page.tsx";
import { AT, irrigameter, withMachines } from "../testing/fixtures.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

vi.setConfig({ testTimeout: 20_000 });

const show = prepareScreens(Date.parse(AT));

type Plan = Irrigameter["plans"][number];

async function open(change: (plan: Plan) => Plan, board: Irrigameter = irrigameter()) {
  const permissions = ["irrigameter", "balance", "farms", "config"].map((name) => ({
    ...{ screen: name, view: true, create: true, edit: true, remove: true },
  }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => withMachines({ ...board, plans: board.plans.map(change) }),
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

it("names the running machines after those that need something, and offers no dragging of theirs", async () => {
  const sectors = { p1: "p1q1", p2: "p2q1", p3: "p3q1", p4: "p4q1" };
  await open((plan) => ({
    ...plan,
    items: plan.items.flatMap((item) =>
      Object.entries(sectors).map(([pivotId, sectorId], index) => ({
        ...{ ...item, pivotId, sectorIds: [sectorId], underWay: index > 0 },
      })),
    ),
  }));
  const list = screen.getByRole("list", { name: "O que fazer hoje, na ordem" });
  expect(named(list)[0]).toBe("Pivô 01");
  expect(named(list)).toEqual(expect.arrayContaining(["Pivô 02", "Pivô 03"]));
  expect(await screen.findByRole("slider", { name: "Início de Pivô 01" })).toBeDefined();
  expect(screen.queryByRole("slider", { name: "Início de Pivô 02" })).toBeNull();
});

const leftOut = async () => within(await screen.findByRole("list", { name: "Não cabe hoje" }));

it("names the reasons of a machine that does not fit below the table, with the changes that resolve it", async () => {
  const reason = { key: "noRoom", value: 51.7, unit: "h", source: null, at: null };
  await open((plan) => ({ ...plan, items: [], unplaced: [{ pivotId: "p1", startAt: null, reasons: [reason] }] }));
  const line = within((await leftOut()).getByRole("article", { name: "Pivô 01" }));
  expect(line.getByText("não cabe hoje: 12 mm · 29 % no painel")).toBeDefined();
  expect(line.getByText(/precisa de 51\sh 42 de bomba, mais do que há hoje/)).toBeDefined();
  (await line.findByRole("button", { name: "O que resolve?" })).click();
  expect(await line.findByRole("button", { name: /Regar primeiro/ })).toBeDefined();
});

it("says what resolves an expired permit, with the way there as its button, and offers no change of hours", async () => {
  const reason = { key: "permitExpired", value: 12, unit: "m3", source: null, at: null };
  await open((plan) => ({ ...plan, items: [], unplaced: [{ pivotId: "p1", startAt: null, reasons: [reason] }] }));
  const line = within((await leftOut()).getByRole("article", { name: "Pivô 01" }));
  expect(line.getByText(/a outorga venceu/)).toBeDefined();
  expect(line.getByText(/renove a outorga e registre a nova validade/)).toBeDefined();
  expect(line.queryByRole("button", { name: "O que resolve?" })).toBeNull();
  const link = await line.findByRole("link", { name: "Abrir outorgas" });
  expect(link.getAttribute("href")).toBe("/setup/config?parte=outorgas");
});

it("offers the other actions of a machine behind one button, which the keyboard opens and leaves", async () => {
  const user = userEvent.setup();
  await open((plan) => plan);
  const more = await screen.findByRole("button", { name: "Mais ações de Pivô 01" });
  more.focus();
  await user.keyboard("{Enter}");
  const menu = within(await screen.findByRole("dialog", { name: "Pivô 01" }));
  const names = menu.getAllByRole("button").map(({ textContent }) => textContent);
  for (const name of ["Por quê?", "Simular", "Ajustar déficit", "Mudar", "Página do pivô"])
    expect(names).toContain(name);
  await user.click(menu.getByRole("button", { name: "Fechar" }));
  expect(screen.queryByRole("dialog", { name: "Pivô 01" })).toBeNull();
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
