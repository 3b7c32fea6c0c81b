import * as z from "zod";
import { Day, Id, Moment, StaleAt } from "../core/record.ts";
import { hardLimits, permitStops } from "../reasons/reasons.ts";
import { Status } from "../records/balance.ts";
import { StopAdvice } from "../records/day-plan.ts";
import { PivotStatus } from "../records/farm.ts";
import { OutOfServiceReason } from "../records/machine/out-of-service.ts";
import { AnswerRule, Pause, Reason, Recommendation, SpeedRow } from "../records/recommendation.ts";
import { RunFigures } from "../records/run-figures.ts";

/** Water is given: by a run under way, by one of the plan, or by one that the plan leaves out of today (`isLeftOut`). */
const RunDecision = z.object({
  kind: z.literal("run"),
  isUnderWay: z.boolean(),
  isLeftOut: z.boolean(),
  /** The limit that leaves it out, where no other hour and no other depth resolves it. */
  limit: z.enum(hardLimits).nullable(),
  run: RunFigures,
  /** Sectors that the run waters. */
  sectorIds: z.array(Id),
  /** The panel's table, where it changes its speed by angle; empty where one setting applies. */
  table: z.array(SpeedRow),
  startAt: Moment.nullable(),
  /** The true end, pauses included. */
  endAt: Moment.nullable(),
  /** Who commanded its start, which is scheduled, or sent and not proved. */
  commandedBy: z.string().optional(),
});

/** A run under way that is worth less than it costs: stop it now. */
const StopDecision = RunDecision.extend({
  kind: z.literal("stop"),
  ...StopAdvice.omit({ stops: true, letBy: true }).shape,
});

/** No water until a day: the last one to irrigate without stress if no rain falls, or the next decision by a budget. Amounts are those of the rule, mm; null where the rule has none. */
const WaitDecision = z.object({
  kind: z.literal("wait"),
  rule: AnswerRule.nullable(),
  until: Day.nullable(),
  rainMm: z.number().nullable(),
  /** Probability of that rain, %. */
  rainPct: z.number().nullable(),
  /** Net water that the lightest pass would lose today. */
  drainsMm: z.number().nullable(),
  roomMm: z.number().nullable(),
  leastMm: z.number().nullable(),
  /** R$ that a mm saves where the season's budget uses it best. */
  budgetBrlMm: z.number().nullable(),
  /** Gross depth if no rain falls. */
  otherwiseMm: z.number().nullable(),
  /** Whether water is missing: the wait is not for the need. */
  isDelayed: z.boolean(),
});

/** No water; `until`: the day on which it is decided again, or before which no water is missing. */
const NoDecision = z.object({ kind: z.literal("none"), rule: AnswerRule.nullable(), until: Day.nullable() });

/** No decision because of data, since a farm-day or a moment; `by` is null without any recommendation. */
const BlockedDecision = z.object({
  kind: z.literal("blocked"),
  by: z.string().nullable(),
  since: z.string().nullable(),
});

/** The decision for a machine, or for one of its sectors. */
export const Decision = z.discriminatedUnion("kind", [
  RunDecision,
  StopDecision,
  WaitDecision,
  NoDecision,
  BlockedDecision,
]);
export type Decision = z.infer<typeof Decision>;
/** Whether water is given, also by a run that is to be stopped. */
export const isRun = (decision: Decision): decision is DecisionOf<"run" | "stop"> =>
  decision.kind === "run" || decision.kind === "stop";
/** A decision of one kind. */
export type DecisionOf<Kind extends Decision["kind"]> = Extract<Decision, { kind: Kind }>;

/** Why a permit prevents every run of a machine today. */
const PermitStop = z.enum(permitStops);

/** A sector on its machine's day. Depths in mm. */
export const SectorDay = z.object({
  sectorId: Id,
  name: z.string(),
  status: Status,
  sensorStatus: Status,
  /** Depletion now, readily available and total available water; null without a balance. */
  drMm: z.number().nullable(),
  rawMm: z.number().nullable(),
  tawMm: z.number().nullable(),
  /** Its own depth and setting, at the hours of the run that waters it. */
  decision: Decision,
  /** The run that its recommendation asks for, even while its machine runs. */
  run: RunFigures.nullable(),
  /** Its share of the run's hours, 0 to 1; null without a run. */
  share: z.number().nullable(),
  confidence: Recommendation.shape.confidence,
  /** R$ of yield that the millimetres between the balance and the measurement that contradicts it are worth. */
  stakeBrl: z.number().nullish(),
});
export type SectorDay = z.infer<typeof SectorDay>;

/** Why the machine cannot run now: its own record, or that of its intake (`waterSourceId`). */
export const MachineOut = z.object({
  _id: Id,
  waterSourceId: Id.nullable(),
  reason: OutOfServiceReason,
  from: Moment,
  until: Moment.nullable(),
  note: z.string().nullable(),
  userName: z.string().nullable(),
  /** The version to which an end belongs. */
  updatedAt: Moment.optional(),
});
export type MachineOut = z.infer<typeof MachineOut>;

/** What the machine does now, by its panel. */
const MachineNow = z.looseObject({ status: PivotStatus.nullable(), statusStaleAt: StaleAt });

/** One machine on one farm-day: the source of every surface that names its depth, hours, setting, money or reason. */
export const MachineDay = z.object({
  pivotId: Id,
  farmId: Id,
  date: Day,
  name: z.string(),
  kind: z.string(),
  waterSourceId: Id.nullable(),
  decision: Decision,
  /** In the order of the farm. */
  sectors: z.array(SectorDay),
  /** The sector that represents the machine: the most urgent one by the balance, and by its probes. */
  lead: z.object({ calculated: Id, sensor: Id }),
  /** R$ of today's part, of the whole run, and of the yield lost until it waters; per mm of missing water. */
  money: z.object({
    todayBrl: z.number().nullable(),
    wholeBrl: z.number().nullable(),
    lossBrl: z.number().nullable(),
  }),
  /** m³ of today's part, and why a permit stops the machine. */
  water: z.object({ todayM3: z.number().nullable(), permitStop: PermitStop.nullable() }),
  outOfService: MachineOut.nullish(),
  hoursToCritical: z.number().nullable(),
  /** Of its run in the plan, or of its absence from it. */
  reasons: z.array(Reason),
  pauses: z.array(Pause),
  decidedAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  /** In a `MachineDay` call; screens follow the panel by its own messages. */
  now: MachineNow.optional(),
});
export type MachineDay = z.infer<typeof MachineDay>;

/** Reply of `GET /MachineDay/GetByClientID`: the days of the machines, or those that changed after `since`. */
export const MachineDays = z.object({
  at: Moment,
  /** Version of this content. The next request sends it as `since`. */
  version: z.string(),
  /** The version that `machines` changes. Null where they are all. */
  since: z.string().nullable(),
  machines: z.array(MachineDay),
});
export type MachineDays = z.infer<typeof MachineDays>;
