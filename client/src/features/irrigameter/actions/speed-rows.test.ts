import { TypeChart } from "@lamina/shared/records/client";
import { expect, it } from "vitest";
import { csvOf } from "../../../ui/export/csv.ts";
import { buildCards } from "../board.ts";
import { irrigameter } from "../testing/fixtures.ts";
import { speedsExport, speedsJson, speedsOf } from "./speed-rows.ts";

const [unit] = buildCards(irrigameter(), TypeChart.pivot, "calculated");
const decision = unit?.day.decision;
if (!unit || decision?.kind !== "run") throw new Error("the fixture has a run");
const row = (fromDeg: number, percent: number | null, sectorIds: string[], grossMm: number) => ({
  sectorIds,
  fromDeg,
  toDeg: fromDeg + 90,
  percent,
  grossMm,
});
const table = [row(90, 24.9, ["p1q2"], 14), row(0, 32, ["p1q1"], 10.94), row(180, null, ["p1q3", "p1q4"], 0)];
const run = { ...decision.run, passes: 2 };
const rows = speedsOf({ ...unit, day: { ...unit.day, decision: { ...decision, run, table } } });

it("lists the rows clockwise from north, each with a whole percentage and the names of its sectors", () => {
  expect(rows.map(({ fromDeg, percent, names }) => [fromDeg, percent, names])).toEqual([
    [0, 32, "Q1"],
    [90, 24, "Q2"],
    [180, null, "Q3, Q4"],
  ]);
  expect(speedsOf(unit)).toEqual([]);
});

it("exports the same rows as CSV and as JSON", () => {
  const csv = csvOf(speedsExport(rows, "Tabela", "America/Bahia")).split("\r\n");
  expect(csv[0]).toContain("De (°);Até (°);Percentímetro (%);Voltas;Lâmina por volta (mm);Lâmina (mm);Setores");
  expect(csv.slice(1, 4)).toEqual(["0;90;32;2;5,5;10,9;Q1", "90;180;24;2;7,0;14,0;Q2", "180;270;;2;0,0;0,0;Q3, Q4"]);
  const json = JSON.parse(speedsJson(rows, "Pivô 01"));
  expect(json).toMatchObject({ machine: "Pivô 01", passes: 2 });
  expect(json.rows[0]).toEqual({ fromDeg: 0, toDeg: 90, percent: 32, depthPerPassMm: 5.47, grossMm: 10.94 });
});
