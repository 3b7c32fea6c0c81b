import type { StageDays } from "../agronomy/kc-curve.ts";
import type { crops } from "../irrigation/table.ts";
import type { DemoRecord } from "./record.ts";

type Plateaus = readonly [ini: number, mid: number, end: number];

/** A crop after FAO-56: days of Table 11, Kc of Table 12, Kcb of Table 17, roots and p of Table 22. */
interface CropFacts {
  name: string;
  days: StageDays;
  kc: Plateaus;
  kcb: Plateaus;
  /** cm; the smaller of the table's two depths, which it gives for irrigation scheduling. */
  roots: readonly [ini: number, max: number];
  p: number;
  heightM: number;
  tBase: number;
  /** Days from planting to emergence; none for what stands already. */
  emergence?: number;
}

/** Coffee has no row in Table 11: a year of equal quarters. */
export const cropFacts = {
  soja: {
    name: "Soja",
    days: [20, 30, 60, 25],
    kc: [0.4, 1.15, 0.5],
    kcb: [0.15, 1.1, 0.3],
    roots: [15, 60],
    p: 0.5,
    heightM: 0.8,
    tBase: 10,
    emergence: 6,
  },
  milho: {
    name: "Milho",
    days: [20, 35, 40, 30],
    kc: [0.3, 1.2, 0.6],
    kcb: [0.15, 1.15, 0.5],
    roots: [15, 100],
    p: 0.55,
    heightM: 2,
    tBase: 10,
    emergence: 6,
  },
  feijao: {
    name: "Feijão",
    days: [15, 25, 35, 20],
    kc: [0.4, 1.15, 0.35],
    kcb: [0.15, 1.1, 0.25],
    roots: [15, 60],
    p: 0.45,
    heightM: 0.4,
    tBase: 10,
    emergence: 6,
  },
  algodao: {
    name: "Algodão",
    days: [30, 50, 55, 45],
    kc: [0.35, 1.2, 0.6],
    kcb: [0.15, 1.15, 0.5],
    roots: [15, 100],
    p: 0.65,
    heightM: 1.4,
    tBase: 15.5,
    emergence: 7,
  },
  batata: {
    name: "Batata",
    days: [25, 30, 45, 30],
    kc: [0.5, 1.15, 0.75],
    kcb: [0.15, 1.1, 0.65],
    roots: [15, 40],
    p: 0.35,
    heightM: 0.6,
    tBase: 7,
    emergence: 12,
  },
  cebola: {
    name: "Cebola",
    days: [15, 25, 70, 40],
    kc: [0.7, 1.05, 0.75],
    kcb: [0.15, 0.95, 0.65],
    roots: [10, 30],
    p: 0.3,
    heightM: 0.4,
    tBase: 6,
    emergence: 8,
  },
  tomate: {
    name: "Tomate",
    days: [30, 40, 45, 30],
    kc: [0.6, 1.15, 0.8],
    kcb: [0.15, 1.1, 0.7],
    roots: [20, 70],
    p: 0.4,
    heightM: 0.6,
    tBase: 10,
  },
  cana: {
    name: "Cana-de-açúcar (soca)",
    days: [30, 50, 180, 60],
    kc: [0.4, 1.25, 0.75],
    kcb: [0.15, 1.2, 0.7],
    roots: [60, 120],
    p: 0.65,
    heightM: 3,
    tBase: 18,
  },
  cafe: {
    name: "Café",
    days: [91, 91, 92, 91],
    kc: [0.9, 0.95, 0.95],
    kcb: [0.8, 0.9, 0.9],
    roots: [90, 90],
    p: 0.4,
    heightM: 2.5,
    tBase: 10.5,
  },
} as const satisfies Record<string, CropFacts>;

export type CropKey = keyof typeof cropFacts;

/** Names of FAO-56's four stages. */
const STAGE_NAMES = ["Inicial", "Desenvolvimento", "Médio", "Final"] as const;

export const cropId = (clientId: string, crop: CropKey) => `${clientId}-${crop}`;

/** Days of the whole cycle. */
export const cycleDays = (crop: CropKey) => cropFacts[crop].days.reduce<number>((sum, days) => sum + days, 0);

/** The crop as a record of a client. */
export function demoCrop(clientId: string, crop: CropKey): DemoRecord<typeof crops> {
  const { name, days, kc, kcb, roots, p, heightM, tBase } = cropFacts[crop];
  const [kcIni, kcMid, kcEnd] = kc;
  const kcOfStage = [kcIni, (kcIni + kcMid) / 2, kcMid, kcEnd];
  return {
    _id: cropId(clientId, crop),
    clientId,
    name,
    stages: days.map((count, stage) => ({
      name: STAGE_NAMES[stage] ?? "",
      days: count,
      kc: Math.round((kcOfStage[stage] ?? 0) * 100) / 100,
    })),
    kcIni,
    kcMid,
    kcEnd,
    kcbIni: kcb[0],
    kcbMid: kcb[1],
    kcbEnd: kcb[2],
    rootIniCm: roots[0],
    rootMaxCm: roots[1],
    p,
    heightM,
    tBase,
  };
}
