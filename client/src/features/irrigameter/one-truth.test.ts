import { TypeChart } from "@lamina/shared/records/client";
import type { PlanItem, Recommendation } from "@lamina/shared/records/irrigation";
import { recommendedRun } from "@lamina/shared/records/run-figures";
import { describe, expect, it } from "vitest";
import { adviceLine } from "../../ui/advice.ts";
import { cellText, exportOf } from "../../ui/data-table/columns.ts";
import { csvOf } from "../../ui/export/csv.ts";
import { runWords } from "../../ui/run-words.ts";
import { pivotPlaces, placeAdvice, sectorAdvice as placedAdvice } from "../maps/places.ts";
import { mapFixture } from "../maps/testing/map-fixture.ts";
import { dayColumns } from "../report/management-columns.tsx";
import { dayRow } from "../report/testing/section-fixture.ts";
import { wateringDraft } from "./actions/watering-fields.ts";
import { buildCards } from "./board.ts";
import { sectorAdvice, unitAdvice } from "./card/recommendation.ts";
import { runFacts } from "./card/sector-facts.ts";
import { AT, irrigameter, recommendationRow, sectorCard } from "./testing/fixtures.ts";
import { machinesToday } from "./today/machines-today.ts";
import { sentenceOf } from "./today/sentence.ts";
import { whyTerms } from "./why/why-terms.ts";

const TODAY = "2026-05-14";
const clock = { timeZone: "America/Bahia", today: TODAY };

/** A machine of one sector with a run of two passes of 16,4 mm at 32 %, R$ 310 today and R$ 980 in all. */
function machine(change: Partial<PlanItem> = {}) {
  const whole = irrigameter();
  const [farm, pivot, plan, item] = [whole.farms[0], whole.pivots[0], whole.plans[0], whole.plans[0]?.items[0]];
  if (!farm || !pivot || !plan || !item) throw new Error("the fixture has a run");
  const depths = { grossMm: 32.8, passes: 2, depthPerPassMm: 16.4, percent: 32 };
  const hours = { hoursToday: 20, hoursLeft: 40, startAt: "2026-05-14T22:00:00Z", endAt: "2026-05-16T05:00:00Z" };
  const recommendation: Recommendation = recommendationRow({
    ...depths,
    ...hours,
    hoursTotal: 60,
    hoursRev: 60,
    costBrl: 980,
    costTodayBrl: 310,
  });
  const run: PlanItem = {
    ...item,
    ...depths,
    ...hours,
    sectorIds: ["p1q1"],
    costBrl: 310,
    totalCostBrl: 980,
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

describe("the same values on every screen", () => {
  it("for passes, depth, setting, hours and money", () => {
    const { unit, card, recommendation, sentence } = machine();
    const words = "2 × 16,4 mm · 32 %";
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
      P: "32 %",
      "Custo de hoje": "R$\u00a0310",
      "Custo de tudo": "R$\u00a0980",
    });
    // Each pass is recorded as a separate watering.
    expect(wateringDraft(unit, card, Date.parse(AT)).amount).toBe("16,4");
    const why = whyTerms(recommendation);
    const told = Object.fromEntries([...why.depth, ...why.run, ...why.money].map(({ key, value }) => [key, value]));
    expect(told).toMatchObject({ gross: 32.8, passes: 2, depthPerPass: 16.4, percent: 32, cost: 980, costToday: 310 });
  });

  it("on the map, for the machine and for its sector", () => {
    const { data } = machine();
    const [place] = pivotPlaces({ ...mapFixture(), ...data, devices: [] }, [], "calculated");
    const [sector] = place?.sectors ?? [];
    if (!place || !sector) throw new Error("a place");
    for (const advice of [placeAdvice(place), placedAdvice(place, sector)]) {
      expect(adviceLine(advice, clock)).toBe("Irrigar hoje: 2 × 16,4 mm · 32 %");
      expect(advice).toMatchObject({ run: { hours: 60, hoursToday: 20, costBrl: 980, costTodayBrl: 310 } });
    }
  });

  it("in the report and in its CSV", () => {
    const run = recommendedRun(machine().recommendation);
    if (!run) throw new Error("it irrigates");
    const { passes, depthPerPassMm, percent, hoursRev, grossMm: recommendedMm } = run;
    const row = dayRow({ recommendedMm, passes, depthPerPassMm, percent, hoursRev });
    const shown = ["recommended", "passes", "depthPerPass", "percent", "revolution"];
    const columns = dayColumns.filter(({ key }) => shown.includes(key));
    expect(columns.map((column) => cellText(column, row, clock.timeZone))).toEqual(["32,8", "2", "16,4", "32", "60,0"]);
    const file = csvOf(exportOf("Balanço", columns, [row], clock.timeZone));
    expect(file).toContain("32,8;2;16,4;32;60");
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
