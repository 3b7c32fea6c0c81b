import { TypeChart } from "@lamina/shared/records/client";
import { expect, it } from "vitest";
import { sectionTabs } from "./use-section.ts";

const entries = [
  { path: "/irrigameter", title: "Irrigâmetro" },
  { path: "/irrigameter/sensor", title: "Sonda" },
  { path: "/irrigameter/calculated", title: "Calculado" },
  { path: "/irrigameter/calculated-pivot", title: "Calculado (pivô)" },
  { path: "/charts/pluviometry", title: "Chuva" },
];

it("uses the menu's order and titles, and the page for the client's typeChart", () => {
  expect(sectionTabs("irrigameter", TypeChart.pivot, entries)).toEqual([
    { to: "/irrigameter/sensor-pivot", label: "Sonda" },
    { to: "/irrigameter/calculated-pivot", label: "Calculado" },
  ]);
  expect(sectionTabs("irrigameter", TypeChart.bar, entries).map((tab) => tab.to)).toEqual([
    "/irrigameter/sensor",
    "/irrigameter/calculated",
  ]);
});

it("leaves out other sections, and has no tabs when the menu names none", () => {
  expect(sectionTabs("charts", TypeChart.bar, entries)).toEqual([{ to: "/charts/pluviometry", label: "Chuva" }]);
  expect(sectionTabs("report", TypeChart.bar, entries)).toEqual([]);
});
