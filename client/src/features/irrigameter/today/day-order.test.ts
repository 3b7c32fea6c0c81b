import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { SpeedRow } from "@lamina/shared/records/recommendation";
import { expect, it } from "vitest";
import { dialWords, shortDialWords } from "../../../field/run-words.ts";
import { sumShown } from "../amounts.ts";
import { irrigameter, stoppingBoard, withMachines } from "../testing/fixtures.ts";
import { dayHead } from "./day-head.ts";
import { dayOrder } from "./day-order.ts";
import { machinesToday, todaysLists } from "./machines-today.ts";

const TODAY = "2026-05-14";
const NOW = Date.parse("2026-05-14T17:35:00Z");
const context = { today: TODAY, now: NOW, pivot: () => "" };

function boardWith(change: Partial<PlanItem>) {
  const whole = irrigameter();
  const plans = whole.plans.map((plan) => ({
    ...plan,
    items: plan.items.map((item) => ({ ...item, ...change })),
  }));
  return withMachines({ ...whole, plans });
}

function orderWith(change: Partial<PlanItem>) {
  const machine = machinesToday(boardWith(change), null).find(({ unit }) => unit.pivot._id === "p1");
  if (!machine) throw new Error("the fixture has a machine");
  return dayOrder(machine, context);
}

const row = (sectorId: string, percent: number | null): SpeedRow => ({
  ...{ sectorIds: [sectorId], percent, grossMm: percent === null ? 0 : 12 },
  ...{ fromDeg: 0, toDeg: 90 },
});
const shares = [row("p1q1", 52), row("p1q2", 52), row("p1q3", null), row("p1q4", 45)];
const all = shares.flatMap(({ sectorIds }) => sectorIds);

it("has the table of the panel as its setting, never a mean that cannot be dialled", () => {
  const order = orderWith({ percent: null, shares, sectorIds: all });
  expect(order.dial?.replaceAll("\u00a0", " ")).toBe("Q1, Q2 52 % · Q3 seco · Q4 45 %");
  expect(order.depth).toBeNull();
});

it("names the sectors that are watered by one setting, and its gross depth", () => {
  const one = orderWith({ percent: 29, sectorIds: all });
  expect([one.dial, one.depth, one.passes]).toEqual(["29 %", "12 mm brutos", "1 volta"]);
  expect(orderWith({ percent: 29, sectorIds: ["p1q1"] }).dial?.replaceAll("\u00a0", " ")).toBe(
    "Q1 29 % · Q2, Q3, Q4 seco",
  );
});

it("folds the table of more sectors than a line of a phone has room for", () => {
  const sectors = [..."ABCDEFGHIJKL"].map((name) => ({ sectorId: name, name: `Setor ${name}` }));
  const run = machinesToday(boardWith({}), null)[0]?.unit.day.sectors[0]?.run;
  if (!run) throw new Error("the fixture has a run");
  const said = (percents: (number | null)[], of = sectors) => {
    const table = percents.map((percent, index) => row(of[index]?.sectorId ?? "", percent));
    return shortDialWords({ run: { ...run, percent: null }, table, sectorIds: [] }, of)?.replaceAll("\u00a0", " ");
  };
  expect(said(sectors.map((_, index) => 45 + index))).toBe("12 setores, 45 a 56 %");
  expect(said(sectors.map((_, index) => (index % 2 === 0 ? 45 : null)))).toBe("12 setores, 45 %");
  expect(said(sectors.map(() => 45))).toBe("45 %");
  expect(said([52, 52, null, 45], sectors.slice(0, 4))).toBe("A, B 52 % · C seco · D 45 %");
});

it("leaves out the word that the names of all sectors begin with", () => {
  const sectors = ["a", "b"].map((sectorId) => ({ sectorId, name: `Setor ${sectorId.toUpperCase()}` }));
  const run = machinesToday(boardWith({}), null)[0]?.unit.day.sectors[0]?.run;
  if (!run) throw new Error("the fixture has a run");
  const decision = { run: { ...run, percent: 40 }, table: [], sectorIds: ["a"] };
  expect(dialWords(decision, sectors)?.replaceAll("\u00a0", " ")).toBe("A 40 % · B seco");
});

it("says what to do and when, until when, and the money of the plan's 24 hours with that of all", () => {
  const later = orderWith({
    costBrl: 134,
    totalCostBrl: 298,
    startAt: "2026-05-15T14:35:00Z",
    endAt: "2026-05-16T08:00:00Z",
  });
  expect([later.state, later.hour, later.until]).toEqual(["LIGAR", "amanhã 11:35", "sáb 05:00"]);
  expect([later.todayBrl, later.whole?.replace("\u00a0", " ")]).toEqual([134, "de R$ 298"]);
  const running = orderWith({ underWay: true, startAt: "2026-05-14T12:00:00Z", endAt: "2026-05-14T20:35:00Z" });
  expect([running.state, running.hour, running.hours, running.act.words]).toEqual([
    ...["REGANDO", "até 17:35", "faltam 3 h", "Irriguei"],
  ]);
  expect(later.act).toEqual({ words: "Liguei", action: "started" });
});

it("has a headline whose sums are those of the lines as they are shown", () => {
  expect(sumShown([0.5, 1.5, 2.4])).toBe(5);
  expect(sumShown([1, null])).toBeNull();
  const data = boardWith({ costBrl: 134.4, lossBrl: 12.6 });
  const { orders, leftOut } = todaysLists(machinesToday(data, null));
  const shown = orders.map((machine) => dayOrder(machine, context));
  const words = dayHead({ orders, leftOut, data, now: NOW, todayOf: () => TODAY }).join(". ");
  const brl = (value: number) => `R$\u00a0${value}`;
  expect(words).toContain(`${brl(shown.reduce((sum, { todayBrl }) => sum + Math.round(todayBrl ?? 0), 0))} e`);
  expect(words).toContain(`atraso custa ${brl(shown.reduce((sum, { lossBrl }) => sum + Math.round(lossBrl ?? 0), 0))}`);
});

it("has the advice to stop first, with its act", () => {
  const [first] = todaysLists(machinesToday(stoppingBoard(), null)).shown;
  if (!first) throw new Error("a machine");
  expect(dayOrder(first, context)).toMatchObject({ state: "PARAR", hour: "agora", act: { words: "Parei" } });
});
