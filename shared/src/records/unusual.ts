import type * as z from "zod";
import { daysBetween, type FarmDay } from "../core/farm-time.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";
import type { TariffFields } from "./config.ts";
import type { CropFields, SeasonFields } from "./crop.ts";
import {
  type FarmFields,
  type PivotFields,
  type PivotSectorFields,
  pivotMmDay,
  type SoilFields,
  type WaterPermitFields,
  type WaterSourceFields,
} from "./farm.ts";
import type { WateringFields } from "./irrigation.ts";
import type { SensorFields } from "./telemetry.ts";
import type { RainFields } from "./weather.ts";

/**
 * Values (†) that are possible, but that a person rarely means: a form asks about them once, and an import lists them. Each
 * range is narrower than the one that is refused.
 */
const USUAL = {
  // FAO-56 Table 12 has 0.15 to 1.25, and from 0.3 in mid-season; climate adds some hundredths.
  kc: [0.15, 1.3, ""],
  kcMid: [0.3, 1.3, ""],
  // FAO-56 Table 22, the smaller depths, which it gives for irrigation scheduling.
  rootMaxCm: [20, 200, "cm"],
  // A start value without a source: sprinklers with losses to drip in good order.
  efficiencyPct: [70, 96, "%"],
  // Centre pivots are designed for 5 to 15 mm a day.
  pivotMmDay: [4, 15, "mm em 24 h"],
  brlKwh: [0.05, 4, "R$/kWh"],
  // Sugar cane to coffee.
  priceBrlKg: [0.08, 60, "R$/kg"],
  // Below the 250 mm from which the day of a gauge is doubted, because a person types a digit too many.
  rainMm: [0, 200, "mm"],
  grossMm: [0.5, 80, "mm"],
  // Irrigated farms lie between the coast and the high plains; a thousands point that was lost gives about 1.
  altitudeM: [5, 1600, "m"],
  areaHa: [1, 60_000, "ha"],
  // From a garden's pump to the intake of a district.
  flowM3h: [5, 20_000, "m³/h"],
  m3Month: [1_000, 15_000_000, "m³"],
  // From a training pivot to the longest machines.
  radiusM: [80, 1_100, "m"],
  sectorHa: [0.5, 400, "ha"],
  // A thermometer or probe lies in the root zone.
  depthCm: [2, 200, "cm"],
  // From sand to heavy clay (Saxton and Rawls 2006).
  fcPct: [8, 48, "%"],
  wpPct: [2, 34, "%"],
  infiltrationMmH: [2, 150, "mm/h"],
  // Bare and dry soil has some 0.15; above 0.95 a file more likely has another scale.
  ndvi: [0.1, 0.95, ""],
  // A sector in season without a leaf is more likely a slip.
  coverPct: [1, 100, "%"],
} as const satisfies Readonly<Record<string, readonly [minimum: number, maximum: number, unit: string]>>;

/** A price of a season is usual up to this many times that of its crop, and down to this part of it. */
const PRICE_RATIO = 4;

function outside(name: keyof typeof USUAL, field: string, value: number | null | undefined): BrokenRule[] {
  const [minimum, maximum, unit] = USUAL[name];
  if (value == null || (value >= minimum && value <= maximum)) return [];
  return [{ field, id: "unusual", minimum, maximum, unit, value }];
}

export const unusualFarm = ({ altitude, areaHa }: Partly<z.output<typeof FarmFields>>): BrokenRule[] => [
  ...outside("altitudeM", "altitude", altitude),
  ...outside("areaHa", "areaHa", areaHa),
];

export const unusualSoil = ({ layers = [], infiltrationMmH }: Partly<z.output<typeof SoilFields>>): BrokenRule[] => [
  ...layers.flatMap(({ fcPct, wpPct }, index) => [
    ...outside("fcPct", `layers.${index}.fcPct`, fcPct),
    ...outside("wpPct", `layers.${index}.wpPct`, wpPct),
  ]),
  ...outside("infiltrationMmH", "infiltrationMmH", infiltrationMmH),
];

export const unusualCrop = ({
  kcIni,
  kcMid,
  kcEnd,
  rootMaxCm,
  priceBrlKg,
}: Partly<z.output<typeof CropFields>>): BrokenRule[] => [
  ...outside("kc", "kcIni", kcIni),
  ...outside("kcMid", "kcMid", kcMid),
  ...outside("kc", "kcEnd", kcEnd),
  ...outside("rootMaxCm", "rootMaxCm", rootMaxCm),
  ...outside("priceBrlKg", "priceBrlKg", priceBrlKg),
];

/** @param cropPrice R$/kg of the season's crop, when it has one */
export function unusualSeason(
  { priceBrlKg, stages }: Partly<z.output<typeof SeasonFields>>,
  cropPrice?: number | null,
): BrokenRule[] {
  const ofStages = (stages ?? []).flatMap(({ kc }, index) => outside("kc", `stages.${index}.kc`, kc));
  if (priceBrlKg == null || cropPrice == null) return [...ofStages, ...outside("priceBrlKg", "priceBrlKg", priceBrlKg)];
  const [minimum, maximum] = [cropPrice / PRICE_RATIO, cropPrice * PRICE_RATIO];
  const isUsual = priceBrlKg >= minimum && priceBrlKg <= maximum;
  const price = { field: "priceBrlKg", id: "unusual", minimum, maximum, unit: "R$/kg", value: priceBrlKg };
  return isUsual ? ofStages : [...ofStages, price];
}

/** A season that grows under another crop: its days since planting are computed again, so a form asks first. */
export function changedCrop(
  before: Pick<z.output<typeof SeasonFields>, "cropId" | "plantingDate">,
  { cropId }: Partly<z.output<typeof SeasonFields>>,
  today: FarmDay,
): BrokenRule[] {
  const days = daysBetween(before.plantingDate, today);
  return cropId && cropId !== before.cropId && days > 0
    ? [{ field: "cropId", id: "crop-under-way", days, value: cropId }]
    : [];
}

export function unusualPivot(pivot: Partly<z.output<typeof PivotFields>>): BrokenRule[] {
  const isMachine = pivot.kind === "pivot" || pivot.kind === "linear";
  return [
    ...outside("radiusM", "radiusM", pivot.radiusM),
    ...outside("efficiencyPct", "efficiencyPct", pivot.efficiencyPct),
    ...(isMachine ? outside("pivotMmDay", "flowM3h", pivotMmDay(pivot)) : []),
  ];
}

export const unusualSector = ({ areaHa }: Partly<z.output<typeof PivotSectorFields>>): BrokenRule[] =>
  outside("sectorHa", "areaHa", areaHa);

export const unusualSource = ({ capacityM3h }: Partly<z.output<typeof WaterSourceFields>>): BrokenRule[] =>
  outside("flowM3h", "capacityM3h", capacityM3h);

export const unusualPermit = ({ m3Month, m3hMax }: Partly<z.output<typeof WaterPermitFields>>): BrokenRule[] => [
  ...outside("m3Month", "m3Month", m3Month),
  ...outside("flowM3h", "m3hMax", m3hMax),
];

export const unusualSensor = ({ depthCm }: Partly<z.output<typeof SensorFields>>): BrokenRule[] =>
  outside("depthCm", "depthCm", depthCm);

export const unusualTariff = ({ windows = [] }: Partly<z.output<typeof TariffFields>>): BrokenRule[] =>
  windows.flatMap(({ brlKwh }, index) => (brlKwh === 0 ? [] : outside("brlKwh", `windows.${index}.brlKwh`, brlKwh)));

export const unusualRain = ({ mm }: Partly<Pick<z.output<typeof RainFields>, "mm">>): BrokenRule[] =>
  outside("rainMm", "mm", mm);

export const unusualWatering = ({ grossMm }: Partly<Pick<z.input<typeof WateringFields>, "grossMm">>): BrokenRule[] =>
  outside("grossMm", "grossMm", grossMm);

export const unusualCanopy = ({ coverPct, ndvi }: { coverPct?: number | null; ndvi?: number | null }): BrokenRule[] => [
  ...outside("coverPct", "coverPct", coverPct),
  ...outside("ndvi", "ndvi", ndvi),
];
