import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needsWater } from "../balance/status.ts";
import { recommend } from "./recommendation.ts";
import type { RecommendationInput } from "./recommendation-model.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const option = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** The set-up accepts no limit until emergence below 2 mm. */
const mostOf = ({ limit, mostNetMm }: { limit: string | null; mostNetMm: number }) =>
  limit === null ? Number.POSITIVE_INFINITY : limit === "emergence" ? 2 + mostNetMm : mostNetMm;

/** Any sector in season: soils of 1 to 200 mm, wet or dry ground, weak and strong machines, any forecast. */
const anyInput: fc.Arbitrary<RecommendationInput> = fc
  .record({
    soil: fc.record({ taw: number(1, 200), p: number(0.05, 0.9), part: number(0, 1) }),
    days: fc.array(
      fc.record({
        etc: number(0, 12),
        ke: number(0, 8),
        rainEff: fc.oneof(fc.constant(0), number(0, 60)),
        rainChance: number(0, 1),
      }),
      { minLength: 1, maxLength: 7 },
    ),
    machine: fc.record({
      areaHa: number(1, 120),
      flowM3h: number(5, 600),
      efficiencyPct: number(50, 98),
      maxHoursDay: fc.oneof(fc.constant(0), number(1, 24)),
      pumpKw: number(0, 300),
      leastMm: option(number(1, 10)),
      passLimitMm: option(number(1, 30)),
      panel: option(fc.record({ depth100Mm: number(0.5, 120), time100H: number(1, 60), minPercent: number(1, 100) })),
    }),
    nowMinute: fc.integer({ min: 0, max: 1439 }),
    waitDays: fc.integer({ min: 0, max: 3 }),
    lossBrlMmHa: number(0, 300),
    peakEtc: option(number(0, 12)),
    stage: option(
      fc.record({
        isOver: fc.boolean(),
        trigger: number(0.3, 1),
        limit: fc.constantFrom("emergence", "maturity", "harvest", null),
        mostNetMm: number(0, 30),
      }),
    ),
  })
  .map(({ soil: { taw, p, part }, days, machine, nowMinute, waitDays, lossBrlMmHa, peakEtc, stage }) => {
    const { leastMm, passLimitMm, panel, ...rest } = machine;
    return {
      active: true,
      blockers: [],
      dr: taw * part,
      raw: taw * p,
      taw,
      dp: 0,
      outlook: days.map(({ etc, ke, ...rain }) => ({ etc: etc + ke, ...rain })),
      dryDays: days.map(({ etc }) => ({ etc })),
      machine: {
        ...rest,
        ...(leastMm !== undefined && { leastMm }),
        ...(passLimitMm !== undefined && { passLimitMm }),
        ...(panel && { panel }),
      },
      tariff: [],
      clock: { midnight: 0, weekday: 3, nowMinute },
      waitDays,
      worth: { lossBrlMmHa, waterBrlM3: 0 },
      ...(peakEtc !== undefined && { peakEtc }),
      ...(stage && {
        stage: {
          ...stage,
          isHarvestPending: stage.isOver,
          mostNetMm: mostOf(stage),
        },
      }),
    };
  });

/** Rules that withhold water although the status needs it. */
const WITHHELD = [
  "limit-emergence",
  "limit-maturity",
  "limit-harvest",
  "panelLimit",
  "noHours",
  "tooSlow",
  "harvestPending",
];

describe("an answer", () => {
  it("is to irrigate, to wait until a day with a depth, or nothing by a rule until a day", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { action, rule, status, waitDays, otherwiseMm, grossMm, reasons } = recommend(input);
        const has = (key: string) => reasons.some((reason) => reason.key === key);
        switch (action) {
          case "irrigate":
            expect([rule, needsWater(status)]).toEqual(["need", true]);
            expect(grossMm).toBeGreaterThan(0);
            break;
          case "wait":
            expect(Number.isInteger(waitDays) && Number(waitDays) >= 1).toBe(true);
            expect(otherwiseMm).toBeGreaterThan(0);
            if (rule !== "later" && rule !== "rain") expect(has(rule), rule).toBe(true);
            break;
          default:
            expect(action).toBe("none");
            expect(Number(waitDays)).toBeGreaterThanOrEqual(1);
            expect(has(rule), rule).toBe(true);
            expect(needsWater(status) ? WITHHELD : [...WITHHELD, "enough"]).toContain(rule);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("begins no irrigation of less than the least depth", () => {
    fc.assert(
      fc.property(
        anyInput,
        ({ stage: _stage, machine: { panel: _panel, passLimitMm: _limit, ...machine }, ...input }) => {
          const { action, grossMm } = recommend({ ...input, machine: { ...machine, areaHa: 10, flowM3h: 100 } });
          if (action === "irrigate") expect(grossMm).toBeGreaterThanOrEqual((machine.leastMm ?? 4) - 1e-4);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("is the same for any rain without a chance", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const unlikely = input.outlook.map((day) => ({ ...day, rainChance: 0 }));
        const dry = (input.dryDays ?? []).map(({ etc }) => ({ etc, rainEff: 0 }));
        const answer = ({
          action,
          waitDays,
          grossMm,
          waitCostBrl,
          hoursToCritical,
          keepsUp,
        }: ReturnType<typeof recommend>) => ({ action, waitDays, grossMm, waitCostBrl, hoursToCritical, keepsUp });
        expect(answer(recommend({ ...input, outlook: unlikely }))).toEqual(
          answer(recommend({ ...input, outlook: dry })),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

const sprinklers: RecommendationInput = {
  active: true,
  blockers: [],
  dr: 5,
  raw: 10,
  taw: 20,
  dp: 0,
  outlook: [5, 4, 5, 5, 5, 5, 5].map((etc, day) => ({ etc, rainEff: day === 3 ? 32 : 0, rainChance: 0.6 })),
  machine: { areaHa: 12, flowM3h: 50, efficiencyPct: 80, maxHoursDay: 21, pumpKw: 25 },
  tariff: [],
  clock: { midnight: 0, weekday: 4, nowMinute: 430 },
  worth: { lossBrlMmHa: 5, waterBrlM3: 0 },
};
const reasonOf = (input: RecommendationInput, key: string) =>
  recommend(input).reasons.find((reason) => reason.key === key)?.value;

describe("the least depth worth a start", () => {
  it("makes a wait of what the room for rain leaves, with day, depth and the room", () => {
    // 3.75 mm of room leave 1.25 mm.
    const wait = recommend(sprinklers);
    expect(wait).toMatchObject({ action: "wait", rule: "roomForRain", status: "irrigate", waitDays: 1 });
    expect(wait.otherwiseMm).toBeGreaterThan(4);
    expect(reasonOf(sprinklers, "roomForRain")).toBeCloseTo(3.75);
    expect(reasonOf(sprinklers, "leastDepth")).toBe(4);
    expect(Number(reasonOf(sprinklers, "waitSaves"))).toBeGreaterThan(Number(reasonOf(sprinklers, "waitRisks")));
  });

  it("is given, with less room, where waiting costs more yield than it saves", () => {
    const dear = { ...sprinklers, worth: { lossBrlMmHa: 300, waterBrlM3: 0 } };
    expect(recommend(dear)).toMatchObject({ action: "irrigate", rule: "need" });
    expect(recommend(dear).grossMm).toBeCloseTo(4);
    expect(reasonOf(dear, "roomForRain")).toBeCloseTo(5 - 3.2);
  });

  it("is waited for by a small need without rain, and given when the crop would lose more", () => {
    const dry = sprinklers.outlook.map(({ etc }) => ({ etc, rainEff: 0 }));
    const small = { ...sprinklers, dr: 2, raw: 6, outlook: dry };
    expect(recommend(small)).toMatchObject({ action: "wait", rule: "leastDepth", waitDays: 1 });
    const dear = { ...small, raw: 1, taw: 4, worth: { lossBrlMmHa: 300, waterBrlM3: 0 } };
    expect(recommend(dear)).toMatchObject({ action: "irrigate", rule: "need", status: "stress" });
    expect(recommend(dear).grossMm).toBeCloseTo(4);
    // Drip may start for less.
    const drip = { ...small, machine: { ...small.machine, leastMm: 1 } };
    expect(recommend(drip).grossMm).toBeCloseTo(2 / 0.8);
  });

  it("is waited for until the next decision, and not a whole day from the evening on", () => {
    const evening = { ...sprinklers, clock: { ...sprinklers.clock, nowMinute: 1380 }, dr: 5, raw: 10 };
    const risk = (input: RecommendationInput) =>
      Number(recommend(input).rule === "need" ? 1e9 : reasonOf(input, "waitRisks"));
    expect(risk({ ...evening, decisionMinute: 420 })).toBeLessThan(risk(evening));
  });

  it("does not stop the small depths until emergence", () => {
    const stage = { isHarvestPending: false, isOver: false, trigger: 1, mostNetMm: 2, limit: "emergence" as const };
    const given = recommend({
      ...sprinklers,
      stage,
      outlook: sprinklers.outlook.map((day) => ({ ...day, rainEff: 0 })),
    });
    expect(given).toMatchObject({ action: "irrigate" });
    expect(given.netMm).toBeCloseTo(2);
  });
});

describe("a forecast with gaps", () => {
  const days = (count: number, more: (day: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, day) => ({ etc: 5, rainEff: 0, rainChance: 0, ...more(day) }));
  const answerOf = (outlook: RecommendationInput["outlook"], more: Partial<RecommendationInput> = {}) =>
    recommend({ ...sprinklers, outlook, ...more });

  it("of a probability without rain is no reason to wait", () => {
    const dry = answerOf(days(7));
    expect(answerOf(days(7, (day) => ({ rainChance: day === 0 ? 0.9 : 0 }))).grossMm).toBe(dry.grossMm);
    expect(
      answerOf(days(7, (day) => (day === 0 ? { rainEff: 10, rainChance: 0.9, rainOutcomes: [0, 0] } : {}))),
    ).toMatchObject({ action: "irrigate", rule: "need" });
  });

  it("of a single day, or none, still gives an answer with its day", () => {
    const rain = answerOf(days(1, () => ({ rainEff: 20, rainChance: 0.8 })));
    expect(rain).toMatchObject({ action: "wait", rule: "rain", waitDays: 1 });
    expect(rain.otherwiseMm).toBeGreaterThan(4);
    expect(answerOf([], { dr: 15 })).toMatchObject({ action: "irrigate", rule: "need", status: "stress" });
    expect(answerOf([], { dr: 0 })).toMatchObject({ action: "none", rule: "enough", waitDays: 1 });
  });

  it("of a storm in the night gives the same wait before and after midnight", () => {
    const outlook = days(7, (day) => (day === 0 ? { rainEff: 80, rainChance: 1 } : {}));
    const clock = { ...sprinklers.clock, nowMinute: 1410 };
    expect(answerOf(outlook, { clock, decisionMinute: 420 })).toMatchObject({ rule: "rain", waitDays: 1 });
    expect(answerOf(outlook, { decisionMinute: 420 })).toMatchObject({ rule: "rain", waitDays: 1 });
  });

  it("and a price of water that is 0, or above every loss, gives a depth or a wait until tomorrow", () => {
    const worth = (brlMmHa: number, ownBrlMmHa: number) => ({
      worth: { lossBrlMmHa: 5, waterBrlM3: 0, budget: { brlMmHa, ownBrlMmHa } },
    });
    expect(answerOf(days(7), { dr: 12, ...worth(0, 0) })).toMatchObject({ action: "irrigate", rule: "need" });
    expect(answerOf(days(7), { dr: 12, ...worth(50, 1) })).toMatchObject({
      rule: "budget",
      waitDays: 1,
      otherwiseMm: null,
    });
  });
});
