import { HOUR_MS } from "@lamina/shared/core/time";
import { describe, expect, it } from "vitest";
import { etLostByHour, hoursToCritical } from "../balance/depletion-outlook.ts";
import { DEFAULT_STAGE_RULES, stageAdvice } from "../crop/stage-rules.ts";
import { recommend } from "./recommendation.ts";
import type { RecommendationInput } from "./recommendation-model.ts";
import type { TariffWindow } from "./tariff.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const tariff: TariffWindow[] = [
  { days: everyDay, from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.2 },
  { days: [1, 2, 3, 4, 5], from: "18:00", to: "21:00", kind: "peak", brlKwh: 2 },
  { days: everyDay, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 },
];
/** Wednesday, 2026-01-14, 07:10 in a farm at UTC−3. */
const clock = { midnight: Date.UTC(2026, 0, 14, 3), weekday: 3, nowMinute: 430 };
const dry = Array.from({ length: 7 }, () => ({ etc: 6, rainEff: 0 }));
const input: RecommendationInput = {
  active: true,
  blockers: [],
  dr: 20,
  raw: 30,
  taw: 60,
  dp: 0,
  outlook: dry,
  machine: {
    areaHa: 50.2655,
    flowM3h: 180,
    efficiencyPct: 85,
    maxHoursDay: 21,
    pumpKw: 100,
    panel: { depth100Mm: 3.465, time100H: 9.6761, minPercent: 10 },
  },
  tariff,
  clock,
};
const reason = (result: ReturnType<typeof recommend>, key: string) =>
  result.reasons.find((other) => other.key === key)?.value;

describe("recommendation", () => {
  it("irrigates today with depth, panel, hours, volume and energy that agree", () => {
    const result = recommend(input);
    expect(result).toMatchObject({ action: "irrigate", status: "irrigate", passes: 1, blockedBy: null });
    expect(result.netMm).toBeGreaterThanOrEqual(20);
    expect(result.grossMm).toBeCloseTo(result.netMm / 0.85);
    expect(result.percent).toBe(14);
    expect(result.grossMm).toBeCloseTo(346.5 / 14);
    expect(result.hoursRev).toBeCloseTo(967.61 / 14);
    expect(result.volumeM3).toBeCloseTo(10 * result.grossMm * 50.2655);
    expect(result.energyKwh).toBeCloseTo(result.hoursRev * 100);
    expect(reason(result, "dr")).toBe(20);
  });

  it("is not to irrigate where no hour of the day is allowed, or the least depth takes more than 240 h", () => {
    const { machine } = input;
    const none = { action: "none", grossMm: 0, waitDays: 1 };
    const idle = recommend({ ...input, dr: 35, machine: { ...machine, maxHoursDay: 0 } });
    expect(idle).toMatchObject({ ...none, rule: "noHours", keepsUp: false });
    expect(reason(idle, "noHours")).toBe(0);
    const { panel, ...sprinklers } = machine;
    const drop = recommend({ ...input, machine: { ...sprinklers, flowM3h: 2 } });
    expect(drop).toMatchObject({ ...none, rule: "tooSlow", keepsUp: false });
    // 4 mm on 50 ha are 2011 m³.
    expect(reason(drop, "tooSlow")).toBeCloseTo(1005, 0);
    const slow = { ...panel, depth100Mm: 3.465, minPercent: 10, time100H: 240 };
    expect(recommend({ ...input, machine: { ...machine, panel: slow } }).rule).toBe("tooSlow");
    expect(recommend({ ...input, machine: { ...sprinklers, flowM3h: 9 } }).action).toBe("irrigate");
  });

  it("rests in the peak and respects the allowed hours", () => {
    const { startAt, endAt, costBrl, energyKwh } = recommend(input);
    expect(startAt).toBe("2026-01-14T10:10:00.000Z");
    expect(Date.parse(endAt ?? "") - Date.parse(startAt ?? "")).toBeGreaterThan(69 * HOUR_MS);
    expect(costBrl).toBeGreaterThan(energyKwh * 0.2);
    expect(costBrl).toBeLessThan(energyKwh * 0.5);
  });

  it("starts at 21:30 when the night is long enough", () => {
    const result = recommend({
      ...input,
      dr: 14,
      raw: 21,
      waitDays: 1,
      machine: {
        ...input.machine,
        efficiencyPct: 100,
        flowM3h: 360,
        panel: { depth100Mm: 14, time100H: 8, minPercent: 10 },
      },
    });
    expect(result).toMatchObject({
      action: "irrigate",
      percent: 100,
      startAt: "2026-01-15T00:30:00.000Z",
      endAt: "2026-01-15T08:30:00.000Z",
    });
    expect(result.costBrl).toBeCloseTo(8 * 100 * 0.2);
  });

  it("does not irrigate with stale data, and names the data", () => {
    const at = "2026-01-10T12:00:00.000Z";
    const result = recommend({ ...input, dr: 50, blockers: [{ key: "rainStale", source: "station", at }] });
    expect(result).toMatchObject({
      action: "nodata",
      status: "nodata",
      blockedBy: "rainStale",
      netMm: 0,
      startAt: null,
    });
    expect(result.reasons).toEqual([{ key: "rainStale", source: "station", at, value: null, unit: "" }]);
  });

  it("gives passes with consistent depth and setting, and the time of all", () => {
    // Regression: 65.1 mm at 16 % was one pass of 32.5 mm twice.
    const machine = {
      ...input.machine,
      mostPasses: 3,
      panel: { depth100Mm: 5.2, time100H: 12.78, minPercent: 10 },
    };
    const result = recommend({ ...input, dr: 55, raw: 56, taw: 90, machine });
    expect(result.passes).toBe(2);
    expect(result.depthPerPassMm).toBeCloseTo(520 / (result.percent ?? 0));
    expect(result.grossMm).toBeCloseTo(result.passes * result.depthPerPassMm);
    expect(result.hoursRev).toBeCloseTo((result.passes * 1278) / (result.percent ?? 0));
    expect(result.netMm).toBeGreaterThanOrEqual(55);
    expect(result.netMm).toBeLessThan(58.5);
  });

  it("gives no depth above the deepest record, also where the lightest pass is more than half of it", () => {
    const coarse = { ...input.machine, passLimitMm: 200, panel: { depth100Mm: 57, time100H: 20, minPercent: 10 } };
    const given = recommend({ ...input, dr: 150, raw: 60, taw: 160, machine: coarse });
    expect(given.grossMm).toBeLessThanOrEqual(100);
    expect(given.grossMm).toBeGreaterThan(57);
  });

  it("limits a pass to the soil's intake, splits a greater depth into passes, and leaves the rest as a deficit", () => {
    const limited = recommend({ ...input, machine: { ...input.machine, passLimitMm: 12 } });
    expect(limited.depthPerPassMm).toBeLessThanOrEqual(12);
    expect(limited.passes).toBe(2);
    expect(limited.netMm).toBeGreaterThanOrEqual(20);
    expect(reason(limited, "passLimit")).toBe(12);
    const shallow = recommend({ ...input, dr: 40, machine: { ...input.machine, passLimitMm: 8, mostPasses: 2 } });
    expect(shallow.passes).toBe(2);
    expect(shallow.leftMm).toBeCloseTo(40 - shallow.netMm);
    expect(reason(shallow, "deficitLeft")).toBeGreaterThan(20);
  });

  it("waits for rain when that pays on average, with a date and a limit", () => {
    const rainy = (rainEff: number, rainChance: number) =>
      dry.map((day, index) => (index === 0 ? { ...day, rainEff, rainChance } : day));
    const sure = recommend({ ...input, outlook: rainy(25, 0.9) });
    expect(sure).toMatchObject({ action: "wait", netMm: 0, startAt: null, waitDays: 1 });
    expect(sure.otherwiseMm).toBeGreaterThan(26 / 0.85);
    expect(reason(sure, "rainForecast")).toBe(25);
    expect(reason(sure, "rainExpected")).toBeCloseTo(18);
    // Drizzle does not delay it, nor does improbable rain when the crop already loses.
    expect(recommend({ ...input, outlook: rainy(0.1, 1) }).action).toBe("irrigate");
    expect(recommend({ ...input, dr: 45, outlook: rainy(20, 0.2) }).action).toBe("irrigate");
    // A little overdue with a storm ahead: waiting loses less than it saves.
    expect(recommend({ ...input, dr: 31.3, outlook: rainy(60, 0.95) })).toMatchObject({ action: "wait" });
  });

  it("weighs rain by the outcomes of an ensemble where there is one", () => {
    const ofDay = (day: object) => dry.map((one, index) => (index === 0 ? { ...one, ...day } : one));
    // Nine outcomes of ten bring a storm, which amount × probability of a cautious forecast does not show.
    const storm = [0, ...Array<number>(9).fill(40)];
    const wait = recommend({ ...input, outlook: ofDay({ rainEff: 3, rainChance: 0.3, rainOutcomes: storm }) });
    expect(wait).toMatchObject({ action: "wait", waitDays: 1 });
    // Each outcome counts up to the missing water.
    expect(wait.rainWait?.expectedMm).toBeCloseTo(0.9 * input.dr, 5);
    expect(reason(wait, "rainEnsemble")).toBeCloseTo(0.9 * input.dr, 5);
    expect(reason(wait, "rainExpected")).toBeUndefined();
    // One storm among ten outcomes has the same mean as rain for sure, and is not worth the same wait.
    const rare = [...Array<number>(9).fill(0), 250];
    const drier = { ...input, dr: 34 };
    expect(recommend({ ...drier, outlook: ofDay({ rainEff: 25, rainOutcomes: rare }) }).action).toBe("irrigate");
    expect(recommend({ ...drier, outlook: ofDay({ rainEff: 25, rainChance: 1 }) }).action).toBe("wait");
  });

  it("does not stop a machine that cannot keep up for a shower", () => {
    const rainy = dry.map((day, index) => (index === 0 ? { ...day, rainEff: 8, rainChance: 0.75 } : day));
    const slow = { ...input.machine, flowM3h: 60, panel: { depth100Mm: 1.155, time100H: 9.6761, minPercent: 5 } };
    expect(recommend({ ...input, dr: 29, machine: slow, outlook: rainy }).action).toBe("irrigate");
  });

  it("leaves room for probable rain of the forecast, at most three quarters of the deficit", () => {
    const rainy = (rainEff: number, rainChance: number) =>
      dry.map((_, index) => ({ etc: 4, ...(index === 2 ? { rainEff, rainChance } : { rainEff: 0 }) }));
    const deep = { ...input, dr: 44, raw: 40, taw: 80, waitDays: 0, worth: { lossBrlMmHa: 300, waterBrlM3: 0 } };
    const roomOf = (given: typeof deep, outlook: typeof dry) => reason(recommend({ ...given, outlook }), "roomForRain");
    const result = recommend({ ...deep, outlook: rainy(22, 0.8) });
    expect(result.action).toBe("irrigate");
    // 17.6 mm find the room that two days of use have made.
    expect(reason(result, "roomForRain")).toBeCloseTo(9.6);
    expect(result.netMm).toBeGreaterThanOrEqual(44 - 9.6);
    expect(result.netMm).toBeLessThan(44);
    expect(roomOf(deep, rainy(90, 0.8))).toBeCloseTo(0.75 * 40);
    expect(roomOf(deep, rainy(22, 0.4))).toBeUndefined();
    const outcomes = (rainOutcomes: number[]) =>
      dry.map(() => ({ etc: 4, rainEff: 0 })).with(2, { etc: 4, rainEff: 0, ...{ rainOutcomes } });
    expect(roomOf(deep, outcomes([0, 16, 24, 32]))).toBeCloseTo(10);
    expect(roomOf(deep, outcomes([0, 0, 0, 40]))).toBeUndefined();
    // The soil must last until the next run has passed: shallow roots get all of their deficit.
    expect(roomOf({ ...deep, dr: 6, raw: 5, taw: 20, waitDays: 1 }, rainy(90, 0.8))).toBeUndefined();
  });

  it("starts a machine early that is too small for the peak, and leaves no room for rain", () => {
    const rainy = dry.map((day) => ({ ...day, rainEff: 4, rainChance: 0.6 }));
    const early = { ...input, dr: 14, raw: 42, outlook: rainy };
    expect(recommend({ ...early, peakEtc: 6 })).toMatchObject({ action: "wait", status: "ok" });
    // 6.4 mm/d of capacity: 0.6 mm are lacking on each of twenty days.
    expect(reason(recommend({ ...early, peakEtc: 7 }), "trigger")).toBeCloseTo(42 - 20 * 0.608, 1);
    const small = recommend({ ...early, peakEtc: 11 });
    expect(small.status).toBe("irrigate");
    expect(small.reasons.find(({ key }) => key === "trigger")).toMatchObject({ source: "machine" });
    expect(reason(small, "trigger")).toBeCloseTo(2 * Number(reason(small, "capacity")));
    expect(reason(small, "roomForRain")).toBeUndefined();
  });

  describe("with a lightest pass of more than the soil holds", () => {
    // 8.5 mm net at 100 %, where 3 mm are missing and 4 mm are used today.
    const heavy = { ...input.machine, flowM3h: 500, panel: { depth100Mm: 10, time100H: 10, minPercent: 10 } };
    const use = dry.map(() => ({ etc: 4, rainEff: 0 }));
    const shallow = { ...input, dr: 3, raw: 9, taw: 20, outlook: use, machine: heavy, waitDays: 2 };

    it("waits, with day and depth, until the soil holds it, when that loses less than what would drain", () => {
      const wait = recommend({ ...shallow, worth: { lossBrlMmHa: 1, waterBrlM3: 0 } });
      expect(wait).toMatchObject({ action: "wait", status: "irrigate", waitDays: 1, rainWait: null, netMm: 0 });
      expect(reason(wait, "drains")).toBeCloseTo(8.5 - 7);
      expect(wait.otherwiseMm).toBeCloseTo(10);
      expect(Number(reason(wait, "waitSaves"))).toBeGreaterThan(Number(reason(wait, "waitRisks")));
      // Without what drains there is nothing to wait for.
      expect(recommend({ ...shallow, dr: 5 })).toMatchObject({ action: "irrigate", percent: 100 });
    });

    it("irrigates, and says what drains, when waiting costs more yield", () => {
      const now = recommend({ ...shallow, raw: 3, taw: 6, worth: { lossBrlMmHa: 200, waterBrlM3: 0 } });
      expect(now).toMatchObject({ action: "irrigate", percent: 100, passes: 1 });
      expect(reason(now, "drains")).toBeCloseTo(8.5 - 7);
    });

    it("takes a pass less where the lightest passes together drain, and leaves the rest as a deficit", () => {
      // 12 mm gross at most by the soil: one pass of 12 mm, or two of 10 mm at least.
      const tight = { ...heavy, passLimitMm: 12 };
      const deep = { ...shallow, dr: 11, raw: 20, taw: 40, outlook: use, machine: tight };
      const less = recommend(deep);
      expect(less).toMatchObject({ action: "irrigate", passes: 1 });
      expect(less.leftMm).toBeGreaterThan(0);
      expect(reason(less, "drains")).toBeUndefined();
      // Where the deficit that it leaves is stress, the second pass costs less.
      const dear = recommend({ ...deep, raw: 2, taw: 14, worth: { lossBrlMmHa: 200, waterBrlM3: 0 } });
      expect(dear).toMatchObject({ action: "irrigate", passes: 2, percent: 100 });
      expect(reason(dear, "drains")).toBeCloseTo(17 - 15);
    });

    it("gives a crop near its end no pass of which it returns too little", () => {
      const stage = { isHarvestPending: false, isOver: false, trigger: 1, mostNetMm: 1.2, limit: "maturity" as const };
      const late = { ...shallow, dr: 15, raw: 9, stage };
      const none = recommend({ ...late, worth: { lossBrlMmHa: 3, waterBrlM3: 0 } });
      expect(none).toMatchObject({ action: "none", status: "stress", netMm: 0 });
      expect(reason(none, "drains")).toBeCloseTo(8.5 - 1.2);
      expect(recommend({ ...late, worth: { lossBrlMmHa: 300, waterBrlM3: 0 } }).action).toBe("irrigate");
    });
  });

  it("follows the rules of the stage: at most the use before maturity, light passes until emergence", () => {
    const stage = { isHarvestPending: false, isOver: false, trigger: 1, mostNetMm: 6, limit: "maturity" as const };
    const late = recommend({ ...input, dr: 35, stage });
    expect(late.netMm).toBeLessThan(9);
    expect(reason(late, "limit-maturity")).toBe(6);
    expect(recommend({ ...input, dr: 35, stage: { ...stage, mostNetMm: 0.4 } }).action).toBe("none");
    expect(recommend({ ...input, dr: 35, stage: { ...stage, isHarvestPending: true, isOver: true } })).toMatchObject({
      action: "none",
    });
    const planted = { day: 3, days: [20, 35, 40, 30], dr: 18, taw: 21, remainingEtc: 500 } as const;
    const sown = stageAdvice(DEFAULT_STAGE_RULES, { ...planted, isEmerged: false });
    expect(sown).toMatchObject({ limit: "emergence", mostNetMm: 10 });
    expect(stageAdvice(DEFAULT_STAGE_RULES, { ...planted, isEmerged: true }).limit).toBeNull();
    expect(reason(recommend({ ...input, dr: 18, raw: 12, taw: 21, stage: sown }), "limit-emergence")).toBe(10);
  });

  it("improves without water only across a margin", () => {
    const green = { ...input, dr: 20, raw: 47 };
    expect(recommend(green).status).toBe("ok");
    const near = recommend({ ...green, held: { status: "irrigate", marginPct: 5 } });
    expect(near.status).toBe("irrigate");
    expect(recommend({ ...green, raw: 60, held: { status: "irrigate", marginPct: 5 } }).status).toBe("ok");
  });

  it("waits, with the day, when the depletion is still far; none when it is not in sight", () => {
    expect(recommend({ ...input, dr: 2, raw: 40 })).toMatchObject({ action: "wait", status: "ok" });
    expect(recommend({ ...input, dr: 2, raw: 40 }).waitDays).toBeGreaterThan(0);
    const cool = dry.map(() => ({ etc: 0.5, rainEff: 0 }));
    expect(recommend({ ...input, dr: 2, raw: 40, outlook: cool })).toMatchObject({
      ...{ action: "none", rule: "enough", waitDays: 7 },
    });
    expect(recommend({ ...input, active: false })).toMatchObject({ action: "none", status: "fallow" });
  });

  it("waits with the rain of the days until the need, not of the whole forecast", () => {
    const showers = dry.map((day) => ({ ...day, rainEff: 20, rainChance: 0.5 }));
    const wait = recommend({ ...input, dr: 2, raw: 40, outlook: showers, daysUntilNeed: 3 });
    expect(wait).toMatchObject({ action: "wait", waitDays: 3 });
    expect(reason(wait, "rainForecast")).toBe(60);
    expect(reason(wait, "rainExpected")).toBe(30);
  });

  it("compares the machine's capacity in its allowed hours with the use of the week and of the peak", () => {
    // 180 m³/h on 50.3 ha for 21 h: 7.5 mm/d gross, 6.4 net.
    const capacity = reason(recommend(input), "capacity");
    expect(capacity).toBeCloseTo(((180 * 21) / 502.655) * 0.85);
    expect(recommend(input).keepsUp).toBe(true);
    expect(recommend({ ...input, peakEtc: 7 }).keepsUp).toBe(false);
    expect(reason(recommend({ ...input, peakEtc: 7 }), "demand")).toBe(7);
    expect(recommend({ ...input, machine: { ...input.machine, maxHoursDay: 8 } }).keepsUp).toBe(false);
  });

  it("looks ahead through the allowed hours", () => {
    const few = reason(recommend({ ...input, machine: { ...input.machine, maxHoursDay: 10 } }), "lookAhead");
    expect(Number(few)).toBeGreaterThan(2 * Number(reason(recommend(input), "lookAhead")) - 6.1);
  });

  it("gives hours instead of a percentage to a machine without a panel", () => {
    const { panel: _panel, ...drip } = input.machine;
    const result = recommend({ ...input, machine: { ...drip, areaHa: 10 } });
    expect(result.percent).toBeNull();
    expect(result.hoursRev).toBeCloseTo(result.volumeM3 / 180);
  });
});

const use = dry.map(({ etc }) => ({ etc }));

it("counts the hours to the critical depletion through the coming days, by daylight", () => {
  // 12 mm at 6 mm/d from midnight: at sunset of the second day.
  expect(hoursToCritical(10, 22, use)).toBeCloseTo(42);
  expect(hoursToCritical(10, 22, use, 7)).toBeCloseTo(35);
  // Half of a day's use: noon.
  expect(hoursToCritical(10, 13, use)).toBeCloseTo(12);
  expect(hoursToCritical(30, 22, use)).toBe(0);
  expect(hoursToCritical(0, 60, use)).toBeCloseTo(9 * 24 + 18);
  expect(hoursToCritical(0, 60, [{ etc: 0 }])).toBe(Number.POSITIVE_INFINITY);
});

it("loses evapotranspiration in proportion to Ks, and none before stress", () => {
  const depletion = { dr: 20, raw: 30, taw: 60 };
  const lost = etLostByHour(depletion, use, { hours: 96 });
  expect(lost[23]).toBe(0);
  expect(lost.at(-1)).toBeGreaterThan(0);
  // No use at night: ETc follows the sun from 6 to 18 h.
  const stressed = etLostByHour({ ...depletion, dr: 50 }, use, { hours: 24 });
  expect(stressed[5]).toBe(0);
  expect(stressed[11]).toBeGreaterThan(1);
  expect(stressed[23]).toBe(stressed[17]);
  // All of a day's use when no water remains.
  const empty = etLostByHour({ ...depletion, dr: 60 }, use, { hours: 24 });
  expect(empty.at(-1)).toBeCloseTo(6);
});

describe("with the evaporation of rain that may not fall", () => {
  // Bare ground: 1 mm a day, and 7 mm on the days of the rain and after it.
  const wet = [1, 7, 7, 1, 1, 1, 1].map((etc, index) => ({ etc, rainEff: index === 1 ? 30 : 0, rainChance: 0.3 }));
  const dryDays = wet.map(() => ({ etc: 1 }));
  const bare = { ...input, dr: 9, raw: 10, taw: 14, expectedEtc: 1, worth: { lossBrlMmHa: 10, waterBrlM3: 0 } };
  const [given, without] = [
    recommend({ ...bare, outlook: wet, dryDays }),
    recommend({ ...bare, outlook: dryDays.map(({ etc }) => ({ etc, rainEff: 0 })) }),
  ];

  it("computes the loss and its time for days without rain", () => {
    const { hoursToCritical, waitCostBrl, keepsUp } = without;
    expect(given).toMatchObject({ hoursToCritical, waitCostBrl, keepsUp });
    expect(recommend({ ...bare, outlook: wet }).waitCostBrl).toBeGreaterThan(3 * waitCostBrl);
  });

  it("compares the machine's capacity with dry days", () => {
    // 3.2 mm/d net: above the use without rain, below that with rain, which the rain itself brings.
    const machine = { ...input.machine, flowM3h: 90 };
    expect(recommend({ ...bare, machine, outlook: wet })).toMatchObject({ keepsUp: true });
    const wetter = wet.map((day) => ({ ...day, etc: 7 }));
    expect(recommend({ ...bare, machine, outlook: wetter, dryDays })).toMatchObject({ keepsUp: true });
    expect(reason(recommend({ ...bare, machine, outlook: wetter, dryDays }), "demand")).toBe(1);
  });

  it("waits for probable rain by the risk of dry days", () => {
    const likely = wet.map((day) => ({ ...day, rainChance: 0.75 }));
    const evening = { ...clock, nowMinute: 1150 };
    const dear = { ...bare, dr: 9, raw: 10.5, taw: 13.4, clock: evening, worth: { lossBrlMmHa: 11, waterBrlM3: 0 } };
    expect(recommend({ ...dear, outlook: likely, dryDays })).toMatchObject({ action: "wait", waitDays: 2 });
    // What the dry days alone risk.
    const dryAgain = { ...dear, outlook: likely.map((day) => ({ ...day, etc: 1 })) };
    const [wait, alone] = [recommend({ ...dear, outlook: likely, dryDays }), recommend(dryAgain)];
    expect(wait.rainWait?.riskedBrl).toBeCloseTo(alone.rainWait?.riskedBrl ?? -1, 6);
    expect(wait.otherwiseMm).toBeCloseTo(alone.otherwiseMm ?? -1, 6);
  });

  it("waits for room by the use of dry days", () => {
    const heavy = { ...input.machine, flowM3h: 500, panel: { depth100Mm: 10, time100H: 10, minPercent: 10 } };
    const shallow = {
      ...bare,
      dr: 3,
      raw: 5,
      taw: 20,
      machine: heavy,
      waitDays: 2,
      worth: { lossBrlMmHa: 1, waterBrlM3: 0 },
    };
    const improbable = wet.map((day) => ({ ...day, rainEff: 0 }));
    const [room, dryRoom] = [
      recommend({ ...shallow, outlook: improbable, dryDays }),
      recommend({ ...shallow, outlook: dryDays.map(({ etc }) => ({ etc, rainEff: 0 })) }),
    ];
    expect(room).toMatchObject({ action: dryRoom.action, waitDays: dryRoom.waitDays });
    expect(reason(room, "waitSaves")).toBe(reason(dryRoom, "waitSaves"));
    expect(reason(room, "waitRisks")).toBe(reason(dryRoom, "waitRisks"));
  });
});
