import type { PlanItem } from "@lamina/shared/records/day-plan";
import { expect, it } from "vitest";
import { irrigameter, withMachines } from "../testing/fixtures.ts";
import { type MachineToday, machinesToday } from "./machines-today.ts";
import { sentenceOf } from "./sentence.ts";

const TODAY = "2026-05-15";
const NOW = Date.parse("2026-05-15T17:35:00Z");

/** The fixture's first machine, with a change of its run in the plan, or left out of it with these reasons. */
function machineWith(change: Partial<PlanItem>, left?: { key: string; value: number | string }[]): MachineToday {
  const whole = irrigameter();
  const reasons = left?.map((reason) => ({ ...reason, unit: null, source: null, at: null }));
  const plans = whole.plans.map((plan) => ({
    ...plan,
    items: left ? [] : plan.items.map((item) => ({ ...item, ...change })),
    unplaced: reasons ? [{ pivotId: "p1", startAt: null, reasons }] : [],
  }));
  const machine = machinesToday(withMachines({ ...whole, plans }), null).find(({ unit }) => unit.pivot._id === "p1");
  if (!machine) throw new Error("the fixture has a machine");
  return machine;
}

/** A run that the first 24 hours of the plan cut in two. */
const CUT = { endAt: "2026-05-17T01:05:00Z", continuesAt: "2026-05-16T17:35:00Z" };
const AMOUNTS = { todayMm: 3.7, grossMm: 8.6, costBrl: 134, totalCostBrl: 298 };
const said = (startAt: string) => {
  const machine = machineWith({ startAt, ...CUT, ...AMOUNTS });
  const { when, money } = sentenceOf(machine, { today: TODAY, now: NOW, pivot: () => "" });
  return [...when, money].join(", ").replaceAll("\u00a0", " ");
};

it("has the part of today of a run that begins today, and what one of tomorrow costs in today's plan", () => {
  expect(said("2026-05-15T23:00:00Z")).toMatch(/hoje 3,7 mm de 8,6 mm.*R\$ 134 hoje, R\$ 298 no total/);
  expect(said("2026-05-16T14:35:00Z")).not.toContain("3,7 mm");
  expect(said("2026-05-16T14:35:00Z")).toContain("R$ 134 no plano de hoje, R$ 298 no total");
});

it("names the sectors that are watered where the arm passes over the others dry", () => {
  const saidOf = (...sectorIds: string[]) =>
    sentenceOf(machineWith({ sectorIds }), { today: TODAY, now: NOW, pivot: () => "" });
  expect(saidOf("p1q1").where).toEqual(["só em Q1, o resto a seco"]);
  // The figure is short, so that a phone on its side with large text shows it whole.
  expect(saidOf("p1q1").what).not.toContain("Q1");
  expect(saidOf("p1q1", "p1q2", "p1q3", "p1q4").where).toEqual([]);
});

it("says once that a run does not fit, names those it waits for together, and what it would cost", () => {
  const out = machineWith({}, [
    { key: "waitsFor", value: "p6" },
    { key: "waitsFor", value: "p7" },
    { key: "noRoom", value: 63.9 },
  ]);
  const { what, when, why, money } = sentenceOf(out, { today: TODAY, now: NOW, pivot: (id) => `Pivô ${id}` });
  expect(what).toMatch(/^não cabe hoje: /);
  expect(when).toEqual([]);
  expect(why).toEqual(["espera Pivô p6 e Pivô p7", "precisa de 63 h 54 de bomba, mais do que há hoje"]);
  expect(money).toMatch(/^custaria R\$/);
});
