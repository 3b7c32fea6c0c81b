import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { DailyLinks } from "./daily-links.tsx";

const rights = vi.hoisted(() => ({ view: true }));
vi.mock("../../../core/clients/use-clients.ts", () => ({ useClients: () => ({ selected: undefined }) }));
vi.mock("../../../core/rights/use-rights.ts", () => ({ useRightsOn: () => ({ can: () => rights.view }) }));

afterEach(cleanup);

const links = () => {
  render(<DailyLinks />, { wrapper: MemoryRouter });
  return screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
};

it("leads to the records of every day in one step, for users who may see them", () => {
  expect(links()).toEqual([
    ["Irrigações", "/setup/watering?parte=irrigacoes"],
    ["Chuvas", "/setup/watering?parte=chuvas"],
  ]);
  cleanup();
  rights.view = false;
  expect(links()).toEqual([]);
});
