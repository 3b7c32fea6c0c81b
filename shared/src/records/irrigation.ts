import * as z from "zod";
import { Day, Id, Moment, Note, quantity, storedRecord } from "../core/record.ts";
import { DAY_MS, HOUR_MS } from "../core/time.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";

/** Status of a sector or monitor, the same everywhere (domain, 0). */
export const Status = z.enum(["excess", "ok", "irrigate", "stress", "nodata", "fallow"]);
export type Status = z.infer<typeof Status>;

/** Where the record of a watering comes from. */
export const WateringSource = z.enum(["manual", "telemetry", "detected", "plan"]);

const LONGEST_WATERING_HOURS = 240;

/** Own fields of a watering. One of `grossMm`, `percent` or `hours` is given, the API computes the others. */
export const WateringFields = z.object({
  sectorId: Id,
  start: Moment,
  end: Moment.nullish(),
  grossMm: quantity("mm", 0.1, 100).optional(),
  percent: quantity("%", 1, 100).optional(),
  hours: quantity("h", 0.1, LONGEST_WATERING_HOURS).optional(),
  reason: z.string().trim().max(120).optional(),
  note: Note.optional(),
  /** Not applied yet when it was written: it counts once telemetry or a person confirms it. */
  planned: z.boolean().optional(),
});
export const Watering = storedRecord(
  WateringFields.extend({
    grossMm: quantity("mm", 0, 100),
    netMm: quantity("mm", 0, 100),
    volumeM3: z.number().nullish(),
    source: WateringSource,
    /** Whether the panel reported the flow of the watering. */
    measured: z.boolean().optional(),
    userId: Id.nullish(),
  }),
);
export type Watering = z.infer<typeof Watering>;

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
  dp: z.number(),
  storagePct: z.number(),
  /** Change of depletion by a logged adjustment that day, else 0. */
  adjustedMm: z.number(),
  status: Status,
  origin: z.enum(["measured", "estimated", "forecast"]),
});
export type Balance = z.infer<typeof Balance>;

/** A term of an explanation ("Por quê?"): an id, its number, its unit, its source and its time. */
export const Reason = z.object({
  key: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
  source: z.string().nullable(),
  at: z.string().nullable(),
});
export type Reason = z.infer<typeof Reason>;

/**
 * A row of the speed table of a panel that changes its speed by angle, ° clockwise from north; `percent` is null where
 * no water is applied.
 */
export const SpeedRow = z.object({
  sectorIds: z.array(Id),
  fromDeg: z.number(),
  toDeg: z.number(),
  percent: z.number().nullable(),
  /** Over all passes. */
  grossMm: z.number(),
});
export type SpeedRow = z.infer<typeof SpeedRow>;

const Pause = z.object({ from: Moment, to: Moment });

/** A recommendation. Optional fields were added later; older recommendations do not have them. */
export const Recommendation = z.looseObject({
  sectorId: Id,
  date: Day,
  /** When it was computed. */
  computedAt: Moment,
  action: z.enum(["irrigate", "wait", "none", "nodata"]),
  /** For `wait`: the day on which it is expected to turn yellow. */
  waitUntil: Day.nullable(),
  netMm: z.number().nullable(),
  /** Over all passes. */
  grossMm: z.number().nullable(),
  /** Number of revolutions that apply the depth, all at `percent`. */
  passes: z.number().int().nullish(),
  depthPerPassMm: z.number().nullish(),
  percent: z.number().nullable(),
  /** TV of all passes and the sector's share of it; the part of that share in today's plan, and the rest. */
  hoursRev: z.number().nullable(),
  hoursTotal: z.number().nullish(),
  hoursToday: z.number().nullish(),
  hoursLeft: z.number().nullish(),
  /** Net deficit that remains because the number of passes is limited. */
  leftMm: z.number().nullish(),
  volumeM3: z.number().nullable(),
  energyKwh: z.number().nullable(),
  /** Cost of energy and water, in total and for today's part. */
  costBrl: z.number().nullable(),
  costTodayBrl: z.number().nullish(),
  startAt: Moment.nullable(),
  /** The true end, pauses included. */
  endAt: Moment.nullable(),
  pauses: z.array(Pause).optional(),
  /** When it continues after today's part. */
  continuesAt: Moment.nullish(),
  hoursToCritical: z.number().nullable(),
  /**
   * Loss of yield per mm of missing evapotranspiration on this sector, and by waiting one more day; `isWorthKnown`:
   * computed from its own price and yield.
   */
  lossBrlMm: z.number().nullish(),
  waitCostBrl: z.number().nullish(),
  isWorthKnown: z.boolean().optional(),
  /** While waiting: the gross depth if no rain falls until `waitUntil`, and the rain that is expected. */
  otherwiseMm: z.number().nullish(),
  rainWait: z
    .object({ rainMm: z.number(), expectedMm: z.number(), savedBrl: z.number(), riskedBrl: z.number() })
    .nullish(),
  /** The panel's speed table, where it changes its speed by angle. */
  shares: z.array(SpeedRow).optional(),
  /** The recommendation for the sector alone, where the run that it shares with others gives a different one; and the reason. */
  replaces: z
    .object({
      grossMm: z.number(),
      percent: z.number().nullable(),
      passes: z.number(),
      why: z.enum(["shared-setting", "speed-table"]),
      excessMm: z.number(),
      deficitMm: z.number(),
    })
    .nullish(),
  /** The system's run in progress: start, end, setting, gross depth, and the depth that the sector still gets. */
  underWay: z
    .object({
      startedAt: Moment,
      endAt: Moment,
      percent: z.number().nullable(),
      grossMm: z.number(),
      remainingMm: z.number(),
    })
    .nullish(),
  confidence: z.enum(["measured", "estimated", "contradicted"]).optional(),
  /** Measurements that contradict the balance: the recommendation is blocked until a person has checked. */
  contradiction: z
    .object({
      by: z.enum(["probe", "detection"]),
      balanceMm: z.number(),
      measuredMm: z.number(),
      detectionId: Id.nullable(),
      at: z.string(),
    })
    .nullish(),
  priority: z.number().int(),
  reasons: z.array(Reason),
  /** Why the API makes no recommendation: `stale-weather`, `stale-rain`, `stale-station` or `contradicted`; else null. */
  blockedBy: z.string().nullable(),
  /** When that data was last received: a farm-day or a moment. Null when none was ever received. */
  blockedSince: z.string().nullable(),
  /** Days without known rain since the soil water was last known, and the gauge that should have measured them. */
  missingRain: z.object({ gauge: z.string().nullable(), days: z.array(Day) }).nullish(),
  /** True when the system applies less per day, in its allowed hours, than the crop uses in the week or in the peak stage. */
  cannotKeepUp: z.boolean(),
});
export type Recommendation = z.infer<typeof Recommendation>;

/** Body of `POST /Balance/Adjust`: sets the depletion at the end of a day; null removes what was set. */
export const BalanceAdjust = z.object({
  sectorId: Id,
  date: Day,
  drMm: quantity("mm", 0, 500).nullable(),
  reason: z.string().trim().min(3).max(500),
});
export type BalanceAdjust = z.infer<typeof BalanceAdjust>;

/** A detected irrigation without a record; a person must confirm it. */
export const Detection = z.looseObject({
  _id: Id,
  clientId: Id,
  sectorId: Id,
  date: Day,
  estimatedMm: z.number(),
  evidence: z.enum(["probe", "pivot"]),
  risePoints: z.number().nullable(),
  state: z.enum(["open", "irrigation", "rain", "ignored"]),
});
export type Detection = z.infer<typeof Detection>;
export const DetectionResolve = z.object({
  _id: Id,
  as: z.enum(["irrigation", "rain", "ignored"]),
  mm: quantity("mm", 0, 100).optional(),
});
export type DetectionResolve = z.infer<typeof DetectionResolve>;

/** One run in the plano do dia. */
export const PlanItem = z.object({
  sectorIds: z.array(Id),
  pivotId: Id,
  startAt: Moment,
  endAt: Moment,
  /** Over all passes; mean of the sectors where each has its own. */
  grossMm: z.number(),
  passes: z.number().int().optional(),
  depthPerPassMm: z.number().optional(),
  /** Null without a panel, and where its table has several settings (`shares`). */
  percent: z.number().nullable(),
  shares: z.array(SpeedRow).optional(),
  /** Of today's part. */
  volumeM3: z.number(),
  energyKwh: z.number().nullable(),
  costBrl: z.number().nullable(),
  /** Of all of it, within the days of the plan. */
  totalCostBrl: z.number().nullish(),
  /** Yield lost until the run waters the ground. */
  lossBrl: z.number().optional(),
  hoursToday: z.number().optional(),
  hoursLeft: z.number().optional(),
  /** "Hoje X de Y mm, continua amanhã": the depth of today's part, and when the run continues. */
  todayMm: z.number().optional(),
  continuesAt: Moment.nullish(),
  pauses: z.array(Pause).optional(),
  /** The system already runs, since `startAt`. The depth still to come, mm: mean of the system, and of each sector. */
  underWay: z.boolean().optional(),
  remainingMm: z.number().optional(),
  remainingBySector: z.array(z.object({ sectorId: Id, remainingMm: z.number() })).optional(),
  hoursToCritical: z.number().nullable(),
  reasons: z.array(Reason),
});
export type PlanItem = z.infer<typeof PlanItem>;
/** The plano do dia: the placed runs, and those that did not fit, each with the reason. */
export const DayPlan = z.object({
  date: Day,
  from: Moment.optional(),
  items: z.array(PlanItem),
  /** `startAt`: the start on a later day of the plan, where there is one. */
  unplaced: z.array(z.object({ pivotId: Id, startAt: Moment.nullish(), reasons: z.array(Reason) })),
  /** Whether no plan on the half-hour grid costs less; and the sum in R$ that the plan minimizes. */
  exact: z.boolean().optional(),
  costBrl: z.number().optional(),
  /** Tariff bands of the plan's hours, without gaps. */
  bands: z.array(z.object({ from: Moment, to: Moment, kind: z.enum(["peak", "offpeak", "reserved"]) })).optional(),
  /** Water sources of the farm's machines, and the capacity that the machines share. */
  sources: z.array(z.object({ _id: Id, name: z.string(), capacityM3h: z.number().nullable() })).optional(),
  totals: z.object({
    meanMm: z.number(),
    volumeM3: z.number(),
    hours: z.number(),
    energyKwh: z.number().nullable(),
    costBrl: z.number().nullable(),
  }),
});
export type DayPlan = z.infer<typeof DayPlan>;

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
});
export type Projection = z.infer<typeof Projection>;

/** Domain, 7: how many days ahead a watering may be planned. */
const PLANNING_DAYS = 7;
/** The slowest revolution and the longest single watering. */
export const LONGEST_WATERING_MS = LONGEST_WATERING_HOURS * HOUR_MS;
/** Two records of one sector within this time describe the same watering, because people write down approximate times. */
export const SAME_WATERING_MS = 6 * HOUR_MS;

/** How far back a sector's card in the irrigâmetro lists its waterings. */
export const RECENT_WATERINGS_MS = 48 * HOUR_MS;

/** The fields that may give the amount of a watering, the deciding one first. */
export const WATERING_AMOUNTS = ["grossMm", "percent", "hours"] as const;

/** Rules on a watering whose fields are each valid, at a moment in ms since 1970 UTC. */
export function checkWatering(fields: Partly<z.output<typeof WateringFields>>, now: number): BrokenRule[] {
  const [start, end] = [Date.parse(fields.start ?? ""), Date.parse(fields.end ?? "")];
  const rules: BrokenRule[] = [];
  if (WATERING_AMOUNTS.every((amount) => fields[amount] === undefined))
    rules.push({ field: "grossMm", id: "required", anyOf: WATERING_AMOUNTS });
  if (start > now + PLANNING_DAYS * DAY_MS) rules.push({ field: "start", id: "too-far-ahead", maximum: PLANNING_DAYS });
  if (end < start) rules.push({ field: "end", id: "before-start" });
  // The depth is spread over the hours of the watering: an end that is years away would cost too much computation.
  if (end - start > LONGEST_WATERING_MS)
    rules.push({ field: "end", id: "too-long", maximum: LONGEST_WATERING_MS / DAY_MS });
  return rules;
}
