import type { BudgetOutlook } from "@lamina/shared/records/season/season-budget";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BudgetSummary } from "./budget-summary.tsx";

const stage = { pivotId: "p", sectorId: "s", cropName: "Milho", stage: 3, from: "2026-04-20", to: "2026-05-20" };
const outlook: BudgetOutlook = {
  ...{ unit: "kwh", budget: 40_000, used: 12_000, need: 35_000, shadowBrl: 2.5, endsOn: "2026-04-28" },
  isWorthKnown: true,
  stages: [
    { ...stage, needMm: 90, givenMm: 50, brlMm: 30, lossBrl: 1200 },
    { ...stage, stage: 2, from: "2026-03-20", needMm: 90, givenMm: 90, brlMm: 90, lossBrl: 0 },
  ],
};
const shown = (more: Partial<BudgetOutlook>) => {
  const { container } = render(<BudgetSummary outlook={{ ...outlook, ...more }} nameOf={() => "Pivô 01 · A"} />);
  return (container.textContent ?? "").replaceAll("\u00a0", " ");
};

it("says what is used and left, when it ends, and which stage goes without", () => {
  const words = shown({});
  expect(words).toContain("Usados 12.000 kWh de 40.000 kWh; restam 28.000 kWh.");
  expect(words).toContain("Sem economizar, acaba em 28/04.");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(words).toContain("Pivô 01 · A, Final (20/04 – 20/05): faltam 40 de 90 mm");
});

it("says when it ended, and when it is enough", () => {
  expect(shown({ used: 41_000, endsOn: "2026-04-01" })).toContain("Acabou em 01/04.");
  expect(shown({ shadowBrl: 0, endsOn: null })).toContain("O que resta basta até o fim.");
});
