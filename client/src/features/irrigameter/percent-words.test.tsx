import type { Client } from "@lamina/shared/records/client";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { barePercents } from "../../testing/bare-percents.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { Component } from "./page.tsx";
import { Component as PivotPage } from "./pivot/page.tsx";
import { AT, irrigameter, sectorDetail } from "./testing/fixtures.ts";
import { userAnswers } from "./testing/user-answers.ts";

const client = vi.hoisted(() => ({ selected: { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 } as Client }));
vi.mock("../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => client.selected,
  useClients: () => ({ clients: [client.selected], selected: client.selected }),
}));
// jsdom has no canvas.
vi.mock("./detail/balance-chart.tsx", () => ({ BalanceChart: () => null }));

vi.setConfig({ testTimeout: 20_000 });

const show = prepareScreens(Date.parse(AT));

async function percentsOf(address: string, rights: readonly string[], board = irrigameter()): Promise<string[]> {
  const isPivot = address.includes("/pivo/");
  const permissions = rights.map((name) => ({ screen: name, view: true, create: true, edit: true, remove: true }));
  const nothing = () => ({ items: [], next: null });
  await startApiServer({
    "GET /Irrigameter/GetByClientID": () => board,
    "GET /Irrigameter/GetSectorDetail": () => sectorDetail(),
    "POST /Irrigameter/Simulate": () => sectorDetail().projection,
    "POST /DayPlan/Try": () => board.plans[0],
    ...userAnswers(permissions),
    "GET /Season/GetByClientID": () => [],
    "GET /SeasonBudget/GetOutlookByFarmID": () => [],
    "GET /Report/IrrigationManager": () => ({ generatedAt: AT, from: "2026-03-08", to: "2026-05-13", sectors: [] }),
    "GET /Notification/GetByClientID": nothing,
    "GET /Watering/GetPage": nothing,
    "GET /FieldNote/GetPage": nothing,
    "GET /Rain/GetPage": nothing,
    "GET /PivotStatus/GetByPivotID": nothing,
  });
  show(
    isPivot ? <PivotPage /> : <Component />,
    isPivot ? "/irrigameter/pivo/:pivotId" : "/irrigameter/:child",
    address,
  );
  await screen.findAllByText(/Pivô 01/);
  await waitFor(() => expect(screen.queryByText("Carregando…")).toBeNull());
  return barePercents(document.body);
}

const manager = ["irrigameter", "watering", "balance", "farms", "report"];
const operator = ["irrigameter", "watering"];

it("finds a percentage without a word, and none with one", () => {
  document.body.innerHTML =
    "<p>12 mm · 29 %</p><dl><dt>Bateria</dt><dd>12 %</dd></dl><p>12 mm · 29 % no painel, 40 % da CAD</p><b title='7 %'></b>";
  expect(barePercents(document.body)).toHaveLength(2);
  document.body.innerHTML = "";
});

it.each([
  ["calculated-pivot", manager],
  ["calculated-pivot", operator],
  ["calculated-pivot?ordem=name", manager],
  ["calculated-pivot?setor=p1q1", manager],
  ["calculated-pivot?plano=1", manager],
  ["calculated-pivot?acao=porque&alvo=p1q1", manager],
  ["calculated-pivot?acao=irriguei&alvo=p1q1", manager],
  ["calculated-pivot?acao=simular&alvo=p1q1", manager],
  ["calculated-pivot?acao=tabela&alvo=p1q1", manager],
  ["sensor-pivot", manager],
  ["sensor-pivot?setor=p1q1", manager],
  ["pivo/p1", manager],
] as const)("says of each percentage of %s what it is", async (path, rights) => {
  for (const layout of ["rows", "cards"]) {
    localStorage.setItem("board-layout", layout);
    expect(await percentsOf(`/irrigameter/${path}`, rights)).toEqual([]);
    cleanup();
  }
  localStorage.clear();
});
