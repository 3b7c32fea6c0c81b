import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { expect, it } from "vitest";
import { irrigameter, recommendationRow, stoppingBoard, withMachines } from "../testing/fixtures.ts";
import { forOperator, type MachineToday, machinesToday, todaysLists } from "./machines-today.ts";

const stagesOf = (data: Irrigameter) =>
  machinesToday(withMachines(data), null).map(({ unit, stage }) => [unit.name, stage]);

it("lists planned machines first, then those with a question, the running ones, and those without need", () => {
  const whole = irrigameter();
  expect(stagesOf(whole)).toEqual([
    ["Pivô 01", "irrigate"],
    ["Pivô 03", "nodata"],
    ["Pivô 02", "wait"],
    ["Pivô 10", "fallow"],
  ]);
  expect(machinesToday(whole, "f2").map(({ unit }) => unit.name)).toEqual(["Pivô 03", "Pivô 10"]);
  const plans = whole.plans.map((plan) => ({
    ...plan,
    items: plan.items.map((item) => ({ ...item, underWay: true })),
  }));
  expect(stagesOf({ ...whole, plans }).slice(0, 3)).toEqual([
    ["Pivô 03", "nodata"],
    ["Pivô 01", "running"],
    ["Pivô 02", "wait"],
  ]);
});

it("names the runs that the plan leaves out, and the sectors that wait for an answer", () => {
  const whole = irrigameter();
  const unplaced = [{ pivotId: "p1", startAt: "2026-05-15T10:00:00Z", reasons: [] }];
  const plans = whole.plans.map((plan) => ({ ...plan, items: [], unplaced }));
  expect(stagesOf({ ...whole, plans })[0]).toEqual(["Pivô 01", "out"]);
  const contradiction = { by: "probe" as const, balanceMm: 30, measuredMm: 12, detectionId: null, at: "2026-05-14" };
  const held = recommendationRow({ action: "nodata", blockedBy: "contradicted", contradiction });
  const sectors = whole.sectors.map((card) => (card.sector._id === "p3q1" ? { ...card, recommendation: held } : card));
  const third = machinesToday(withMachines({ ...whole, sectors }), "f2")[0];
  expect([third?.stage, third?.asking.map(({ sector }) => sector._id)]).toEqual(["ask", ["p3q1"]]);
});

it("has a machine that waits although it lacks water among those that need something", () => {
  const whole = irrigameter();
  const listed = (rule: "roomForRain" | "later") => {
    const recommendation = recommendationRow({ action: "wait", rule, waitUntil: "2026-05-15", otherwiseMm: 5 });
    const plans = whole.plans.map((plan) => ({ ...plan, items: [], unplaced: [] }));
    const sectors = whole.sectors.map((card) => ({ ...card, recommendation }));
    return todaysLists(machinesToday(withMachines({ ...whole, plans, sectors }), null)).shown.map(({ stage }) => stage);
  };
  expect(listed("roomForRain")).toContain("wait");
  expect(listed("later")).not.toContain("wait");
});

it("folds the machines after the first eight, the running ones apart", () => {
  const [machine] = machinesToday(irrigameter(), null);
  if (!machine) throw new Error("a machine");
  const of = (count: number, stage: MachineToday["stage"]) =>
    Array.from({ length: count }, () => ({ ...machine, stage }));
  const counts = (machines: MachineToday[]) => {
    const { shown, more, running } = todaysLists(machines);
    return [shown.length, more.length, running.length];
  };
  expect(counts([...of(2, "irrigate"), ...of(5, "running"), ...of(3, "wait")])).toEqual([7, 0, 0]);
  expect(counts([...of(10, "irrigate"), ...of(43, "running")])).toEqual([8, 2, 43]);
});

it("an operator first has the runs to be stopped, then those to be set", () => {
  const [stop] = machinesToday(stoppingBoard(), null);
  const all = machinesToday(irrigameter(), null);
  const set = all.find(({ stage }) => stage === "irrigate");
  const wait = all.find(({ stage }) => stage !== "irrigate");
  if (!stop || !set || !wait) throw new Error("the fixture has the three");
  expect(forOperator([stop, wait, set])).toEqual([stop, set, wait]);
});
