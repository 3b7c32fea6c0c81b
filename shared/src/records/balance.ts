import * as z from "zod";
import { Day, Id, quantity } from "../core/record.ts";

/** Status of a sector or monitor, the same everywhere (domain, 0). */
export const Status = z.enum(["excess", "ok", "irrigate", "stress", "nodata", "fallow"]);
export type Status = z.infer<typeof Status>;

/** How the soil water at planting is known: as `initialWater` of the season, or by what was carried; `unknown`: taken as full. */
export const StartWater = z.enum(["season", "probe", "unknown", "full", "dry", "measured"]);
export type StartWater = z.infer<typeof StartWater>;

/** One row of the daily balance of a sector (domain, 10 and 11). Amounts in mm unless named. */
export const Balance = z.looseObject({
  sectorId: Id,
  seasonId: Id,
  date: Day,
  /** Days after emergence (or after planting, when no emergence is recorded). */
  dae: z.number().int(),
  /** `initial`, `development`, `mid`, `late` or, beyond the curve, `after` (FAO-56, chapter 6). */
  stage: z.string(),
  kc: z.number(),
  /** Part of Kc by a cover of the ground that was seen; 0 without one that still counts. */
  canopyKc: z.number().optional(),
  rootCm: z.number(),
  eto: z.number(),
  etc: z.number(),
  etcAdj: z.number(),
  ks: z.number(),
  rain: z.number(),
  rainEff: z.number(),
  irrGross: z.number(),
  irrNet: z.number(),
  /** Recommended gross depth for that day, as it was decided. */
  recommendedMm: z.number().nullable(),
  taw: z.number(),
  p: z.number(),
  raw: z.number(),
  dr: z.number(),
  /**
   * The soil between the roots and their greatest depth of the season: its CAD and depletion; the depletion that the
   * roots took over by growing; the water that left them and stays there. Without these, it is at field capacity.
   */
  subsoilTaw: z.number().optional(),
  subsoilDr: z.number().optional(),
  rootsDr: z.number().optional(),
  toSubsoil: z.number().optional(),
  startWater: StartWater.optional(),
  /** Percolation below that depth. */
  dp: z.number(),
  storagePct: z.number(),
  /** Change of depletion by a logged adjustment that day, else 0. */
  adjustedMm: z.number(),
  status: Status,
  origin: z.enum(["measured", "estimated", "forecast"]),
});
export type Balance = z.infer<typeof Balance>;

/** Available water between the roots and their greatest depth, mm; null where the API does not follow it. */
export const subsoilMm = ({ subsoilTaw, subsoilDr }: Pick<Balance, "subsoilTaw" | "subsoilDr">): number | null =>
  subsoilTaw === undefined || subsoilDr === undefined ? null : Math.max(0, subsoilTaw - subsoilDr);

/** Body of `POST /Balance/InitialWater`: a season that is to be planted, or is moved (`_id`). */
export const InitialWaterRequest = z.object({ sectorId: Id, cropId: Id, plantingDate: Day, _id: Id.optional() });
export type InitialWaterRequest = z.infer<typeof InitialWaterRequest>;
/** What the last season, the rain since and a deep probe left in the soil on the eve of a planting. */
export const InitialWaterFound = z.object({
  startWater: StartWater.extract(["season", "probe", "unknown"]),
  /** The last season and its crop, until its last day, and the rain since in mm; null without one. */
  seasonId: Id.nullable(),
  cropName: z.string().nullable(),
  until: Day.nullable(),
  rainMm: z.number(),
  /** Storage in % of CAD at the crop's first roots, and down to its deepest; 100 where nothing is known. */
  storagePct: z.number(),
  wholePct: z.number(),
});
export type InitialWaterFound = z.infer<typeof InitialWaterFound>;

/** Body of `POST /Balance/Adjust`: sets the depletion at the end of a day; null removes what was set. */
export const BalanceAdjust = z.object({
  sectorId: Id,
  date: Day,
  drMm: quantity("mm", 0, 500).nullable(),
  reason: z.string().trim().min(3).max(500),
});
export type BalanceAdjust = z.infer<typeof BalanceAdjust>;

/** Body of `POST /Irrigameter/Simulate`: the effect of applying this gross depth (or panel setting) today. Nothing is stored. */
export const SimulateRequest = z.object({
  sectorId: Id,
  grossMm: quantity("mm", 0, 100).optional(),
  percent: quantity("%", 1, 100).optional(),
});
export type SimulateRequest = z.infer<typeof SimulateRequest>;
/** Seven days ahead, with and without the forecast rain. */
export const Projection = z.object({
  withRain: z.array(Balance),
  withoutRain: z.array(Balance),
  rainProbPct: z.array(z.number().nullable()),
  /** The first day on whose morning the sector needs water, with and without that rain; null when it is beyond these days. */
  irrigateOn: Day.nullable(),
  irrigateOnWithoutRain: Day.nullable(),
});
export type Projection = z.infer<typeof Projection>;
