import { expect, it } from "vitest";
import { irrigameter } from "../testing/fixtures.ts";
import { type MachineToday, machinesToday } from "./machines-today.ts";
import { sentenceOf } from "./sentence.ts";

const TODAY = "2026-05-15";
const NOW = Date.parse("2026-05-15T17:35:00Z");

/** The fixture's first machine with a run that the first 24 hours of the plan cut in two. */
function cutRun(startAt: string): MachineToday {
  const [first] = machinesToday(irrigameter(), null);
  if (first?.item == null || first.advice.action !== "irrigate") throw new Error("the fixture has no planned run");
  const times = { startAt, endAt: "2026-05-17T01:05:00Z", continuesAt: "2026-05-16T17:35:00Z" };
  const item = { ...first.item, ...times, todayMm: 3.7, grossMm: 8.6, costBrl: 134, totalCostBrl: 298 };
  return { ...first, item, advice: { ...first.advice, ...times } };
}

const said = (startAt: string) => {
  const { when, money } = sentenceOf(cutRun(startAt), { today: TODAY, now: NOW, pivot: () => "" });
  return [...when, money].join(", ");
};

it("has the part of today only of a run that begins today", () => {
  expect(said("2026-05-15T23:00:00Z")).toMatch(/hoje 3,7 mm de 8,6 mm.* hoje/);
  expect(said("2026-05-16T14:35:00Z")).not.toContain("hoje");
});

it("names the sectors that are watered where the arm passes over the others dry", () => {
  const [machine] = machinesToday(irrigameter(), null);
  if (machine?.advice.action !== "irrigate") throw new Error("the fixture has no recommended run");
  const [one, two] = machine.unit.sectors;
  if (!machine.item || !one || !two) throw new Error("the fixture has no machine with a planned run and two sectors");
  const saidOf = (...sectorIds: string[]) => {
    const item = { ...machine.item, sectorIds } as NonNullable<MachineToday["item"]>;
    const unit = { ...machine.unit, sectors: [one, two], planned: item };
    return sentenceOf({ ...machine, unit, item }, { today: TODAY, now: NOW, pivot: () => "" });
  };
  const part = saidOf(one.sector._id);
  expect(part.where).toEqual(["só em Q1, o resto a seco"]);
  // The figure is short, so that a phone on its side with large text shows it whole.
  expect(part.what).not.toContain("Q1");
  expect(saidOf(one.sector._id, two.sector._id).where).toEqual([]);
});

it("says once that a run does not fit, names those it waits for together, and what it would cost", () => {
  const [machine] = machinesToday(irrigameter(), null);
  if (machine?.advice.action !== "irrigate") throw new Error("the fixture has no recommended run");
  const reason = (key: string, value: number | string) => ({ key, value, unit: null, source: null, at: null });
  const reasons = [reason("waitsFor", "p6"), reason("waitsFor", "p7"), reason("noRoom", 63.9)];
  const out: MachineToday = { ...machine, item: null, stage: "out", left: { pivotId: "p1", startAt: null, reasons } };
  const { what, when, why, money } = sentenceOf(out, { today: TODAY, now: NOW, pivot: (id) => `Pivô ${id}` });
  expect(what).toMatch(/^não cabe hoje: /);
  expect(when).toEqual([]);
  expect(why).toEqual(["espera Pivô p6 e Pivô p7", "precisa de 63 h 54 de bomba, mais do que há hoje"]);
  expect(money).toMatch(/^custaria R\$/);
});
