import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { Consumption } from "./consumption.tsx";
import { consumptionRow } from "./testing/consumption-row.ts";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", name: "Santa Clara" }),
}));
// jsdom has no canvas. The charts have tests of their own.
vi.mock("../../../ui/chart/chart-panel.tsx", () => ({ ChartPanel: () => null }));

const open = prepareScreens(Date.parse("2026-04-02T12:00:00Z"));
beforeEach(() => localStorage.clear());

it("opens the months and pivots of each total, and those of a ranked pivot", async () => {
  const rows = [
    consumptionRow("2026-01", "Pivô A", 1000),
    consumptionRow("2026-01", "Pivô B", 5000),
    consumptionRow("2026-02", "Pivô A", 2000),
  ];
  await startApiServer({
    "GET /Report/WaterConsumption": () => ({ generatedAt: "2026-04-02T12:00:00.000Z", year: 2026, rows, permits: [] }),
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [] }),
  });
  open(<Consumption farms={[]} />, "/report/waterconsuption", "/report/waterconsuption");
  const table = await screen.findByRole("table");
  const first = () => within(table).getAllByRole("row")[1]?.textContent;
  await userEvent.click(screen.getByRole("button", { name: /^8\.000\sm³$/ }));
  expect(first()).toMatch(/^Pivô B01\/2026/);
  await userEvent.click(screen.getByRole("button", { name: /^3\.000\sm³$/ }));
  expect(first()).toMatch(/^Pivô A02\/2026/);
  expect(within(table).queryByText("Pivô B")).toBeNull();
});
