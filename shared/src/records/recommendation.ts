import * as z from "zod";
import { Day, Id, Moment } from "../core/record.ts";
import { RainDoubt } from "./weather.ts";

export const Reason = z.object({
  key: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
  source: z.string().nullable(),
  at: z.string().nullable(),
  /** Route of the app that shows the source, such as `/setup/farms?parte=pivos&registro=…`. */
  link: z.string().nullish(),
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
  grossMm: z.number(),
});
export type SpeedRow = z.infer<typeof SpeedRow>;

/** Hours without water within a run. */
export const Pause = z.object({ from: Moment, to: Moment });

/**
 * The rule that gives the answer. `need` irrigates. A wait is for rain (`rain`), until the lightest pass does not drain,
 * because the room for rain leaves too little to start, until the need is worth a start, because the season's `budget` is
 * worth more elsewhere, or until a `later` need.
 * Nothing is given when the soil has `enough`, or by the rules of stage, panel and season; `blocked`: by data.
 */
export const AnswerRule = z.enum([
  "need",
  "rain",
  "drains",
  "roomForRain",
  "leastDepth",
  "budget",
  "later",
  "enough",
  "limit-emergence",
  "limit-maturity",
  "limit-harvest",
  "panelLimit",
  "noHours",
  "tooSlow",
  "harvestPending",
  "fallow",
  "blocked",
]);
export type AnswerRule = z.infer<typeof AnswerRule>;

/** A recommendation. Optional fields were added later; older recommendations do not have them. */
export const Recommendation = z.looseObject({
  sectorId: Id,
  date: Day,
  computedAt: Moment,
  action: z.enum(["irrigate", "wait", "none", "nodata"]),
  rule: AnswerRule.optional(),
  /**
   * For `wait`: the day that irrigates if the days pass as forecast and no rain falls. For `none`: the day of the next
   * decision, before which a sector with `enough` needs no water.
   */
  waitUntil: Day.nullable(),
  netMm: z.number().nullable(),
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
  /** Of every wait: the gross depth if no rain falls until `waitUntil`; and the rain that is waited for. */
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
  /** The recommended depth in mm, where a person decided less for the day. */
  recommendedMm: z.number().optional(),
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
  /** Rank among the sectors of the answer. */
  priority: z.number().int(),
  reasons: z.array(Reason),
  /**
   * Why the API makes no recommendation: `stale-weather`, `stale-rain`, `doubted-rain`, `stale-station` or
   * `contradicted`; else null.
   */
  blockedBy: z.string().nullable(),
  /** When that data was last received: a farm-day or a moment. Null when none was ever received. */
  blockedSince: z.string().nullable(),
  /**
   * Days without known rain since the soil water was last known, and the gauge that should have measured them; `doubt`
   * where the gauge's measurement is doubted.
   */
  missingRain: z.object({ gauge: z.string().nullable(), days: z.array(Day), doubt: RainDoubt.nullish() }).nullish(),
  /** True when the system applies less per day, in its allowed hours, than the crop uses in the week or in the peak stage. */
  cannotKeepUp: z.boolean(),
});
export type Recommendation = z.infer<typeof Recommendation>;

/** The same on the board, without the details of an opened card. */
export const BoardRecommendation = Recommendation.partial({
  netMm: true,
  volumeM3: true,
  energyKwh: true,
  priority: true,
});
export type BoardRecommendation = z.infer<typeof BoardRecommendation>;
