import { expect, it } from "vitest";
import { ruleText } from "../rules/rule-text.ts";
import {
  changedCrop,
  unusualCrop,
  unusualFarm,
  unusualPermit,
  unusualPivot,
  unusualRain,
  unusualSeason,
  unusualSector,
  unusualSensor,
  unusualSoil,
  unusualSource,
  unusualTariff,
  unusualWatering,
} from "./unusual.ts";

const fields = (rules: readonly { field: string }[]) => rules.map(({ field }) => field);
const pivot = { kind: "pivot", radiusM: 500, efficiencyPct: 85, flowM3h: 300 } as const;
const windowOf = (brlKwh: number) => ({ days: [1], from: "00:00", to: "06:00", kind: "offpeak" as const, brlKwh });

it("asks about values that are possible but rarely meant", () => {
  expect(unusualCrop({ kcIni: 0.3, kcMid: 1.2, kcEnd: 0.6, rootMaxCm: 100, priceBrlKg: 1.9 })).toEqual([]);
  expect(fields(unusualCrop({ kcMid: 1.45, rootMaxCm: 250, priceBrlKg: 127 }))).toEqual([
    "kcMid",
    "rootMaxCm",
    "priceBrlKg",
  ]);
  expect(unusualPivot(pivot)).toEqual([]);
  expect(fields(unusualPivot({ ...pivot, efficiencyPct: 60 }))).toEqual(["efficiencyPct"]);
  // 20 mm a day on 78.5 ha.
  const [flow] = unusualPivot({ ...pivot, flowM3h: 654 });
  expect(flow && ruleText(flow)).toMatch(/É isto mesmo\? Com esta vazão e área são 19,98 mm em 24 h/);
  expect(unusualPivot({ ...pivot, kind: "drip", flowM3h: 654 })).toEqual([]);
  expect(fields(unusualTariff({ windows: [0, 0.45, 4.5, 0.045].map(windowOf) }))).toEqual([
    "windows.2.brlKwh",
    "windows.3.brlKwh",
  ]);
  expect(fields(unusualPivot({ ...pivot, kind: "drip", radiusM: 1.2 }))).toEqual(["radiusM"]);
  expect(fields(unusualSector({ areaHa: 1_200 }))).toEqual(["areaHa"]);
  expect(fields(unusualSource({ capacityM3h: 1.2 }))).toEqual(["capacityM3h"]);
  expect(unusualSource({ capacityM3h: 1_200 })).toEqual([]);
  expect(fields(unusualPermit({ m3Month: 60, m3hMax: 1.2 }))).toEqual(["m3Month", "m3hMax"]);
  expect(unusualPermit({ m3Month: 60_000 })).toEqual([]);
  expect(fields(unusualSensor({ depthCm: 0.2 }))).toEqual(["depthCm"]);
  expect(fields(unusualRain({ mm: 318 }))).toEqual(["mm"]);
  expect(unusualRain({ mm: 31.8 })).toEqual([]);
  expect(fields(unusualWatering({ grossMm: 112 }))).toEqual(["grossMm"]);
});

it("compares the price of a season with that of its crop", () => {
  expect(unusualSeason({ priceBrlKg: 1.9 }, 1.27)).toEqual([]);
  const [price] = unusualSeason({ priceBrlKg: 19 }, 1.27);
  expect(price && ruleText(price)).toBe("É isto mesmo? O usual vai de 0,32 R$/kg a 5,08 R$/kg.");
  expect(fields(unusualSeason({ priceBrlKg: 0.19 }, 1.27))).toEqual(["priceBrlKg"]);
  expect(unusualSeason({ priceBrlKg: 19 })).toEqual([]);
});

it("asks about an altitude that lost its thousands point, and soils that hold little or much", () => {
  expect(fields(unusualFarm({ altitude: 1.16, areaHa: 800 }))).toEqual(["altitude"]);
  expect(unusualFarm({ altitude: 1160, areaHa: 800 })).toEqual([]);
  const layer = { depthCm: 60, fcPct: 30, wpPct: 16 };
  expect(unusualSoil({ layers: [layer], infiltrationMmH: 15 })).toEqual([]);
  expect(fields(unusualSoil({ layers: [layer, { ...layer, fcPct: 3, wpPct: 1 }] }))).toEqual([
    "layers.1.fcPct",
    "layers.1.wpPct",
  ]);
});

it("asks before a season that grows gets another crop", () => {
  const season = { cropId: "bean", plantingDate: "2026-03-01" };
  const [rule] = changedCrop(season, { cropId: "maize" }, "2026-05-10");
  expect(rule).toMatchObject({ field: "cropId", id: "crop-under-way", days: 70 });
  expect(rule && ruleText(rule)).toMatch(/dia 70 após o plantio.*Kc, raiz e déficit desde o plantio/);
  expect(changedCrop(season, { cropId: "bean" }, "2026-05-10")).toEqual([]);
  expect(changedCrop(season, { cropId: "maize" }, "2026-02-20")).toEqual([]);
});
