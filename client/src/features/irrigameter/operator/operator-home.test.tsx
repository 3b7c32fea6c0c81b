import type { Client } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component } from "../page.tsx";
import { AT, irrigameter, withMachines } from "../testing/fixtures.ts";
import { userAnswers } from "../testing/user-answers.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

const show = prepareScreens(Date.parse(AT));

async function open(rights: readonly string[], board: Irrigameter = irrigameter()) {
  const permissions = rights.map((right) => ({ screen: right, view: true, create: true, edit: true, remove: false }));
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => withMachines(board),
    ...userAnswers(permissions, { name: "Bruno", userName: "bruno", groupName: "Operador" }),
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
  });
  show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  return userEvent.setup();
}

it("shows an operator the first machine large, with three buttons, and another one of the list on demand", async () => {
  const user = await open(["irrigameter", "watering"]);
  await screen.findByRole("heading", { name: "Minha lista de hoje" });
  const first = within(screen.getByRole("article", { name: "Pivô 01" }));
  expect(first.getByText("29")).toBeDefined();
  expect(first.getByText("1 volta")).toBeDefined();
  expect(first.getByRole("link", { name: /^Ver pivô:/ }).getAttribute("href")).toBe("/irrigameter/pivo/p1");
  expect(first.getByRole("button", { name: /^Choveu:/ })).toBeDefined();
  const rows = within(screen.getByRole("list", { name: "Minha lista de hoje" })).getAllByRole("button");
  expect(rows[0]?.getAttribute("aria-pressed")).toBe("true");
  expect(rows.length).toBeGreaterThan(1);
  if (rows[1]) await user.click(rows[1]);
  expect(screen.queryByRole("article", { name: "Pivô 01" })).toBeNull();
  const [, second] = within(screen.getByRole("list", { name: "Minha lista de hoje" })).getAllByRole("button");
  expect(second?.getAttribute("aria-pressed")).toBe("true");
});

it("opens the panel's table where sectors have different settings", async () => {
  const board = irrigameter();
  const row = (fromDeg: number, percent: number) => ({
    ...{ fromDeg, toDeg: fromDeg + 180, percent, grossMm: 12, sectorIds: ["p1q1"] },
  });
  const plans = board.plans.map((plan) => ({
    ...plan,
    items: plan.items.map((item) => ({ ...item, percent: null, shares: [row(0, 62), row(180, 46)] })),
  }));
  const user = await open(["irrigameter", "watering"], { ...board, plans });
  await screen.findByRole("heading", { name: "Minha lista de hoje" });
  const first = within(screen.getByRole("article", { name: "Pivô 01" }));
  await user.click(first.getByRole("button", { name: /^Tabela do painel:/ }));
  const table = within(await screen.findByRole("dialog", { name: /^Tabela/ }));
  expect([table.getByText("62 %"), table.getByText("46 %")]).toHaveLength(2);
  expect(table.getByText(/Fazenda Rio de Ondas, recomendação calculada em 14\/05\/2026/)).toBeDefined();
});

it("shows no setting for a machine that the plan leaves out, and why it waits", async () => {
  const board = irrigameter();
  const reason = { key: "noRoom", value: 51.7, unit: "h", source: null, at: null };
  const plans = board.plans.map((plan) => ({
    ...plan,
    items: [],
    unplaced: [{ pivotId: "p1", startAt: null, reasons: [reason] }],
  }));
  await open(["irrigameter", "watering"], { ...board, plans });
  await screen.findByRole("heading", { name: "Minha lista de hoje" });
  const first = within(screen.getByRole("article", { name: "Pivô 01" }));
  // Its strong words are the first figure of the home.
  const said = first.getByText(/^não cabe hoje: .*\d/, { selector: "strong" });
  expect(said.parentElement?.textContent).toMatch(/precisa de\s51\sh\s42\sde bomba/);
  expect(first.queryByText("29")).toBeNull();
});

it("shows a manager the plan of the day instead", async () => {
  await open(["irrigameter", "watering", "balance", "farms"]);
  expect(await screen.findByRole("heading", { name: "Hoje" })).toBeDefined();
  expect(screen.queryByText("Minha lista de hoje")).toBeNull();
});
