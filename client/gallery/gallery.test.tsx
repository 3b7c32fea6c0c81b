import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { prepareScreens } from "../src/testing/screen.tsx";
import { CardsPage } from "./cards.tsx";
import { ChartsPage } from "./charts.tsx";
import { DiagramsPage } from "./diagrams.tsx";
import { StatesPage } from "./states.tsx";
import { TablesPage } from "./tables.tsx";

vi.mock("../src/ui/chart/draw/plot.ts", () => ({
  createPlot: () => ({ draw() {}, resize() {}, picture: () => document.createElement("canvas"), dispose() {} }),
}));
prepareScreens(0);

// An error in a page is a console error, which fails the test.
it.each([CardsPage, ChartsPage, DiagramsPage, StatesPage, TablesPage])("%o is drawn", async (Page) => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  render(<Page />);
  expect((await screen.findAllByRole("heading")).length).toBeGreaterThan(0);
});
