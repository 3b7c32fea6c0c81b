import * as z from "zod";
import { Day, Id } from "../../core/record.ts";
import {
  Balance,
  BalanceAdjust,
  InitialWaterFound,
  InitialWaterRequest,
  Projection,
  SimulateRequest,
} from "../../records/balance.ts";
import { DayDecision, DayPlan, SentDecision } from "../../records/day-plan.ts";
import { Detection, DetectionResolve } from "../../records/irrigation.ts";
import { Recommendation } from "../../records/recommendation.ts";
import { BudgetOutlook, NamedOutlook } from "../../records/season/season-budget.ts";
import { SensorSummary } from "../../records/telemetry.ts";
import { BoardAnswer } from "../../views/board.ts";
import { FullIrrigameter, SectorDetail } from "../../views/irrigameter.ts";
import { MachineDay, MachineDays } from "../../views/machine-day.ts";
import { ById, endpoint } from "../endpoint.ts";
import { changeCall, Ids, Range, readCall } from "./call-shapes.ts";

/** The irrigâmetro of a client. */
const IrrigameterQuery = ById.extend({
  /** These cards alone, with the records and plans of their farms. */
  sectorIds: Ids.max(20_000).optional(),
  /** `board`: a `BoardAnswer` in place of the full answer. */
  form: z.enum(["board"]).optional(),
  /** The version of the board that the caller has. */
  since: z.string().max(40).optional(),
});

export const irrigationCalls = {
  irrigameter: readCall("irrigameter", {
    path: "/Irrigameter/GetByClientID",
    query: IrrigameterQuery,
    reply: FullIrrigameter,
    summary:
      "The irrigâmetro of a client: sectors, recommendations, plans, monitors. `sectorIds` selects cards; `form=board` answers in columns, without details, and after `since` only what changed",
  }),
  machineDays: readCall("irrigameter", {
    path: "/MachineDay/GetByClientID",
    query: ById.extend({ since: z.string().max(40).optional() }),
    reply: MachineDays,
    summary: "The day of each machine: decision, figures, money, water, reasons; after `since` only those that changed",
  }),
  machineDay: readCall("irrigameter", {
    path: "/MachineDay/GetByPivotID",
    query: ById.extend({ date: Day.optional() }),
    reply: MachineDay,
    summary: "The present day of one machine, with what its panel reports; 404 for another `date`",
  }),
  sectorDetail: readCall("irrigameter", {
    path: "/Irrigameter/GetSectorDetail",
    reply: SectorDetail,
    summary: "A sector's 30 days past and 7 ahead",
  }),
  simulate: endpoint({
    method: "POST",
    path: "/Irrigameter/Simulate",
    body: SimulateRequest,
    reply: Projection,
    access: { screen: "irrigameter", action: "view" },
    summary: "Seven days ahead if some depth were applied today; stores nothing",
  }),
  dayPlanTry: endpoint({
    method: "POST",
    path: "/DayPlan/Try",
    body: DayDecision,
    reply: DayPlan,
    access: { screen: "irrigameter", action: "view" },
    summary: "The plan of a farm's day with some choices; stores nothing",
  }),
  dayPlanDecide: changeCall("balance", "edit", {
    path: "/DayPlan/Decide",
    body: SentDecision,
    summary: "Stores the choices for a farm's day; an empty list removes them",
  }),
  recommendations: readCall("irrigameter", {
    path: "/Recommendation/GetByClientID",
    reply: z.array(Recommendation),
    summary: "Today's recommendation of each sector",
  }),
  sensorSummaries: readCall("irrigameter", {
    path: "/SensorSummary/GetByClientID",
    reply: z.array(SensorSummary),
    summary: "Measured state of each monitor",
  }),
  balanceBySector: readCall("irrigameter", {
    path: "/Balance/GetBySectorID",
    query: Range,
    reply: z.array(Balance),
    summary: "Daily balance of a sector",
  }),
  balanceAdjust: changeCall("balance", "edit", {
    path: "/Balance/Adjust",
    body: BalanceAdjust,
    summary: "Sets the depletion at the end of a day, or removes what was set, with a reason",
  }),
  balanceRecompute: changeCall("balance", "edit", {
    path: "/Balance/Recompute",
    body: z.object({ sectorId: Id, from: Day.optional() }),
    summary: "Computes a sector's balance again from a day on",
  }),
  balancePreview: endpoint({
    method: "POST",
    path: "/Balance/Preview",
    body: z.looseObject({ sectorId: Id }),
    reply: z.array(Balance),
    access: { screen: "balance", action: "view" },
    summary: "The balance that a season would give; stores nothing",
  }),
  balanceInitialWater: endpoint({
    method: "POST",
    path: "/Balance/InitialWater",
    body: InitialWaterRequest,
    reply: InitialWaterFound,
    access: { screen: "balance", action: "view" },
    summary: "What was left in the soil of a sector before a planting; stores nothing",
  }),
  farmBudgets: readCall("irrigameter", {
    path: "/SeasonBudget/GetOutlookByFarmID",
    reply: z.array(NamedOutlook),
    summary: "The budgets of a farm that cover today, spread over sectors and stages",
  }),
  budgetOutlook: readCall("balance", {
    path: "/SeasonBudget/GetOutlook",
    reply: BudgetOutlook,
    summary: "A season's budget, spread over sectors and stages by what a millimetre is worth",
  }),
  detectionResolve: changeCall("watering", "create", {
    path: "/Detection/Resolve",
    body: DetectionResolve,
    summary: "Says what an unrecorded irrigation was; 409 already-answered when it is not open any more",
  }),
  detections: readCall("irrigameter", {
    path: "/Detection/GetByClientID",
    reply: z.array(Detection),
    summary: "Open detections of irrigation without a record",
  }),
} as const;

/** `irrigationCalls.irrigameter` with the answers of both forms. */
export const irrigameterForms = { ...irrigationCalls.irrigameter, reply: z.union([BoardAnswer, FullIrrigameter]) };

/** The board. An API without `form` sends the full answer. */
export const boardCall = { ...irrigameterForms, query: IrrigameterQuery.required({ form: true }) };
