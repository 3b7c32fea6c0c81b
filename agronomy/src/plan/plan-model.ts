import type { TariffKind } from "./tariff.ts";

/** Length of a whole slot of the plan, minutes; and its horizon, days. */
export const SLOT_MINUTES = 30;
export const PLAN_DAYS = 3;
export const SLOT_HOURS = SLOT_MINUTES / 60;
/** Up to this number of machines the plan considers every combination of their runs. */
export const EXACT_JOBS = 5;
/** Energy without a tariff price, R$/kWh, because a missing price must not change the order. */
export const UNKNOWN_BRL_KWH = 0.5;

/**
 * Half an hour of the plan, from a whole half hour of the farm's clock; shorter at the beginning of the plan, at the border of a
 * tariff and at a chosen start. `day`: calendar day of the farm's clock, counted from that of minute 0; no slot crosses midnight.
 */
export interface Slot {
  index: number;
  startMinute: number;
  endMinute: number;
  hours: number;
  day: number;
  kind: TariffKind;
  brlKwh: number | null;
  /** Whether pumps may run in it: false in rest hours. */
  isOpen: boolean;
  /** Rest hours, in which only a job with `mayUseRestHours` runs. */
  isRest: boolean;
  /** Passed before the search: only runs in progress have it. */
  isPast: boolean;
}

/** A machine that needs water or already runs. */
export interface PlanJob {
  id: string;
  /** Station that supplies its flow and power, and permits under which it draws water. */
  sourceId: string;
  permitIds: readonly string[];
  /** Hours of the whole application (all passes), and allowed hours per calendar day. */
  hours: number;
  maxHoursDay: number;
  /** Hours of the plan's first day in which it already ran. */
  hoursUsedToday?: number;
  /** Hours of a day that its permits allow, and those of the plan's first day that are already used. */
  permitHoursDay?: number;
  permitHoursUsedToday?: number;
  /** Slots in which a run under way pumps under these permits anyway, so that this run adds no hour to their days. */
  permitFreeSlots?: ReadonlySet<number>;
  /** What its permits leave of each month, when a month ends within the plan: the run rests until the next one. */
  permitMonths?: readonly PermitBudget[];
  flowM3h: number;
  pumpKw: number;
  /** Hours until the first of its sectors reaches stress. */
  hoursToCritical: number;
  /** R$ of lost yield without water, cumulated per hour from the start of the plan; its last value continues. */
  lostBrlByHour: readonly number[];
  /** It already runs and continues until its hours are done. */
  isUnderWay?: boolean;
  /** Of a run under way: the job that remains when it stops now, with the loss of the ground that it has not wetted. */
  resumed?: PlanJob;
  /** Decisions of a person: it starts at this minute or at its first possible slot after it; it runs in rest hours too. */
  chosenStartMinute?: number;
  mayUseRestHours?: boolean;
  /** Part of the recorded Ea that each hour of the farm's clock leaves, from minute 0 on; the rest is pumped again. */
  efficiencyParts?: readonly (number | undefined)[];
  /** Minutes in which it is out of service; without an end where that is unknown. */
  outOfService?: readonly { fromMinute: number; untilMinute?: number }[];
  /** Hours of water that the person left out; they are charged like hours beyond the plan. */
  omittedHours?: number;
}

export interface WaterSource {
  id: string;
  flowM3h?: number;
  kw?: number;
}

/**
 * The remaining limits of a permit; absent: unlimited. Volume and days are those of the month of the plan's first day.
 */
export interface PermitLimit {
  id: string;
  m3h?: number;
  hoursDay?: number;
  /** Hours already pumped on the plan's first day. */
  hoursUsedToday?: number;
  m3Left?: number;
  /** Remaining days of use; today counts only if it was not used yet (`isUsedToday`). */
  daysLeft?: number;
  isUsedToday?: boolean;
  /** The month that begins at a minute of the farm's clock within the plan, with what the permit leaves of it. */
  nextMonth?: { startMinute: number; m3Left?: number; daysLeft?: number };
  /** It is no longer valid. */
  isExpired?: boolean;
  /** It is valid until this minute of the farm's clock. */
  endsMinute?: number;
}

/** What a permit leaves of a calendar month, from one minute of the farm's clock to another; infinite without a limit. */
export interface PermitMonth {
  fromMinute: number;
  toMinute: number;
  m3Left: number;
  daysLeft: number;
}

/** The same for one machine, in hours of its pump. `usedDays`: days of the month that count as used in any case. */
export interface PermitBudget extends Omit<PermitMonth, "m3Left"> {
  hoursLeft: number;
  usedDays: ReadonlySet<number>;
}

/** The contract with the energy company: power above it costs R$ per kW. */
export interface DemandContract {
  kw: number;
  brlKw: number;
}

export interface PlanProblem {
  jobs: readonly PlanJob[];
  slots: readonly Slot[];
  sources: readonly WaterSource[];
  permits: readonly PermitLimit[];
  contract?: DemandContract;
  waterBrlM3: number;
}

export interface RunOption {
  start: number;
  slots: readonly number[];
  hoursDone: number;
  costBrl: number;
}
