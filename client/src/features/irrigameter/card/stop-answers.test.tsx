import type { Client } from "@lamina/shared/records/client";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Component } from "../page.tsx";
import { AT, stoppingBoard } from "../testing/fixtures.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }) as Client,
  useClients: () => ({ clients: [], selected: { _id: "c1", id: "1" } }),
}));

vi.setConfig({ testTimeout: 20_000 });

const show = prepareScreens(Date.parse(AT));
beforeEach(() => {
  sessionStorage.clear();
  localStorage.removeItem("board-layout");
});

async function open(...rights: string[]) {
  const permissions = rights.map((right) => ({ screen: right, view: true, create: true, edit: true, remove: true }));
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": () => stoppingBoard(),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
    "GET /PivotStatus/GetByPivotID": () => ({ items: [], next: null }),
    "POST /DayPlan/Decide": () => ({ matchedCount: 1 }),
  });
  show(<Component />, "/irrigameter/:child", "/irrigameter/calculated-pivot");
  return { api, user: userEvent.setup() };
}

/** Rain, its probability, both sums and the hours that would follow. */
function expectSum({ textContent }: HTMLElement) {
  const said = textContent.replaceAll("\u00a0", " ");
  for (const part of ["15,8 mm previstos (80 %)", "economiza R$ 612, arrisca R$ 41", "senão rega mais 12 h 30"])
    expect(said.split(part), said).toHaveLength(2);
}

const manager = ["irrigameter", "watering", "balance", "farms"];

it("Hoje says the sum of stopping, with both answers", async () => {
  const { api, user } = await open(...manager);
  const list = await screen.findByRole("list", { name: "O que fazer hoje, na ordem" });
  const line = within(list).getByRole("article", { name: "Pivô 01" });
  expectSum(line);
  expect(line.textContent).toMatch(/PARAR agora/);
  // Its money of today is a part of the sum above the list.
  expect(line.textContent.replaceAll("\u00a0", " ")).toMatch(/senão rega mais 12 h 30.*R\$ [\d.]+ /);
  expect(within(line).queryByRole("button", { name: /^Irriguei/ })).toBeNull();
  expect(await within(line).findByRole("button", { name: "Parei: Pivô 01" })).toBeDefined();
  await user.click(within(line).getByRole("button", { name: /^Deixar regar:/ }));
  await waitFor(() => expect(api.count("POST /DayPlan/Decide")).toBe(1));
  expect(api.requests.find(({ url }) => url === "/DayPlan/Decide")?.body).toEqual({
    ...{ farmId: "f1", date: "2026-05-14" },
    choices: [{ pivotId: "p1", letRun: { startedAt: "2026-05-14T02:00:00.000Z", rainMm: 15.8, fellMm: 0 } }],
    seen: [],
  });
});

it("a card says the sum of stopping, with both answers in place of Irriguei", async () => {
  localStorage.setItem("board-layout", "cards");
  await open(...manager);
  await screen.findByRole("heading", { name: "Hoje" });
  const card = await waitFor(() => {
    const found = screen.getAllByRole("article", { name: "Pivô 01" }).find((one) => !one.closest("ol"));
    if (!found) throw new Error("a card");
    return found;
  });
  expectSum(card);
  expect(within(card).getAllByText("Pare agora")).toBeDefined();
  expect(await within(card).findByRole("button", { name: /^Parei:/ })).toBeDefined();
  expect(within(card).getByRole("button", { name: /^Deixar regar:/ })).toBeDefined();
  expect(within(card).queryByRole("button", { name: /^Irriguei:/ })).toBeNull();
});

it("an operator's home says the sum of stopping", async () => {
  await open("irrigameter", "watering");
  await screen.findByRole("heading", { name: "Minha lista de hoje" });
  const machine = screen.getByRole("article", { name: "Pivô 01" });
  expectSum(machine);
  expect(within(machine).getByRole("button", { name: /^Parei:/ })).toBeDefined();
});
