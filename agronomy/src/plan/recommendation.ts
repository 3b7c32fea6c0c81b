import { hoursToCritical, type OutlookDay, projectDepletion } from "../balance/depletion-outlook.ts";
import { calculatedStatus, DEFAULT_WAIT_DAYS, lookAheadUse, type SectorStatus } from "../balance/status.ts";
import {
  daysToRun,
  grossDepth,
  irrigationInterval,
  keepsUp,
  netDepth,
  panelSetting,
  volumeOf,
} from "../machine/pivot.ts";
import { type IrrigationRun, placeRun } from "./irrigation-run.ts";
import { DAY_MINUTES, type FarmClock, instantAt, type TariffWindow, tariffTimeline } from "./tariff.ts";

/** How the water is put on. */
export interface IrrigationMachine {
  areaHa: number;
  flowM3h: number;
  efficiencyPct: number;
  maxHoursDay: number;
  pumpKw: number;
  /** A pivot or linear machine, whose speed sets the depth; absent for sprinkler and drip, whose hours do. */
  panel?: {
    depth100Mm: number;
    time100H: number;
    minPercent: number;
    /** Share of the revolution that the area takes; 1 by default. */
    part?: number;
  };
}

/** Why no recommendation can be given: the data that is missing or too old. */
export interface Blocker {
  key: string;
  source?: string;
  /** When that data was last received, ISO instant. */
  at?: string;
}

/** One fact behind a recommendation. */
interface Reason {
  key: string;
  value: number | string | null;
  unit: string;
  source?: string;
  at?: string;
}

export interface RecommendationInput {
  active: boolean;
  blockers: readonly Blocker[];
  /** Yesterday's row, mm. */
  dr: number;
  raw: number;
  taw: number;
  dp: number;
  /** From today on. */
  outlook: readonly OutlookDay[];
  /** Use that the yellow rule looks ahead with, mm/d; the outlook's first day by default. */
  expectedEtc?: number;
  machine: IrrigationMachine;
  tariff: readonly TariffWindow[];
  clock: FarmClock;
  waitDays?: number;
  /** Depletion left on purpose, so that rain finds room, mm. */
  leaveMm?: number;
}

/** irrigate: today · wait: not yet, until `waitUntil` or for the forecast rain · none: nothing in sight · nodata: blocked. */
type RecommendedAction = "irrigate" | "wait" | "none" | "nodata";

export interface Recommendation {
  action: RecommendedAction;
  status: SectorStatus;
  /** Net (LL) and gross depth (LB), mm; panel %, hours of the whole application, m³, kWh, R$. */
  netMm: number;
  grossMm: number;
  percent: number | null;
  passes: number;
  hoursRev: number;
  volumeM3: number;
  energyKwh: number;
  costBrl: number | null;
  startAt: string | null;
  endAt: string | null;
  hoursToCritical: number;
  /** Whole days from today until the sector turns yellow; null where the outlook does not show it. */
  waitDays: number | null;
  keepsUp: boolean;
  reasons: Reason[];
  blockedBy: string | null;
}

/** How far a run may be laid out, days: the slowest revolution with few hours a day. */
const PLANNING_DAYS = 14;

/**
 * What to do with a sector this morning, from yesterday's balance, the outlook and the machine, with its reasons as data.
 * Stale data never yields a recommendation; forecast rain can postpone an irrigation but not one that is overdue.
 */
export function recommend(input: RecommendationInput): Recommendation {
  const { dr, raw, taw, outlook, machine } = input;
  const blocker = input.blockers[0];
  if (!input.active) return nothing("none", "fallow", [{ key: "fallow", value: null, unit: "" }]);
  if (blocker) {
    const reasons = input.blockers.map((other) => ({ ...other, value: null, unit: "" }));
    return { ...nothing("nodata", "nodata", reasons), blockedBy: blocker.key };
  }
  const application = applicationFor(Math.max(0, dr - (input.leaveMm ?? 0)), machine);
  const etc = input.expectedEtc ?? outlook[0]?.etc ?? 0;
  const ahead = { etc, hoursRev: application.hours, waitDays: input.waitDays ?? DEFAULT_WAIT_DAYS };
  const status = calculatedStatus({ active: true, fresh: true, dr, raw, dp: input.dp, ...ahead });
  const critical = hoursToCritical(dr, raw, outlook);
  const interval = irrigationInterval(raw, etc);
  const days = Math.ceil(ahead.waitDays + application.hours / 24);
  const rain = outlook.slice(0, days).reduce((sum, day) => sum + day.rainEff, 0);
  const coveredByRain =
    projectDepletion(dr, taw, outlook.slice(0, days), true).every((level) => level < raw) && rain > 0;
  const needed = status === "stress" || status === "irrigate";
  const action = needed ? (status === "irrigate" && coveredByRain ? "wait" : "irrigate") : "none";
  const waitDays = daysUntilYellow(input, lookAheadUse(ahead));
  const common = {
    status,
    hoursToCritical: critical,
    waitDays: needed ? 0 : waitDays,
    keepsUp: keepsUp(application.hours, machine.maxHoursDay, interval),
    reasons: [
      { key: "dr", value: dr, unit: "mm", source: "balance" },
      { key: "raw", value: raw, unit: "mm", source: "balance" },
      { key: "etc", value: etc, unit: "mm/d", source: expectationOf(input) },
      { key: "lookAhead", value: lookAheadUse(ahead), unit: "mm", source: expectationOf(input) },
      { key: "rainForecast", value: rain, unit: "mm", source: "forecast" },
      { key: "hoursRev", value: application.hours, unit: "h", source: "machine" },
      { key: "interval", value: interval, unit: "d", source: "balance" },
      { key: "daysToRun", value: daysToRun(application.hours, machine.maxHoursDay), unit: "d", source: "machine" },
      ...(application.limitedBy
        ? [{ key: "panelLimit", value: application.limitedBy, unit: "", source: "machine" }]
        : []),
    ],
  };
  if (action !== "irrigate") {
    return { ...nothing(action === "none" && waitDays !== null ? "wait" : action, status, []), ...common };
  }
  const hours = runHours(application, machine);
  const run = placeToday(input, hours, critical);
  return {
    ...nothing("irrigate", status, []),
    ...common,
    ...depths(application, machine),
    energyKwh: hours * machine.pumpKw,
    ...timing(input.clock, run),
  };
}

const expectationOf = ({ expectedEtc }: RecommendationInput) => (expectedEtc === undefined ? "forecast" : "balance");

/** How a net depth is put on; `hours` are those of whole revolutions (TV) where a panel sets the depth. */
export interface Application {
  netMm: number;
  grossMm: number;
  percent: number | null;
  passes: number;
  hours: number;
  limitedBy?: "fastest" | "slowest";
}

/** Gross depth, setting and hours that put a net depth in mm into the soil. */
export function applicationFor(netMm: number, machine: IrrigationMachine): Application {
  const gross = grossDepth(netMm, machine.efficiencyPct);
  if (netMm <= 0) return { netMm: 0, grossMm: 0, percent: null, passes: 0, hours: machine.panel?.time100H ?? 0 };
  if (!machine.panel) {
    return {
      netMm,
      grossMm: gross,
      percent: null,
      passes: 1,
      hours: volumeOf(gross, machine.areaHa) / machine.flowM3h,
    };
  }
  const { depth100Mm, time100H, minPercent } = machine.panel;
  const setting = panelSetting(gross, depth100Mm, time100H, minPercent);
  return { ...setting, netMm: netDepth(setting.grossMm, machine.efficiencyPct) };
}

/** Hours that the area itself takes: its share of the revolutions. */
export function runHours(application: Pick<Application, "hours">, machine: IrrigationMachine): number {
  return application.hours * (machine.panel?.part ?? 1);
}

/** Whole days from today until the rule turns yellow without rain; null beyond the outlook. */
function daysUntilYellow({ dr, raw, taw, outlook }: RecommendationInput, ahead: number): number | null {
  const index = projectDepletion(dr, taw, outlook, false).findIndex((level) => level + ahead >= raw);
  return index < 0 ? null : index + 1;
}

function placeToday(
  { clock, tariff, machine }: RecommendationInput,
  hours: number,
  critical: number,
): IrrigationRun | undefined {
  const timeline = tariffTimeline(tariff, clock.weekday, PLANNING_DAYS);
  const request = { fromMinute: clock.nowMinute, hours, pumpKw: machine.pumpKw, maxHoursDay: machine.maxHoursDay };
  const deadline = Math.max(clock.nowMinute + critical * 60, clock.nowMinute + DAY_MINUTES);
  return placeRun(timeline, request, deadline);
}

function depths({ netMm, grossMm, percent, passes, hours }: Application, machine: IrrigationMachine) {
  const volumeM3 = volumeOf(grossMm, machine.areaHa);
  return { netMm, grossMm, percent, passes, hoursRev: hours, volumeM3 };
}

function timing(clock: FarmClock, run: IrrigationRun | undefined) {
  if (!run) return { startAt: null, endAt: null, costBrl: null };
  return { startAt: instantAt(clock, run.startMinute), endAt: instantAt(clock, run.endMinute), costBrl: run.costBrl };
}

function nothing(action: RecommendedAction, status: SectorStatus, reasons: Reason[]): Recommendation {
  return {
    action,
    status,
    netMm: 0,
    grossMm: 0,
    percent: null,
    passes: 0,
    hoursRev: 0,
    volumeM3: 0,
    energyKwh: 0,
    costBrl: null,
    startAt: null,
    endAt: null,
    hoursToCritical: Number.POSITIVE_INFINITY,
    waitDays: null,
    keepsUp: true,
    reasons,
    blockedBy: null,
  };
}
