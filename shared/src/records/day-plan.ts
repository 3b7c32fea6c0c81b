import * as z from "zod";
import { Day, Id, Moment, quantity } from "../core/record.ts";
import { Pause, Reason, SpeedRow } from "./recommendation.ts";

/** Maximum choices of one day's decision: one for each machine of a large farm. */
const MAX_CHOICES = 500;

/**
 * What makes the advice to stop a run: forecast rain ahead, and the rain since its start, mm. A person who lets the run
 * continue knows these; other ones ask again.
 */
const StopFacts = z.object({ startedAt: Moment, rainMm: z.number(), fellMm: z.number() });

/** What stopping a run under way saves and risks on average, R$, and the hours that it would still water. */
export const StopAdvice = z.object({
  /** Whether stopping is worth more than continuing. */
  stops: z.boolean(),
  savedBrl: z.number(),
  riskedBrl: z.number(),
  hoursLeft: z.number(),
  /** Probability of the forecast rain of `facts`, %. */
  rainPct: z.number(),
  /** Net water that would drain, mm. */
  drainsMm: z.number(),
  /** Whether the amounts rest on start values: a yield without Ky, price or produce, or energy without a tariff. */
  isAssumed: z.boolean().optional(),
  facts: StopFacts,
  /** Who let the run continue with these facts. */
  letBy: z.string().nullable(),
});
export type StopAdvice = z.infer<typeof StopAdvice>;

/** New facts ask again about a run that a person let continue: rain that fell, or a forecast, changed by more, mm. */
export const NEW_FACTS_MM = 5;

/**
 * What a person decided for a machine's run of the day: another start, less water, water in peak hours too, or to let a
 * run continue that the advice would stop.
 */
export const PlanChoice = z.object({
  pivotId: Id,
  startAt: Moment.optional(),
  /** Over all passes; never more than recommended. */
  grossMm: quantity("mm", 0.1, 100).optional(),
  usesPeak: z.boolean().optional(),
  letRun: StopFacts.optional(),
});
export type PlanChoice = z.infer<typeof PlanChoice>;

/** The choices for a farm's day. An empty list goes back to the plan without decisions. */
export const DayDecision = z.object({ farmId: Id, date: Day, choices: z.array(PlanChoice).max(MAX_CHOICES) });
export type DayDecision = z.infer<typeof DayDecision>;

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
  stop: StopAdvice.optional(),
  remainingBySector: z.array(z.object({ sectorId: Id, remainingMm: z.number() })).optional(),
  hoursToCritical: z.number().nullable(),
  /** The command that asks for it: a start that is scheduled, or sent and not a run yet. */
  commanded: z.object({ _id: Id, by: z.string() }).optional(),
  /** The part of the day's decision that concerns it. */
  choice: PlanChoice.optional(),
  reasons: z.array(Reason),
});
export type PlanItem = z.infer<typeof PlanItem>;
/** The plano do dia: the placed runs, and those that did not fit, each with the reason. */
export const DayPlan = z.object({
  date: Day,
  from: Moment.optional(),
  items: z.array(PlanItem),
  /** `startAt`: the start on a later day of the plan, if any; `totalCostBrl`: the cost of that run. */
  unplaced: z.array(
    z.object({
      pivotId: Id,
      startAt: Moment.nullish(),
      totalCostBrl: z.number().nullish(),
      choice: PlanChoice.optional(),
      reasons: z.array(Reason),
    }),
  ),
  /**
   * Whether no combination of the examined runs costs less: from now and each half hour of the clock, without rests or in the
   * cheapest hours alone. Other rests beside other machines are searched, not all examined.
   */
  exact: z.boolean().optional(),
  /** The sum in R$ that the plan minimizes. */
  costBrl: z.number().optional(),
  /** Its parts: energy and water of the runs, lost yield, and power above the contract with water after the plan. */
  parts: z.object({ runsBrl: z.number(), lossBrl: z.number(), otherBrl: z.number() }).optional(),
  /** Start values in that sum: of the harvest where price or yield are unknown, of energy where no tariff gives its price. */
  assumed: z.array(z.enum(["worth", "energy"])).optional(),
  /** The day's decision that it follows, and its author. */
  decision: z.object({ by: z.string(), at: Moment, choices: z.array(PlanChoice) }).nullish(),
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
