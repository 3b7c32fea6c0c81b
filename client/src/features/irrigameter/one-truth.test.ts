import { TypeChart } from "@lamina/shared/records/client";
import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import { describe, expect, it } from "vitest";
import { type Advice, adviceLine } from "../../field/advice.ts";
import { centreText } from "../../field/diagrams/pivot-centre.tsx";
import { farmClock } from "../../field/farm-clock.ts";
import { runWords } from "../../field/run-words.ts";
import { cellText, exportOf } from "../../ui/data-table/columns.ts";
import { csvOf } from "../../ui/export/csv.ts";
import { pivotPlaces, placeAdvice, sectorAdvice as placedAdvice } from "../maps/places.ts";
import { mapFixture } from "../maps/testing/map-fixture.ts";
import { dayColumns } from "../report/management/management-columns.tsx";
import { dayRow } from "../report/management/testing/section-fixture.ts";
import { wateringDraft } from "./actions/watering-fields.ts";
import { buildCards } from "./board.ts";
import { centreOf } from "./card/centre.ts";
import { sectorAdvice, unitAdvice } from "./card/recommendation.ts";
import { runFacts } from "./card/sector-facts.ts";
import { AT, irrigameter, recommendationRow, sectorCard } from "./testing/fixtures.ts";
import { machinesToday } from "./today/machines-today.ts";
import { sentenceOf } from "./today/sentence.ts";
import { whyTerms } from "./why/why-terms.ts";

type Amounts = { [Figure in Exclude<keyof RunFigures, "hoursRev">]: NonNullable<RunFigures[Figure]> };

const TODAY = "2026-05-14";
const clock = { timeZone: "America/Bahia", today: TODAY };

/** Two passes of 16,4 mm at 32 %, R$ 310 today and R$ 980 in all. */
const GIVEN: Amounts = {
  grossMm: 32.8,
  passes: 2,
  depthPerPassMm: 16.4,
  percent: 32,
  hours: 60,
  hoursToday: 20,
  costBrl: 980,
  costTodayBrl: 310,
};

/** A machine of one sector with a run of these amounts. */
function machine(change: Partial<PlanItem> = {}, amounts = GIVEN) {
  const whole = irrigameter();
  const [farm, pivot, plan, item] = [whole.farms[0], whole.pivots[0], whole.plans[0], whole.plans[0]?.items[0]];
  if (!farm || !pivot || !plan || !item) throw new Error("the fixture has a run");
  const { hours: hoursTotal, hoursToday, costBrl, costTodayBrl, ...depths } = amounts;
  const hours = {
    hoursToday,
    hoursLeft: hoursTotal - hoursToday,
    startAt: "2026-05-14T22:00:00Z",
    endAt: "2026-05-16T05:00:00Z",
  };
  const recommendation: Recommendation = recommendationRow({
    ...depths,
    ...hours,
    hoursTotal,
    hoursRev: hoursTotal,
    costBrl,
    costTodayBrl,
  });
  const run: PlanItem = {
    ...item,
    ...depths,
    ...hours,
    sectorIds: ["p1q1"],
    costBrl: costTodayBrl,
    totalCostBrl: costBrl,
    ...change,
  };
  const card = sectorCard({ _id: "p1q1", pivotId: "p1", angleEnd: 360 }, { recommendation });
  const data = { ...whole, pivots: [pivot], sectors: [card], plans: [{ ...plan, items: [run] }] };
  const [unit] = buildCards(data, TypeChart.pivot, "calculated");
  const [first] = machinesToday(data, null);
  if (!unit || !first) throw new Error("a unit");
  const sentence = sentenceOf(first, { today: TODAY, now: Date.parse(AT), pivot: () => "" });
  return { data, unit, card, recommendation, run, sentence };
}

/** The machine and its sector on the map. */
function onMap({ data, recommendation }: Pick<ReturnType<typeof machine>, "data" | "recommendation">) {
  const stamps = { createdAt: AT, updatedAt: AT };
  const sectors = data.sectors.map((one) => ({
    ...one,
    recommendation,
    sector: { ...stamps, ...one.sector },
    storagePct: null,
    meanPct: null,
  }));
  const [place] = pivotPlaces({ ...mapFixture(), ...data, devices: [], sectors }, "calculated");
  const [sector] = place?.sectors ?? [];
  if (!place || !sector) throw new Error("a place");
  return { place, sector };
}

/** What the circle says for an advice. */
const circle = (advice: Advice) => centreText(centreOf(advice, (moment) => farmClock(moment, "America/Bahia", TODAY)));

describe("the same values on every screen", () => {
  it("for passes, depth, setting, hours and money", () => {
    const { unit, card, recommendation, sentence } = machine();
    const words = "2 × 16,4 mm · 32 % no painel";
    for (const advice of [unitAdvice(unit), sectorAdvice(unit, card)]) {
      if (advice.action !== "irrigate") throw new Error("it irrigates");
      expect(runWords(advice.run)).toBe(words);
      expect(adviceLine(advice, clock)).toBe(`Irrigar hoje: ${words}`);
      expect(advice.run).toMatchObject({ hours: 60, hoursToday: 20, costBrl: 980, costTodayBrl: 310 });
    }
    expect([sentence.what, ...sentence.when, sentence.money].join(", ")).toBe(
      `${words}, 19:00 → sáb 02:00, R$\u00a0310 hoje, R$\u00a0980 no total`,
    );
    const facts = Object.fromEntries(runFacts(unit, card, TODAY).map(({ label, value }) => [label, value]));
    expect(facts).toMatchObject({
      LB: "32,8 mm",
      Voltas: "2 × 16,4 mm",
      Percentímetro: "32 %",
      "Custo de hoje": "R$\u00a0310",
      "Custo de tudo": "R$\u00a0980",
    });
    // Each pass is recorded as a separate watering.
    expect(wateringDraft(unit, card, Date.parse(AT)).amount).toBe("16,4");
    const why = whyTerms(recommendation);
    const shown = Object.fromEntries([...why.depth, ...why.run, ...why.money].map(({ key, value }) => [key, value]));
    expect(shown).toMatchObject({ gross: 32.8, passes: 2, depthPerPass: 16.4, percent: 32, cost: 980, costToday: 310 });
  });

  it("for any amounts, on card, circle, plan, map, report and in the forms", () => {
    for (let index = 0; index < 60; index++) {
      // Spread over the ranges, without a random number.
      const part = (step: number) => (((index + 1) * step) % 101) / 100;
      const passes = 1 + (index % 3);
      const depthPerPassMm = 2 + 22.7 * part(37);
      const hours = 5 + 120 * part(53);
      const amounts = {
        passes,
        depthPerPassMm,
        grossMm: passes * depthPerPassMm,
        percent: 5 + Math.floor(95 * part(71)),
        hours,
        hoursToday: hours * part(29),
        costBrl: 6000 * part(83),
        costTodayBrl: 6000 * part(83) * part(29),
      };
      const { data, unit, card, recommendation, sentence } = machine({}, amounts);
      const { place, sector } = onMap({ data, recommendation });
      const run = recommendedRun(recommendation);
      if (!run) throw new Error("a run");
      const words = runWords(run);
      for (const advice of [
        unitAdvice(unit),
        sectorAdvice(unit, card),
        placeAdvice(place),
        placedAdvice(place, sector),
      ]) {
        if (advice.action !== "irrigate") throw new Error("it irrigates");
        expect(runWords(advice.run)).toBe(words);
        expect(circle(advice)).toBe(words);
        expect(advice).toMatchObject({ run: amounts });
      }
      if (amounts.hoursToday > 0) expect(sentence.what).toBe(`${words}`);
      const facts = Object.fromEntries(runFacts(unit, card, TODAY).map(({ label, value }) => [label, value]));
      const [whole, today] = [facts["Custo de tudo"], facts["Custo de hoje"]];
      expect(sentence.money).toBe(whole === today ? `${today} hoje` : `${today} hoje, ${whole} no total`);
      const { cost, costToday, gross } = Object.fromEntries(
        [...whyTerms(recommendation).money, ...whyTerms(recommendation).depth].map(({ key, value }) => [key, value]),
      );
      expect({ cost, costToday, gross }).toEqual({
        cost: amounts.costBrl,
        costToday: amounts.costTodayBrl,
        gross: amounts.grossMm,
      });
      const draft = wateringDraft(unit, card, Date.parse(AT)).amount;
      const row = dayRow({
        ...run,
        recommendedMm: run.grossMm,
        recommendedBrl: run.costBrl,
        recommendedTodayBrl: run.costTodayBrl,
      });
      const cells = Object.fromEntries(
        dayColumns.map((column) => [column.key, cellText(column, row, clock.timeZone)] as const),
      );
      expect(facts.LB).toBe(`${cells.recommended} mm`);
      expect(draft).toBe(cells.depthPerPass);
      expect(facts.Percentímetro).toBe(`${cells.percent} %`);
      expect([whole, today]).toEqual([`R$\u00a0${cells.cost}`, `R$\u00a0${cells.costToday}`]);
    }
  });

  it("on the map, for the machine and for its sector", () => {
    const { place, sector } = onMap(machine());
    for (const advice of [placeAdvice(place), placedAdvice(place, sector)]) {
      expect(adviceLine(advice, clock)).toBe("Irrigar hoje: 2 × 16,4 mm · 32 % no painel");
      expect(advice).toMatchObject({ run: { hours: 60, hoursToday: 20, costBrl: 980, costTodayBrl: 310 } });
    }
  });

  it("in the report and in its CSV", () => {
    const run = recommendedRun(machine().recommendation);
    if (!run) throw new Error("it irrigates");
    const { passes, depthPerPassMm, percent, hoursRev, grossMm: recommendedMm, costBrl, costTodayBrl } = run;
    const money = { recommendedBrl: costBrl, recommendedTodayBrl: costTodayBrl };
    const row = dayRow({ recommendedMm, passes, depthPerPassMm, percent, hoursRev, ...money });
    const shown = ["recommended", "passes", "depthPerPass", "percent", "revolution", "cost", "costToday"];
    const columns = dayColumns.filter(({ key }) => shown.includes(key));
    expect(columns.map((column) => cellText(column, row, clock.timeZone))).toEqual([
      "32,8",
      "2",
      "16,4",
      "32",
      "60,0",
      "980",
      "310",
    ]);
    const file = csvOf(exportOf("Balanço", columns, [row], clock.timeZone));
    expect(file).toContain("32,8;2;16,4;32;60,0;980;310");
  });

  it("for a run under way: its passes and its end", () => {
    const { unit, card, sentence } = machine({ underWay: true, passes: 1, grossMm: 16.4 });
    expect([sentence.what, ...sentence.when, sentence.money].join(", ")).toBe(
      "regando, 1 volta a 32 %, até sáb 02:00, R$\u00a0310 hoje, R$\u00a0980 no total",
    );
    for (const advice of [unitAdvice(unit), sectorAdvice(unit, card)])
      expect(adviceLine(advice, clock)).toBe("Regando, 1 volta a 32 %, até sáb 02:00");
  });
});
