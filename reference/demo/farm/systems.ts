import type { pivotSectors, pivots } from "../../api/schema/farms.ts";
import type { CropKey } from "./crops.ts";
import { BURITI, RIO_DE_ONDAS, SITIO } from "./farms.ts";
import type { DemoRecord } from "./record.ts";

/** Crops of a sector: current, previous (newest first) and next, in days from today. */
export interface SectorPlan {
  now: { crop: CropKey; plantedDaysAgo: number } | null;
  before: readonly CropKey[];
  next?: { crop: CropKey; inDays: number };
}

interface DemoSector {
  name: string;
  /** ° clockwise from north; ignored for systems that do not turn. */
  from: number;
  to: number;
  soilId: string;
  plan: SectorPlan;
}

type Farm = { _id: string; clientId: string };
type System = DemoRecord<typeof pivots> & { sectors: readonly DemoSector[] };

const system = (
  farm: Farm,
  fields: Omit<System, "clientId" | "farmId" | "angleStart" | "angleEnd" | "minPercent" | "maxHoursDay" | "kind"> &
    Partial<System>,
): System => ({
  clientId: farm.clientId,
  farmId: farm._id,
  kind: "pivot",
  angleStart: 0,
  angleEnd: 360,
  minPercent: 10,
  maxHoursDay: 21,
  ...fields,
});

const quadrants = (soilId: string, plans: readonly [SectorPlan, SectorPlan, SectorPlan, SectorPlan]): DemoSector[] =>
  plans.map((plan, index) => ({
    name: `Setor ${"ABCD"[index] ?? ""}`,
    from: 90 * index,
    to: 90 * (index + 1),
    soilId,
    plan,
  }));

const growing = (crop: CropKey, plantedDaysAgo: number, ...before: CropKey[]): SectorPlan => ({
  now: { crop, plantedDaysAgo },
  before,
});

/** Sprinklers, drippers and a pivot on sand run off at no depth, so that the farm sets a limit of its own, mm. */
const DEEPEST_SETTING_MM = 22;

const AMARELO = "demo-solo-latossolo-amarelo";
const NEOSSOLO = "demo-solo-neossolo";
const ARGILOSO = "demo-solo-latossolo-vermelho-amarelo";
const VERMELHO = "demo-solo-latossolo-vermelho";
const ARGISSOLO = "demo-solo-argissolo";

const systems: readonly System[] = [
  system(RIO_DE_ONDAS, {
    _id: "demo-pivo-01",
    name: "Pivô 01",
    lat: -12.0792,
    lon: -45.8026,
    radiusM: 560,
    lastTowerM: 545,
    flowM3h: 465,
    speed100MH: 245,
    efficiencyPct: 87,
    cucPct: 90,
    cucDate: "2025-06-18",
    pumpKw: 153,
    waterSourceId: "demo-captacao-rio-de-ondas",
    sectors: quadrants(AMARELO, [
      growing("soja", 62, "milho", "feijao"),
      growing("soja", 62, "milho", "feijao"),
      growing("soja", 54, "algodao"),
      growing("soja", 54, "algodao"),
    ]),
  }),
  system(RIO_DE_ONDAS, {
    _id: "demo-pivo-02",
    name: "Pivô 02",
    lat: -12.0792,
    lon: -45.7898,
    radiusM: 540,
    lastTowerM: 528,
    flowM3h: 442,
    speed100MH: 240,
    efficiencyPct: 86,
    cucPct: 88,
    cucDate: "2025-06-19",
    pumpKw: 148,
    waterSourceId: "demo-captacao-rio-de-ondas",
    sectors: [
      { name: "Setor A", from: 0, to: 180, soilId: AMARELO, plan: growing("milho", 38, "soja", "feijao") },
      { name: "Setor B", from: 180, to: 360, soilId: NEOSSOLO, plan: growing("algodao", 96, "soja") },
    ],
  }),
  system(RIO_DE_ONDAS, {
    _id: "demo-pivo-03",
    name: "Pivô 03",
    lat: -12.0942,
    lon: -45.8022,
    radiusM: 480,
    lastTowerM: 470,
    flowM3h: 353,
    speed100MH: 235,
    efficiencyPct: 84,
    cucPct: 83,
    cucDate: "2024-09-05",
    pumpKw: 114,
    waterSourceId: "demo-captacao-rio-de-ondas",
    sectors: [{ name: "Setor único", from: 0, to: 360, soilId: AMARELO, plan: growing("feijao", 71, "milho", "soja") }],
  }),
  system(RIO_DE_ONDAS, {
    _id: "demo-pivo-04",
    name: "Pivô 04",
    lat: -12.0951,
    lon: -45.7876,
    radiusM: 560,
    lastTowerM: 546,
    angleStart: 20,
    angleEnd: 250,
    flowM3h: 300,
    speed100MH: 245,
    efficiencyPct: 86,
    cucPct: 86,
    cucDate: "2025-02-27",
    maxPassMm: DEEPEST_SETTING_MM,
    pumpKw: 105,
    waterSourceId: "demo-captacao-rio-de-ondas",
    sectors: [
      { name: "Setor A", from: 20, to: 140, soilId: NEOSSOLO, plan: growing("algodao", 21, "soja") },
      {
        name: "Setor B",
        from: 140,
        to: 250,
        soilId: NEOSSOLO,
        plan: { now: null, before: ["milho", "soja"], next: { crop: "soja", inDays: 12 } },
      },
    ],
  }),
  system(BURITI, {
    _id: "demo-pivo-05",
    name: "Pivô 05",
    lat: -17.2148,
    lon: -46.8772,
    radiusM: 500,
    lastTowerM: 488,
    flowM3h: 320,
    speed100MH: 240,
    efficiencyPct: 86,
    cucPct: 89,
    cucDate: "2025-07-30",
    pumpKw: 110,
    waterSourceId: "demo-barragem-buriti",
    speedBySector: true,
    speedRows: 12,
    sectors: quadrants(ARGILOSO, [
      growing("feijao", 44, "milho", "soja"),
      growing("feijao", 44, "milho", "soja"),
      growing("milho", 86, "feijao", "feijao"),
      growing("milho", 86, "feijao", "feijao"),
    ]),
  }),
  system(BURITI, {
    _id: "demo-pivo-06",
    name: "Pivô 06",
    lat: -17.2151,
    lon: -46.8651,
    radiusM: 480,
    lastTowerM: 470,
    flowM3h: 296,
    speed100MH: 238,
    efficiencyPct: 85,
    cucPct: 91,
    cucDate: "2025-08-02",
    pumpKw: 100,
    waterSourceId: "demo-barragem-buriti",
    sectors: [
      { name: "Setor A", from: 0, to: 120, soilId: ARGILOSO, plan: growing("soja", 146, "milho") },
      { name: "Setor B", from: 120, to: 240, soilId: ARGILOSO, plan: growing("batata", 58, "milho", "feijao") },
      { name: "Setor C", from: 240, to: 360, soilId: ARGILOSO, plan: growing("milho", 12, "batata", "feijao") },
    ],
  }),
  system(BURITI, {
    _id: "demo-pivo-07",
    name: "Pivô 07",
    lat: -17.2262,
    lon: -46.8713,
    radiusM: 390,
    lastTowerM: 380,
    flowM3h: 196,
    speed100MH: 230,
    efficiencyPct: 88,
    cucPct: 92,
    cucDate: "2025-08-03",
    pumpKw: 68,
    waterSourceId: "demo-barragem-buriti",
    sectors: [{ name: "Setor único", from: 0, to: 360, soilId: ARGILOSO, plan: growing("cebola", 83, "milho") }],
  }),
  system(SITIO, {
    _id: "demo-linear-01",
    name: "Linear 01",
    kind: "linear",
    lat: -20.3176,
    lon: -48.3131,
    radiusM: 310,
    areaHa: 46,
    flowM3h: 185,
    time100H: 22,
    efficiencyPct: 86,
    cucPct: 90,
    cucDate: "2025-05-12",
    maxHoursDay: 20,
    pumpKw: 55,
    waterSourceId: "demo-poco-01",
    sectors: [
      { name: "Faixa única", from: 0, to: 360, soilId: VERMELHO, plan: growing("milho", 52, "soja", "feijao") },
    ],
  }),
  system(SITIO, {
    _id: "demo-aspersao-02",
    name: "Aspersão 02",
    kind: "sprinkler",
    lat: -20.3238,
    lon: -48.3139,
    radiusM: 260,
    areaHa: 18,
    flowM3h: 48,
    efficiencyPct: 78,
    maxHoursDay: 18,
    maxPassMm: DEEPEST_SETTING_MM,
    pumpKw: 22,
    waterSourceId: "demo-poco-01",
    sectors: [
      { name: "Talhão 1", from: 0, to: 180, soilId: VERMELHO, plan: growing("cana", 124) },
      { name: "Talhão 2", from: 180, to: 360, soilId: ARGISSOLO, plan: growing("soja", 9, "milho", "feijao") },
    ],
  }),
  system(SITIO, {
    _id: "demo-gotejo-03",
    name: "Gotejo 03",
    kind: "drip",
    lat: -20.3169,
    lon: -48.3057,
    radiusM: 240,
    areaHa: 15,
    flowM3h: 42,
    efficiencyPct: 92,
    maxHoursDay: 18,
    maxPassMm: DEEPEST_SETTING_MM,
    pumpKw: 15,
    waterSourceId: "demo-ribeirao",
    sectors: [
      { name: "Setor 1", from: 0, to: 120, soilId: ARGISSOLO, plan: growing("cafe", 214) },
      { name: "Setor 2", from: 120, to: 240, soilId: ARGISSOLO, plan: growing("cafe", 214) },
      { name: "Setor 3", from: 240, to: 360, soilId: ARGISSOLO, plan: growing("cafe", 181) },
    ],
  }),
  system(SITIO, {
    _id: "demo-gotejo-04",
    name: "Gotejo 04",
    kind: "drip",
    lat: -20.3231,
    lon: -48.3049,
    radiusM: 180,
    areaHa: 8,
    flowM3h: 30,
    efficiencyPct: 92,
    maxHoursDay: 18,
    maxPassMm: DEEPEST_SETTING_MM,
    pumpKw: 11,
    waterSourceId: "demo-ribeirao",
    sectors: [{ name: "Setor único", from: 0, to: 360, soilId: ARGISSOLO, plan: growing("tomate", 66, "tomate") }],
  }),
];

export const demoPivots: DemoRecord<typeof pivots>[] = systems.map(({ sectors: _, ...pivot }) => pivot);

/** The area of pivots is computed; other systems share theirs evenly. */
export const demoSectors: (DemoRecord<typeof pivotSectors> & { plan: SectorPlan; farmId: string })[] = systems.flatMap(
  ({ _id: pivotId, clientId, farmId, areaHa, sectors }) =>
    sectors.map(({ name, from, to, soilId, plan }, index) => ({
      _id: `${pivotId}-${index + 1}`,
      clientId,
      farmId,
      pivotId,
      name,
      angleStart: from,
      angleEnd: to,
      ...(areaHa ? { areaHa: Math.round((areaHa / sectors.length) * 100) / 100 } : {}),
      soilId,
      plan,
    })),
);
