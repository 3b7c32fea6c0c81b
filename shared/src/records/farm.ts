import * as z from "zod";
import {
  Angle,
  BrazilLatitude,
  BrazilLongitude,
  Day,
  Id,
  Latitude,
  Longitude,
  Moment,
  Name,
  Note,
  Percent,
  quantity,
  storedRecord,
} from "../core/record.ts";
import { checkOutline, plainPolygon } from "../rules/outline.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";

/** A closed ring: at least three different corners, the first one repeated at the end. The maximum catches errors. */
const Ring = z
  .array(z.tuple([Longitude, Latitude]))
  .min(4)
  .max(2000)
  .refine((ring) => new Set(ring.map(String)).size >= 3 && String(ring[0]) === String(ring[ring.length - 1]), {
    params: { id: "no-ring" },
  });

/** GeoJSON polygon: rings of [longitude, latitude]. The first ring is the outline. */
export const Polygon = z.object({
  type: z.literal("Polygon"),
  coordinates: z.array(Ring).min(1).max(10),
});
export type Polygon = z.infer<typeof Polygon>;

/** The outline of a farm: a polygon, or another form of GeoJSON with one area. */
const Outline = z.preprocess((value, { issues }) => {
  const polygon = plainPolygon(value);
  if (polygon === null && value !== null)
    issues.push({ code: "custom", params: { id: "several-outlines" }, input: value });
  return polygon;
}, Polygon);

/** Kinds of lines on a farm's ground: roads and tracks, rivers and canals, contour lines. */
export const FarmLineKind = z.enum(["road", "water", "contour"]);
export type FarmLineKind = z.infer<typeof FarmLineKind>;

/** A line that people draw on a farm, from end to end: [longitude, latitude]. The maxima catch errors. */
export const FarmLine = z.object({
  name: Name,
  kind: FarmLineKind.default("road"),
  points: z
    .array(z.tuple([Longitude, Latitude]))
    .min(2)
    .max(500),
});
export type FarmLine = z.infer<typeof FarmLine>;
const MAX_LINES = 100;

/** IANA time zones of Brazil that farms may lie in. None has daylight saving. */
export const FarmTimezone = z.enum([
  "America/Noronha",
  "America/Sao_Paulo",
  "America/Bahia",
  "America/Fortaleza",
  "America/Recife",
  "America/Maceio",
  "America/Belem",
  "America/Araguaina",
  "America/Cuiaba",
  "America/Campo_Grande",
  "America/Manaus",
  "America/Porto_Velho",
  "America/Boa_Vista",
  "America/Santarem",
  "America/Rio_Branco",
  "America/Eirunepe",
]);
export type FarmTimezone = z.infer<typeof FarmTimezone>;
/** The easternmost zone, where a day begins first. */
export const FIRST_ZONE: FarmTimezone = "America/Noronha";
/** The westernmost zone, where a day begins and ends last. */
export const LAST_ZONE: FarmTimezone = "America/Rio_Branco";

export const FarmFields = z.object({
  name: Name,
  city: z.string().trim().max(120).optional(),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  lat: BrazilLatitude,
  lon: BrazilLongitude,
  altitude: quantity("m", -10, 3000),
  areaHa: quantity("ha", 0, 1_000_000).optional(),
  timezone: FarmTimezone,
  boundary: Outline.nullish(),
  lines: z.array(FarmLine).max(MAX_LINES).nullish(),
  stationDeviceId: Id.nullish(),
  /** What the operator does when a machine fails, printed with the orders of a shift. */
  whenFails: Note.nullish(),
});
export const Farm = storedRecord(FarmFields);
export type Farm = z.infer<typeof Farm>;

const PivotKind = z.enum(["pivot", "linear", "sprinkler", "drip"]);

export const PivotFields = z.object({
  farmId: Id,
  name: Name,
  kind: PivotKind,
  lat: BrazilLatitude,
  lon: BrazilLongitude,
  radiusM: quantity("m", 1, 2000),
  lastTowerM: quantity("m", 1, 2000).optional(),
  /** Both 0 and 360 for a full circle. */
  angleStart: Angle.default(0),
  angleEnd: Angle.default(360),
  areaHa: quantity("ha", 0.01, 1500).optional(),
  flowM3h: quantity("m³/h", 0.1, 5000),
  /** Speed of the last tower with the panel at 100 %. */
  speed100MH: quantity("m/h", 1, 1000).optional(),
  /** Time of a revolution with the panel at 100 %. */
  time100H: quantity("h", 0.1, 500).optional(),
  /** Gross depth of a revolution with the panel at 100 %. */
  depth100Mm: quantity("mm", 0.1, 100).optional(),
  minPercent: quantity("%", 1, 100).default(10),
  maxHoursDay: quantity("h", 0.5, 24).default(21),
  efficiencyPct: quantity("%", 50, 98),
  cucPct: Percent.optional(),
  cucDate: Day.optional(),
  pumpKw: quantity("kW", 0, 5000).optional(),
  /**
   * The gauge that measures the rain here; null means the nearest one of the farm. A sector's own gauge takes
   * precedence over its pivot's.
   */
  gaugeDeviceId: Id.nullish(),
  /** Width that the sprinklers of the last span wet along the path of travel. */
  wettedWidthM: quantity("m", 1, 60).optional(),
  slopePct: quantity("%", 0, 45).optional(),
  /** Maximum pass, whatever the infiltration of the soil allows. */
  maxPassMm: quantity("mm", 2, 100).optional(),
  /** Whether the panel changes its speed by angle, and how many sectors it holds. */
  speedBySector: z.boolean().optional(),
  speedRows: quantity("setores", 1, 360).optional(),
  /** Systems with the same water source share its capacity in the plano do dia. */
  waterSourceId: Id.nullish(),
});
export const Pivot = storedRecord(PivotFields);
export type Pivot = z.infer<typeof Pivot>;

/** A pump station or intake that several systems share. */
export const WaterSourceFields = z.object({ farmId: Id, name: Name, capacityM3h: quantity("m³/h", 0.1, 50_000) });
export const WaterSource = storedRecord(WaterSourceFields);
export type WaterSource = z.infer<typeof WaterSource>;

export const PivotSectorFields = z.object({
  pivotId: Id,
  name: Name,
  angleStart: Angle,
  angleEnd: Angle,
  areaHa: quantity("ha", 0.01, 1500).optional(),
  soilId: Id,
  gaugeDeviceId: Id.nullish(),
});
export const PivotSector = storedRecord(PivotSectorFields);
export type PivotSector = z.infer<typeof PivotSector>;

/** The state that a pivot's panel reports at one moment (read only; latest and history). */
export const PivotStatus = z.looseObject({
  pivotId: Id,
  date: Moment,
  running: z.boolean(),
  wet: z.boolean(),
  direction: z.enum(["forward", "reverse", "stopped"]),
  angleDeg: Angle,
  percent: Percent.nullish(),
  pressureBar: z.number().nullish(),
  flowM3h: z.number().nullish(),
  hourMeter: z.number().nullish(),
  fault: z.string().nullish(),
  faultTower: z.number().int().nullish(),
});
export type PivotStatus = z.infer<typeof PivotStatus>;

export const SoilLayer = z.object({
  depthCm: quantity("cm", 1, 300),
  fcPct: quantity("% vol", 1, 70),
  wpPct: quantity("% vol", 0, 60),
  bulkDensity: quantity("g/cm³", 0.3, 2.5).optional(),
});
export type SoilLayer = z.infer<typeof SoilLayer>;
export const SoilFields = z.object({
  name: Name,
  texture: z.string().trim().max(60).optional(),
  /** From the surface downwards. */
  layers: z.array(SoilLayer).min(1).max(10),
  infiltrationMmH: quantity("mm/h", 0, 500).optional(),
});
export const Soil = storedRecord(SoilFields);
export type Soil = z.infer<typeof Soil>;

/** The permit to take water (outorga). */
export const WaterPermitFields = z.object({
  farmId: Id,
  pivotIds: z.array(Id).max(500).default([]),
  number: z.string().trim().min(1).max(60),
  m3Month: quantity("m³/mês", 0, 100_000_000),
  m3hMax: quantity("m³/h", 0, 100_000).optional(),
  hoursDay: quantity("h/dia", 0, 24).optional(),
  daysMonth: quantity("dias/mês", 0, 31).optional(),
  validUntil: Day.optional(),
});
export const WaterPermit = storedRecord(WaterPermitFields);
export type WaterPermit = z.infer<typeof WaterPermit>;

/** Rules across the fields of a farm. */
export function checkFarm(farm: Partly<z.output<typeof FarmFields>>): BrokenRule[] {
  return checkOutline(farm);
}

/** Minimum radius of a pivot, m: shorter ones are not made. */
const MIN_PIVOT_M = 30;
/**
 * Gross depth that a centre pivot or linear machine pumps in 24 h, mm/day. Machines are designed for 5 to 15; the range catches
 * a figure with a wrong number of digits.
 */
const PIVOT_MM_DAY = [1, 60] as const;

/** Rules across the fields of a pivot. */
export function checkPivot(pivot: Partly<z.output<typeof PivotFields>>): BrokenRule[] {
  const { kind, lastTowerM, radiusM } = pivot;
  const rules: BrokenRule[] = [];
  if (lastTowerM !== undefined && radiusM !== undefined && lastTowerM > radiusM)
    rules.push({ field: "lastTowerM", id: "beyond-radius" });
  if (kind === "pivot" && radiusM !== undefined && radiusM < MIN_PIVOT_M)
    rules.push({ field: "radiusM", id: "too-small", minimum: MIN_PIVOT_M, unit: "m" });
  const isMachine = kind === "pivot" || kind === "linear";
  const mmDay = pivotMmDay(pivot);
  if (!isMachine || mmDay === undefined || rules.length > 0) return rules;
  const [minimum, maximum] = PIVOT_MM_DAY;
  if (mmDay < minimum || mmDay > maximum) rules.push({ field: "flowM3h", id: "flow-of-area", mmDay, minimum, maximum });
  return rules;
}

/** Gross depth that a system pumps on its area in 24 h, mm; undefined without flow or area. */
export function pivotMmDay(pivot: Partly<z.output<typeof PivotFields>>): number | undefined {
  const { kind, radiusM, flowM3h, areaHa } = pivot;
  const hectares = areaHa ?? (kind === "pivot" && radiusM !== undefined ? circleHa(pivot, radiusM) : undefined);
  return flowM3h === undefined || hectares === undefined ? undefined : (24 * flowM3h) / (10 * hectares);
}

function circleHa({ angleStart = 0, angleEnd = 360 }: Partly<z.output<typeof PivotFields>>, radiusM: number): number {
  const swept = (angleEnd - angleStart + 360) % 360 || 360;
  return (Math.PI * radiusM ** 2 * swept) / 360 / 10_000;
}

/**
 * Water that a soil holds for plants, CC − PMP in % by volume (†): FAO-56 Table 19 has 5 (sand) to 20 (silty clay); below 2
 * a farm soil holds less than coarse sand, above 40 only peat holds more. A fraction in place of a percentage is below.
 */
const SOIL_HOLDS_PCT = [2, 40] as const;

/** Whether a layer holds what a soil can hold. */
export function holdsWater({ fcPct, wpPct }: Pick<SoilLayer, "fcPct" | "wpPct">): boolean {
  const [least, most] = SOIL_HOLDS_PCT;
  // Rounded, because 24.1 − 22.1 is not 2 in binary.
  const held = Math.round(100 * (fcPct - wpPct)) / 100;
  return held >= least && held <= most;
}

export function checkSoil({ layers = [] }: Partly<z.output<typeof SoilFields>>): BrokenRule[] {
  return layers.flatMap(({ depthCm, fcPct, wpPct }, index) => {
    const above = layers[index - 1];
    const rules: BrokenRule[] = [];
    const [minimum, maximum] = SOIL_HOLDS_PCT;
    if (wpPct >= fcPct) rules.push({ field: `layers.${index}.wpPct`, id: "not-below-field-capacity" });
    else if (!holdsWater({ fcPct, wpPct }))
      rules.push({ field: `layers.${index}.wpPct`, id: "soil-holds", minimum, maximum, held: fcPct - wpPct });
    if (above !== undefined && depthCm <= above.depthCm)
      rules.push({ field: `layers.${index}.depthCm`, id: "not-below-layer-above" });
    return rules;
  });
}
