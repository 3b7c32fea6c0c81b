import * as z from "zod";
import { Day, Id, Moment } from "../core/record.ts";
import { Balance } from "../records/balance.ts";
import { OutOfServiceReason } from "../records/machine/out-of-service.ts";
import { MachineOut } from "./machine-day.ts";

/** One row of the manejo da irrigação: the balance row and the manager's decision of that day. */
export const ManagementRow = Balance.extend({
  /** Gross depth that was required for the first time that day, so that each recommended mm counts once. */
  requiredMm: z.number(),
  appliedMm: z.number(),
  /** Why the machine or its intake was out of service for a part of that day; null: in service. */
  outOfService: OutOfServiceReason.nullish(),
  /** The run of that day: the applied one, else the recommended one; `hoursRev` is the time of all passes. */
  passes: z.number().int().nullish(),
  depthPerPassMm: z.number().nullish(),
  percent: z.number().nullable(),
  hoursRev: z.number().nullable(),
  /**
   * R$ of the day's recommendation in the plan of the day, as its card showed it: in total, and of today's part. Null
   * where no plan was stored.
   */
  recommendedBrl: z.number().nullish(),
  recommendedTodayBrl: z.number().nullish(),
  /** Of a day whose recommendation was to wait: its day, and the gross depth if no rain falls until then. */
  waitUntil: Day.nullish(),
  otherwiseMm: z.number().nullish(),
  /** R$ of `requiredMm` at the price of that plan, so that each recommended mm is paid once. */
  requiredBrl: z.number().nullish(),
  note: z.string().nullable(),
});
export type ManagementRow = z.infer<typeof ManagementRow>;

/** Sums of the days of a section, mm and R$, and their indices (domain, 6). */
const ManagementTotals = z.object({
  eto: z.number(),
  etc: z.number(),
  etcAdj: z.number(),
  rain: z.number(),
  rainEff: z.number(),
  irrNet: z.number(),
  requiredMm: z.number(),
  /** R$ of `requiredMm`, and the number of days with a requirement whose price is unknown. */
  requiredBrl: z.number().nullish(),
  unpricedDays: z.number().int().nullish(),
  appliedMm: z.number(),
  dp: z.number(),
  /** The part of `dp` that would not have percolated without the irrigation of its day. Missing: an API does not send it. */
  dpIrrigation: z.number().optional(),
  adjustedMm: z.number(),
  stressDays: z.number().int(),
  excessDays: z.number().int(),
  /** Days with the machine or its intake out of service, and how many of them are days in stress. Missing: an API does not send them. */
  outDays: z.number().int().optional(),
  outStressDays: z.number().int().optional(),
  /** appliedMm ÷ requiredMm. */
  adequacyPct: z.number().nullable(),
  efficiencyPct: z.number().nullable(),
  stressLossMm: z.number(),
});
export type ManagementTotals = z.infer<typeof ManagementTotals>;

/** A sector in one of its seasons. */
const ManagementSection = z.looseObject({
  sectorId: Id,
  pivotId: Id,
  farmId: Id,
  farmName: z.string(),
  timezone: z.string(),
  pivotName: z.string(),
  sectorName: z.string(),
  cropName: z.string().nullable(),
  plantingDate: Day.nullable(),
  areaHa: z.number(),
  soilName: z.string(),
  fcPct: z.number(),
  wpPct: z.number(),
  efficiencyPct: z.number(),
  cucPct: z.number().nullable(),
  depth100Mm: z.number().nullable(),
  /** Number of days with a balance; without rows they are counted, not sent. Missing: the number of rows. */
  days: z.number().int().optional(),
  /** Ky of the season, yield without stress in kg/ha and its price in R$/kg, where known. */
  yield: z.object({ ky: z.number(), yieldKgHa: z.number(), priceBrlKg: z.number().nullable() }).nullish(),
  rows: z.array(ManagementRow),
  /** The times out of service of its machine and of the intake within the period, oldest first. */
  outages: z.array(MachineOut).optional(),
  totals: ManagementTotals,
  /** ΔARM = chuva ef. + irrigação líq. − ETc aj. − EXC (+ ajustes + water of deeper roots − water stored below them); `errorMm` is the residual. */
  closure: z.object({
    storageStartMm: z.number(),
    storageEndMm: z.number(),
    deltaMm: z.number(),
    balanceMm: z.number(),
    rootGrowthMm: z.number(),
    toSubsoilMm: z.number().optional(),
    adjustedMm: z.number(),
    errorMm: z.number(),
  }),
});

/** Reply of `GET /Report/IrrigationManager` (domain, 6). */
export const ManagementReport = z.looseObject({
  generatedAt: Moment,
  from: Day,
  to: Day,
  sectors: z.array(ManagementSection),
  /** All sections of the query, on its first page: means by area in mm, sums of days and of R$, and the applied volume. */
  summary: z
    .object({ sections: z.number().int(), areaHa: z.number(), appliedM3: z.number(), totals: ManagementTotals })
    .nullish(),
  /** Cursor of the next page; null or missing on the last one. */
  next: z.string().nullish(),
});
export type ManagementReport = z.infer<typeof ManagementReport>;

/** Energy and money by tariff window. */
const Money = z.object({ peak: z.number(), offpeak: z.number(), reserved: z.number() });

export const ConsumptionRow = z.object({
  month: z.string(),
  pivotId: Id,
  pivotName: z.string(),
  farmId: Id,
  farmName: z.string(),
  mm: z.number(),
  m3: z.number(),
  m3Ha: z.number().nullable(),
  hours: z.number(),
  flowM3h: z.number().nullable(),
  kwh: z.number().nullable(),
  kwhMm: z.number().nullable(),
  brl: Money.nullable(),
  brlTotal: z.number().nullable(),
  brlHa: z.number().nullable(),
  /** The origin of the greatest part of the water. */
  origin: z.enum(["measured", "estimated"]),
  /**
   * `meter`: the system's flow meter · `panel`: the flow that its panel reported · `hours`: hours × nominal flow, or
   * recorded by a person.
   */
  knownBy: z.enum(["meter", "panel", "hours"]),
  /** The parts of `m3` by their origin; missing when an API does not send them. */
  sources: z.object({ meterM3: z.number(), panelM3: z.number(), hoursM3: z.number() }).optional(),
  /** Sum of the month's recorded waterings. A meter takes precedence, so that the sum may differ from `m3`. */
  recordedM3: z.number().optional(),
});
export type ConsumptionRow = z.infer<typeof ConsumptionRow>;

/** Reply of `GET /Report/WaterConsumption` (domain, 6). */
export const ConsumptionReport = z.looseObject({
  generatedAt: Moment,
  year: z.number().int(),
  rows: z.array(ConsumptionRow),
  permits: z.array(
    z.object({
      permitId: Id,
      number: z.string(),
      farmId: Id,
      farmName: z.string(),
      /** The systems that draw under it; missing when an API does not send them. */
      pivotIds: z.array(Id).optional(),
      month: z.string(),
      usedM3: z.number(),
      limitM3: z.number(),
      usedPct: z.number(),
      projectedM3: z.number().nullable(),
      projectedPct: z.number().nullable(),
      maxHoursDay: z.number().nullable(),
      limitHoursDay: z.number().nullable(),
      daysUsed: z.number().nullable(),
      limitDays: z.number().nullable(),
    }),
  ),
});
export type ConsumptionReport = z.infer<typeof ConsumptionReport>;
