import { balanceDay, initialState } from "../balance/balance.ts";
import { climateAdjustedKc } from "../crop/kc-climate.ts";
import { kcIniFigure29 } from "../crop/kc-initial.ts";
import { lossPerMm } from "../crop/yield-loss.ts";
import { applicationFor, type IrrigationMachine } from "../machine/application.ts";
import { netCapacity } from "../machine/capacity.ts";
import { excessShare, peakApplicationRate, runoffFreeDepth, surfaceStorage } from "../machine/pass-limit.ts";
import { depthAt100, pivotArea, revolutionHoursAt100 } from "../machine/pivot.ts";
import { speedTable } from "../machine/sector-speeds.ts";
import { rainWorthWaiting } from "../plan/waiting.ts";

const fixed = (value: number, decimals = 1) => value.toFixed(decimals);

/** The pivot of all examples: 500 m, last tower at 488 m, 320 m³/h, 240 m/h at 100 %, Ea 86 %. */
const areaHa = pivotArea(500);
const time100H = revolutionHoursAt100(488, 240);
const depth100Mm = depthAt100(320, time100H, areaHa);
const CLAY = { depth100Mm, speed100MH: 240, wettedWidthM: 15, intakeMmH: 30, slopePct: 2 };
const passLimitMm = runoffFreeDepth(CLAY);
const machine: IrrigationMachine = {
  areaHa,
  flowM3h: 320,
  efficiencyPct: 86,
  maxHoursDay: 21,
  pumpKw: 110,
  passLimitMm,
  panel: { time100H, depth100Mm, minPercent: 10 },
};

function passLimits(): string {
  const peak = peakApplicationRate(depth100Mm, CLAY.speed100MH, CLAY.wettedWidthM);
  const share = excessShare(peak, CLAY.intakeMmH);
  return `## How deep one pass may be

A revolution at 100 % takes 2π · 488 ÷ 240 = ${fixed(time100H, 2)} h and puts 320 · ${fixed(time100H, 2)} ÷ (10 · ${fixed(areaHa)}) = ${fixed(depth100Mm, 2)} mm on ${fixed(areaHa)} ha.
Under the last tower it rains at 4/π · ${fixed(depth100Mm, 2)} · 240 ÷ 15 = ${fixed(peak)} mm/h at its peak. A clay takes in 30 mm/h, so ${fixed(100 * share)} % of a pass arrives too fast.
On a slope of 2 % the surface holds ${fixed(surfaceStorage(2))} mm: a pass may be ${fixed(surfaceStorage(2))} ÷ ${fixed(share, 3)} = ${fixed(passLimitMm)} mm deep.`;
}

function passes(): string {
  const { netMm, grossMm, passes: count, percent, depthPerPassMm, hours } = applicationFor(24, machine);
  return `## From the deficit to the panel

24 mm are missing. LB = 24 ÷ 0.86 = ${fixed(24 / 0.86)} mm, more than one pass of ${fixed(passLimitMm)} mm: **${count} passes at ${percent} %, ${fixed(depthPerPassMm)} mm each**.
The percentage is rounded down, so ${fixed(grossMm)} mm gross and ${fixed(netMm)} mm net are applied. TV of all passes: ${count} · 100 · ${fixed(time100H, 2)} ÷ ${percent} = ${fixed(hours)} h.`;
}

function dayOfBalance(): string {
  const settings = {
    days: [20, 35, 40, 30],
    kc: { ini: 0.3, mid: 1.2, end: 0.6 },
    roots: { ini: 0.15, max: 1 },
    p: 0.55,
    soil: [{ depthM: 1, fc: 0.346, wp: 0.224 }],
  } as const;
  const state = { ...initialState(settings, 40), day: 70, rootM: 0.6 };
  const { row } = balanceDay({ ...settings, roots: { ini: 0.6, max: 0.6 } }, state, {
    eto: 5.2,
    rain: 6,
    irrigation: 0,
  });
  return `## One day of the balance

Maize in mid-season, roots 60 cm, 346 − 224 mm/m: CAD ${fixed(row.taw)} mm. ETo 5.2 mm, Kc 1.2: ETc ${fixed(row.etc)} mm. p = 0.55 + 0.04 (5 − ${fixed(row.etc)}) = ${fixed(row.p, 3)}, AFD ${fixed(row.raw)} mm.
Yesterday's Dr of 40 mm is ${row.ks < 1 ? "beyond" : "within"} it: Ks ${fixed(row.ks, 3)}, ETc aj. ${fixed(row.etcAdj, 2)} mm. With 6 mm of rain Dr = 40 + ${fixed(row.etcAdj, 2)} − 6 = ${fixed(row.dr, 2)} mm.`;
}

function worth(): string {
  const perHa = lossPerMm({ ky: 1.25, yieldKgHa: 7500, priceBrlKg: 0.87, etmMm: 520 });
  return `## What a millimetre is worth

1 − Ya/Ym = Ky (1 − ETa/ETm): maize of 7 500 kg/ha at R$ 0.87 with Ky 1.25 and 520 mm loses 1.25 · 7 500 · 0.87 ÷ 520 = R$ ${fixed(perHa, 2)} per mm and ha,
on ${fixed(areaHa)} ha **R$ ${fixed(perHa * areaHa, 0)} per mm**.`;
}

function waiting(): string {
  const lossBrlMm = lossPerMm({ ky: 1.25, yieldKgHa: 7500, priceBrlKg: 0.87, etmMm: 520 }) * areaHa;
  const costBrlMm = ((10 * areaHa) / 320 / 0.86) * 110 * 0.45;
  const common = {
    raw: 36,
    taw: 73,
    nowHour: 7,
    hoursSince: 0,
    elapsedHours: 30,
    lossBrlMm,
    costBrlMm,
    capacityMmDay: 7,
  };
  const outlook = (rain: { rainChance?: number; rainOutcomes?: number[] }) => [
    { etc: 6, rainEff: 0, rainChance: 0 },
    { etc: 5, rainEff: 20, ...rain },
    ...Array.from({ length: 5 }, () => ({ etc: 6, rainEff: 0, rainChance: 0 })),
  ];
  const say = (dr: number, rain: number | number[]) => {
    const day = outlook(typeof rain === "number" ? { rainChance: rain } : { rainOutcomes: rain });
    const wait = rainWorthWaiting({ ...common, dr, netMm: dr, outlook: day, dryDays: day.map(({ etc }) => ({ etc })) });
    return wait === null
      ? `irrigate now`
      : `wait ${wait.days} days: R$ ${fixed(wait.savedBrl, 0)} saved in the mean, R$ ${fixed(wait.riskedBrl, 0)} risked`;
  };
  return `## Whether to wait for rain

20 mm are forecast for tomorrow evening. AFD 36 mm, 6 mm used a day, R$ ${fixed(lossBrlMm, 0)} lost per mm, R$ ${fixed(costBrlMm, 0)} of energy per net mm.

| Dr | probability | |
|---|---|---|
| 18 mm | 80 % | ${say(18, 0.8)} |
| 18 mm | 20 % | ${say(18, 0.2)} |
| 34 mm | 80 % | ${say(34, 0.8)} |
| 40 mm | 40 % | ${say(40, 0.4)} |

With an ensemble, ten equally probable amounts take the place of amount × probability, each up to the missing water. The mean is 16 mm in both rows:

| Dr | amounts, mm | |
|---|---|---|
| 18 mm | 0 0 20 20 20 20 20 20 20 20 | ${say(18, [0, 0, 20, 20, 20, 20, 20, 20, 20, 20])} |
| 18 mm | 0 0 0 0 0 0 0 0 60 100 | ${say(18, [0, 0, 0, 0, 0, 0, 0, 0, 60, 100])} |`;
}

function climate(): string {
  const soy = climateAdjustedKc(1.15, 3, 25, 0.8);
  return `## Kc by the season's weather

Soybean 0.8 m high in a mid-season with 3 m/s and RHmin 25 %: 1.15 + [0.04 (3 − 2) − 0.004 (25 − 45)] (0.8 ÷ 3)^0.3 = **${fixed(soy, 2)}** (Eq. 62).
Bare ground wetted lightly every two days at an ETo of 5 mm: Kc ini **${fixed(kcIniFigure29(2, 5), 2)}**, every seven days ${fixed(kcIniFigure29(7, 5), 2)} (Figure 29), where the table has 0.4.`;
}

function table(): string {
  const sector = (id: string, fromDeg: number, needMm: number, dr: number) => ({
    id,
    areaHa: areaHa / 3,
    fromDeg,
    toDeg: fromDeg + 120,
    isWatered: needMm > 0,
    needMm,
    dr,
    tolerableMm: 8,
    lossBrlMmHa: 15,
    costBrlMmHa: 2.5,
  });
  const limits = {
    depth100Mm,
    slowestPercent: Math.ceil((100 * depth100Mm) / passLimitMm),
    mostPasses: 3,
    efficiencyPct: 86,
  };
  const { passes: count, rows } = speedTable(
    [sector("A", 0, 10.5, 9), sector("B", 120, 22, 19), sector("C", 240, 0, 2)],
    limits,
    8,
  );
  const lines = rows.map(
    ({ ids, fromDeg, toDeg, percent, grossMm }) =>
      `| ${ids.join(", ")} | ${fromDeg}° | ${toDeg}° | ${percent === null ? "dry" : `${percent} %`} | ${fixed(grossMm)} mm |`,
  );
  return `## A table of speeds

Three sectors of one pivot ask for 10.5, 22 and 0 mm: ${count} passes, each by this table.

| sector | from | to | P | over all passes |
|---|---|---|---|---|
${lines.join("\n")}`;
}

function capacity(): string {
  const mm = netCapacity({ flowM3h: 320, areaHa, hoursDay: 21, efficiencyPct: 86 });
  return `## Whether the machine keeps up

320 m³/h for 21 h on ${fixed(areaHa)} ha with Ea 86 %: ${fixed(mm)} mm a day. Maize in mid-season uses 1.2 · 5.2 = ${fixed(1.2 * 5.2)} mm: it ${mm >= 1.2 * 5.2 ? "keeps up" : "does not keep up"}, by ${fixed(mm - 1.2 * 5.2)} mm a day.`;
}

/** The page of worked examples, computed by the engine. */
export function workedExamples(): string {
  const head = `# Worked examples

One pivot for all of them: radius 500 m, last tower at 488 m, 320 m³/h, 240 m/h at 100 %, Ea 86 %, 110 kW at R$ 0.45, on a clay.
A test recomputes this page from the engine and compares it, letter by letter.`;
  const parts = [passLimits(), passes(), dayOfBalance(), worth(), waiting(), climate(), table(), capacity()];
  return `${[head, ...parts].join("\n\n")}\n`;
}
