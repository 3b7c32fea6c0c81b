import { DAY_MS } from "@lamina/shared/core/time";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { expectConsoleError } from "../../testing/setup.ts";
import { Management } from "./management.tsx";
import { sectionFixture } from "./testing/section-fixture.ts";

vi.mock("../../core/clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }) }));

const NOW = Date.parse("2026-01-02T12:00:00Z");
const open = prepareScreens(NOW);

async function show(answer: RouteAnswer, address = "/report/irrigationmanager") {
  const api = await startApiServer({ "GET /Report/IrrigationManager": answer });
  open(<Management farms={[]} />, "/report/irrigationmanager", address);
  return api;
}

const other = sectionFixture({ sectorId: "s2", sectorName: "Setor B" });
const reportOf = (...sectors: ReturnType<typeof sectionFixture>[]) => ({
  generatedAt: "2026-01-02T12:00:00.000Z",
  from: "2025-12-04",
  to: "2026-01-02",
  sectors,
});

it("requests the farm's days once, and shows when the report was made", async () => {
  const api = await show(() => reportOf(sectionFixture(), other));
  expect(await screen.findAllByText(/Gerado em 02\/01\/2026/)).not.toHaveLength(0);
  expect(api.requests.map(({ url }) => url)).toEqual(["/Report/IrrigationManager?ID=c1&from=2025-12-04&to=2026-01-02"]);
});

it("shows yesterday's report, with its own days and its age, when there is no connection this morning", async () => {
  expectConsoleError(/Erro ao carregar o relatório/);
  const api = await show(() => reportOf(sectionFixture(), other));
  await screen.findByRole("link", { name: /Setor B/ });
  cleanup();
  api.answers["GET /Report/IrrigationManager"] = (_request, response) =>
    sendProblem(response, 502, "upstream-unreachable");
  open(<Management farms={[]} />, "/report/irrigationmanager", "/report/irrigationmanager", { at: NOW + DAY_MS });
  expect(await screen.findByText(/Mostrando dados recebidos/)).toBeTruthy();
  expect(screen.getAllByText(/04\/12\/2025 a 02\/01\/2026/)).not.toHaveLength(0);
  expect(api.requests.at(-1)?.url).toContain("from=2025-12-05&to=2026-01-03");
});

it("opens a sector with its closure, and returns to the summary", async () => {
  await show(() => reportOf(sectionFixture(), other));
  await userEvent.click(await screen.findByRole("link", { name: /Setor B/ }));
  expect(screen.getByRole("article", { name: "Pivô 01 · Setor B" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Fechamento do balanço" }).textContent).toContain("ΔARM +6,8 mm");
  await userEvent.click(screen.getByRole("link", { name: "Resumo de todos" }));
  expect(screen.queryByRole("article")).toBeNull();
});

it("says when the water balance does not close", async () => {
  const { closure } = sectionFixture();
  await show(() => reportOf(sectionFixture({ closure: { ...closure, errorMm: 0.4 } })));
  expect((await screen.findByRole("region", { name: "Fechamento do balanço" })).textContent).toContain(
    "Não fecha · erro 0,40 mm",
  );
});

it("prints every sector, not only the open one", async () => {
  await show(() => reportOf(sectionFixture(), other));
  await screen.findByRole("link", { name: /Setor B/ });
  window.dispatchEvent(new Event("beforeprint"));
  expect(screen.getAllByRole("article")).toHaveLength(2);
  window.dispatchEvent(new Event("afterprint"));
});

it("shows the next step when there is no sector", async () => {
  await show(() => reportOf());
  expect(await screen.findByRole("link", { name: "Cadastrar fazenda" })).toBeTruthy();
});

it("shows the next step when there is no season", async () => {
  await show(() => reportOf(sectionFixture({ rows: [], cropName: null, plantingDate: null })));
  expect(await screen.findByText("Sem balanço neste período")).toBeTruthy();
});

it("says that the API has no reports", async () => {
  expectConsoleError(/Erro ao carregar o relatório/);
  await show((_request, response) => sendProblem(response, 404, "route-not-found"));
  expect(await screen.findByText("Este servidor ainda não oferece esta informação")).toBeTruthy();
});
