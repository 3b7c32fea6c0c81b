import type { CropFields } from "@lamina/shared/records/crop";
import type * as z from "zod";

type Plateaus = readonly [ini: number, mid: number, end: number];

/** A crop after FAO-56: days of Table 11, Kc of Table 12, Kcb of Table 17, roots and p of Table 22. */
interface Fao56Crop {
  days: readonly [initial: number, development: number, mid: number, late: number];
  kc: Plateaus;
  kcb: Plateaus;
  /** The deeper one is the smaller of the table's two depths, which it gives for irrigation scheduling. */
  rootsCm: readonly [ini: number, max: number];
  p: number;
  heightM: number;
  /** °C, for degree days. */
  tBase: number;
}

/** Crops of irrigated farms in Brazil, to begin with. Coffee has no row in Table 11: a year of equal quarters. */
export const fao56Crops = {
  soja: {
    days: [20, 30, 60, 25],
    kc: [0.4, 1.15, 0.5],
    kcb: [0.15, 1.1, 0.3],
    rootsCm: [15, 60],
    p: 0.5,
    heightM: 0.8,
    tBase: 10,
  },
  milho: {
    days: [20, 35, 40, 30],
    kc: [0.3, 1.2, 0.6],
    kcb: [0.15, 1.15, 0.5],
    rootsCm: [15, 100],
    p: 0.55,
    heightM: 2,
    tBase: 10,
  },
  feijao: {
    days: [15, 25, 35, 20],
    kc: [0.4, 1.15, 0.35],
    kcb: [0.15, 1.1, 0.25],
    rootsCm: [15, 60],
    p: 0.45,
    heightM: 0.4,
    tBase: 10,
  },
  algodao: {
    days: [30, 50, 55, 45],
    kc: [0.35, 1.2, 0.6],
    kcb: [0.15, 1.15, 0.5],
    rootsCm: [15, 100],
    p: 0.65,
    heightM: 1.4,
    tBase: 15.5,
  },
  batata: {
    days: [25, 30, 45, 30],
    kc: [0.5, 1.15, 0.75],
    kcb: [0.15, 1.1, 0.65],
    rootsCm: [15, 40],
    p: 0.35,
    heightM: 0.6,
    tBase: 7,
  },
  cebola: {
    days: [15, 25, 70, 40],
    kc: [0.7, 1.05, 0.75],
    kcb: [0.15, 0.95, 0.65],
    rootsCm: [10, 30],
    p: 0.3,
    heightM: 0.4,
    tBase: 6,
  },
  tomate: {
    days: [30, 40, 45, 30],
    kc: [0.6, 1.15, 0.8],
    kcb: [0.15, 1.1, 0.7],
    rootsCm: [20, 70],
    p: 0.4,
    heightM: 0.6,
    tBase: 10,
  },
  cana: {
    days: [30, 50, 180, 60],
    kc: [0.4, 1.25, 0.75],
    kcb: [0.15, 1.2, 0.7],
    rootsCm: [60, 120],
    p: 0.65,
    heightM: 3,
    tBase: 18,
  },
  cafe: {
    days: [91, 91, 92, 91],
    kc: [0.9, 0.95, 0.95],
    kcb: [0.8, 0.9, 0.9],
    rootsCm: [90, 90],
    p: 0.4,
    heightM: 2.5,
    tBase: 10.5,
  },
} as const satisfies Record<string, Fao56Crop>;

export type Fao56CropKey = keyof typeof fao56Crops;

/** The own fields of such a crop under these names. The Kc of a stage that changes is its middle. */
export function fao56CropFields(
  key: Fao56CropKey,
  names: { crop: string; stages: readonly string[] },
): z.output<typeof CropFields> {
  const { days, kc, kcb, rootsCm, p, heightM, tBase } = fao56Crops[key];
  const [kcIni, kcMid, kcEnd] = kc;
  const kcOfStage = [kcIni, (kcIni + kcMid) / 2, kcMid, kcEnd];
  return {
    name: names.crop,
    stages: days.map((count, stage) => ({
      name: names.stages[stage] ?? "",
      days: count,
      kc: Math.round((kcOfStage[stage] ?? 0) * 100) / 100,
    })),
    kcIni,
    kcMid,
    kcEnd,
    kcbIni: kcb[0],
    kcbMid: kcb[1],
    kcbEnd: kcb[2],
    rootIniCm: rootsCm[0],
    rootMaxCm: rootsCm[1],
    p,
    heightM,
    tBase,
  };
}
