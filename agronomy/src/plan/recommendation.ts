import { hoursToCritical, type OutlookDay, projectDepletion } from "../balance/depletion-outlook.ts";
import { calculatedStatus, DEFAULT_WAIT_DAYS, heldStatus, lookAheadUse, type SectorStatus } from "../balance/status.ts";
import type { StageAdvice } from "../crop/stage-rules.ts";
import {
  type Application,
  applicationAt,
  applicationFor,
  type IrrigationMachine,
  runHours,
} from "../machine/application.ts";
import { netCapacity } from "../machine/capacity.ts";
import { irrigationInterval, volumeOf } from "../machine/pivot.ts";
import { type IrrigationRun, placeRun } from "./irrigation-run.ts";
import {
  allowedHoursDay,
  DAY_MINUTES,
  type FarmClock,
  instantAt,
  type TariffWindow,
  tariffTimeline,
} from "./tariff.ts";
import { lostByWaiting, type RainWait, rainWorthWaiting, roomForRain } from "./waiting.ts";

/** Why there is no recommendation: the data that is missing, too old or contradicted. */
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

/** The cost of water and of its lack on this sector. */
export interface Worth {
  /** R$ per mm and ha of lost evapotranspiration. */
  lossBrlMmHa: number;
  /** R$ per m³ of water drawn. */
  waterBrlM3: number;
}

export interface RecommendationInput {
  active: boolean;
  blockers: readonly Blocker[];
  /** The current state, mm: yesterday's depletion minus the water that came since. */
  dr: number;
  raw: number;
  taw: number;
  dp: number;
  /** From today on. */
  outlook: readonly OutlookDay[];
  /** Use for the look-ahead of the yellow rule, mm/d; the outlook's first day by default. */
  expectedEtc?: number;
  machine: IrrigationMachine;
  tariff: readonly TariffWindow[];
  clock: FarmClock;
  waitDays?: number;
  stage?: StageAdvice;
  worth?: Worth;
  /** The previous status, when no water came since: it improves only across this margin, % of the readily available water. */
  held?: { status: SectorStatus; marginPct: number };
  /** Use of the season's peak stage, mm/d. */
  peakEtc?: number;
  /** The setting of a run that is shared with other sectors; replaces the sector's own. */
  setting?: { percent: number; passes: number };
}

/** irrigate: today · wait: not yet, or for the forecast rain · none: nothing in sight · nodata: blocked. */
type RecommendedAction = "irrigate" | "wait" | "none" | "nodata";

export interface Recommendation extends Omit<Application, "hours" | "limitedBy"> {
  action: RecommendedAction;
  status: SectorStatus;
  /** Hours of all passes over the whole circle (TV), and of the sector's share of them. */
  hoursRev: number;
  hoursTotal: number;
  /** Of the sector's share: the part within the next 24 h, and the rest. */
  hoursToday: number;
  hoursLeft: number;
  volumeM3: number;
  energyKwh: number;
  /** R$ of energy and water: total, and within the next 24 h. */
  costBrl: number | null;
  costTodayBrl: number | null;
  startAt: string | null;
  endAt: string | null;
  /** Hours without water between start and end. */
  pauses: { from: string; to: string }[];
  hoursToCritical: number;
  /** Whole days from today until the next decision, or until the sector turns yellow; null beyond the outlook. */
  waitDays: number | null;
  /** The rain that justifies the wait. */
  rainWait: RainWait | null;
  /** While waiting: the gross depth in mm if no rain falls until then. */
  otherwiseMm: number | null;
  keepsUp: boolean;
  /** R$ per mm of lost evapotranspiration, and R$ lost by waiting one day. */
  lossBrlMm: number;
  waitCostBrl: number;
  reasons: Reason[];
  blockedBy: string | null;
}

/** How far ahead a run may be placed, days: the slowest passes with few hours a day. */
const PLANNING_DAYS = 14;
/** Least net water that is worth starting a machine, mm. */
const LEAST_NET_MM = 1;
/** Energy without a tariff price, R$/kWh; and the least cost of a mm on a ha without a known pump, R$. */
const UNKNOWN_BRL_KWH = 0.5;
const LEAST_BRL_MM_HA = 1;
/** R$ per mm and ha for an unknown crop: an ordinary grain crop. */
const DEFAULT_WORTH: Worth = { lossBrlMmHa: 15, waterBrlM3: 0 };

/**
 * The recommendation for a sector now, from the balance, the outlook and the machine, with its reasons as data. Stale
 * or contradicted data never give a recommendation. It waits for forecast rain when that pays on average; a wait has a
 * date and a limit.
 */
export function recommend(input: RecommendationInput): Recommendation {
  const { dr, raw, taw, outlook, machine, stage } = input;
  if (!input.active) return nothing("none", "fallow", [{ key: "fallow", value: null, unit: "" }]);
  const blocker = input.blockers[0];
  if (blocker) {
    const reasons = input.blockers.map((other) => ({ ...other, value: null, unit: "" }));
    return { ...nothing("nodata", "nodata", reasons), blockedBy: blocker.key };
  }
  const hoursDay = allowedHoursDay(input.tariff, machine.maxHoursDay);
  const nowHour = input.clock.nowMinute / 60;
  const etc = input.expectedEtc ?? outlook[0]?.etc ?? 0;
  const trigger = raw * (stage?.trigger ?? 1);
  const whole = applicationFor(Math.min(dr, stage?.mostNetMm ?? dr), machine);
  const elapsedOf = (application: Application) =>
    (runHours({ hours: application.hours / Math.max(1, application.passes) }, machine) * 24) / hoursDay;
  const ahead = {
    etc,
    hoursRev: ((whole.hours / Math.max(1, whole.passes)) * 24) / hoursDay,
    waitDays: input.waitDays ?? DEFAULT_WAIT_DAYS,
  };
  const bare = calculatedStatus({ active: true, fresh: true, dr, raw, trigger, dp: input.dp, ...ahead });
  const status = input.held ? heldStatus(bare, { dr, raw: trigger, ahead: lookAheadUse(ahead), ...input.held }) : bare;

  const worth = input.worth ?? DEFAULT_WORTH;
  const lossBrlMm = worth.lossBrlMmHa * machine.areaHa;
  const needed = status === "stress" || status === "irrigate";
  const room = needed ? roomForRain({ dr, raw, taw }, outlook, Math.ceil(elapsedOf(whole) / 24) + 1) : 0;
  const wanted = Math.min(dr - room, stage?.mostNetMm ?? Number.POSITIVE_INFINITY);
  const application =
    wanted < LEAST_NET_MM
      ? applicationFor(0, machine)
      : input.setting
        ? applicationAt(input.setting, wanted, machine)
        : applicationFor(wanted, machine);
  const waitCost = lostByWaiting({ dr, raw, taw }, outlook, { nowHour, elapsedHours: elapsedOf(application) });
  const hours = runHours(application, machine);
  const run = placeSoon(input, hours, hoursToCritical(dr, raw, outlook, nowHour));
  const volumeM3 = volumeOf(application.grossMm, machine.areaHa);
  // A missing price must not change the decision.
  const energyBrl = run?.costBrl || hours * machine.pumpKw * UNKNOWN_BRL_KWH;
  const allBrl = Math.max(
    energyBrl + volumeM3 * worth.waterBrlM3,
    LEAST_BRL_MM_HA * application.grossMm * machine.areaHa,
  );
  const capacity = netCapacity({ ...machine, areaHa: wholeArea(machine), hoursDay });
  const rainWait =
    needed && application.netMm > 0
      ? rainWorthWaiting({
          dr,
          raw,
          taw,
          outlook,
          nowHour,
          elapsedHours: elapsedOf(application),
          lossBrlMm,
          costBrlMm: allBrl / application.netMm,
          netMm: Math.min(dr, stage?.mostNetMm ?? dr),
          capacityMmDay: capacity,
        })
      : null;
  const isHarvestPending = stage?.isHarvestPending ?? false;
  const week = outlook.length > 0 ? outlook.reduce((sum, day) => sum + day.etc, 0) / outlook.length : etc;
  const demand = Math.max(week, input.peakEtc ?? 0);
  const common = {
    status,
    hoursToCritical: hoursToCritical(dr, raw, outlook, nowHour),
    keepsUp: capacity >= demand,
    lossBrlMm,
    waitCostBrl: Math.max(0, waitCost) * lossBrlMm,
    reasons: [
      { key: "dr", value: dr, unit: "mm", source: "balance" },
      { key: "raw", value: raw, unit: "mm", source: "balance" },
      ...(trigger < raw ? [{ key: "trigger", value: trigger, unit: "mm", source: "crop" }] : []),
      { key: "etc", value: etc, unit: "mm/d", source: "balance" },
      { key: "lookAhead", value: lookAheadUse(ahead), unit: "mm", source: "balance" },
      ...rainReasons(outlook, rainWait, room),
      ...(isHarvestPending ? [{ key: "harvestPending", value: null, unit: "", source: "season" }] : []),
      ...(stage?.limit ? [{ key: `limit-${stage.limit}`, value: stage.mostNetMm, unit: "mm", source: "crop" }] : []),
      ...(application.limitedBy === "lightest"
        ? [{ key: "panelLimit", value: "lightest", unit: "", source: "machine" }]
        : []),
      { key: "interval", value: irrigationInterval(raw, etc), unit: "d", source: "balance" },
      { key: "capacity", value: capacity, unit: "mm/d", source: "machine" },
      { key: "demand", value: demand, unit: "mm/d", source: input.peakEtc === demand ? "crop" : "forecast" },
      { key: "lossPerMm", value: lossBrlMm, unit: "R$/mm", source: "crop" },
      { key: "waitCost", value: Math.max(0, waitCost) * lossBrlMm, unit: "R$", source: "crop" },
    ] satisfies Reason[],
  };

  if (isHarvestPending) return { ...nothing("none", status, []), ...common, waitDays: null };
  if (!needed || application.netMm <= 0) {
    const waitDays = needed ? null : daysUntilYellow(input, lookAheadUse(ahead), trigger);
    return { ...nothing(waitDays === null ? "none" : "wait", status, []), ...common, waitDays };
  }
  if (rainWait !== null) {
    const then = dr + outlook.slice(0, rainWait.days).reduce((sum, day) => sum + day.etc, 0);
    const later = applicationFor(Math.min(taw, then, stage?.mostNetMm ?? then), machine);
    return { ...nothing("wait", status, []), ...common, waitDays: rainWait.days, rainWait, otherwiseMm: later.grossMm };
  }
  const { limitedBy, hours: hoursRev, ...depths } = application;
  const chain: Reason[] = [
    { key: "net", value: application.netMm, unit: "mm", source: "balance" },
    { key: "efficiency", value: machine.efficiencyPct, unit: "%", source: "machine" },
    { key: "gross", value: application.grossMm, unit: "mm", source: "machine" },
    ...(limitedBy ? [{ key: "panelLimit", value: limitedBy, unit: "", source: "machine" }] : []),
    ...(limitedBy === "soil"
      ? [{ key: "passLimit", value: machine.passLimitMm ?? null, unit: "mm", source: "soil" }]
      : []),
    { key: "passes", value: application.passes, unit: "", source: "machine" },
    { key: "depthPerPass", value: application.depthPerPassMm, unit: "mm", source: "machine" },
    ...(application.leftMm > LEAST_NET_MM
      ? [{ key: "deficitLeft", value: application.leftMm, unit: "mm", source: "machine" }]
      : []),
    ...(application.percent === null
      ? []
      : [{ key: "percent", value: application.percent, unit: "%", source: "machine" }]),
    { key: "hoursRev", value: hoursRev, unit: "h", source: "machine" },
    { key: "daysToRun", value: hours / hoursDay, unit: "d", source: "machine" },
  ];
  return {
    ...nothing("irrigate", status, []),
    ...common,
    ...depths,
    hoursRev,
    hoursTotal: hours,
    volumeM3,
    energyKwh: hours * machine.pumpKw,
    waitDays: 0,
    reasons: [...common.reasons, ...chain],
    ...timing(input.clock, run, hours, machine, worth.waterBrlM3),
  };
}

/** Area in ha of the whole system; the sector is a part of it. */
const wholeArea = ({ areaHa, panel }: IrrigationMachine) => areaHa / Math.max(1e-6, panel?.part ?? 1);

function rainReasons(outlook: readonly OutlookDay[], wait: RainWait | null, room: number): Reason[] {
  const days = outlook.slice(0, 3);
  const rain = days.reduce((sum, { rainEff }) => sum + rainEff, 0);
  const expected = days.reduce((sum, { rainEff, rainChance = 1 }) => sum + rainEff * rainChance, 0);
  return [
    { key: "rainForecast", value: wait?.rainMm ?? rain, unit: "mm", source: "forecast" },
    { key: "rainExpected", value: wait?.expectedMm ?? expected, unit: "mm", source: "forecast" },
    ...(room > 0 ? [{ key: "roomForRain", value: room, unit: "mm", source: "forecast" }] : []),
    ...(wait
      ? [
          { key: "waitSaves", value: wait.savedBrl, unit: "R$", source: "forecast" },
          { key: "waitRisks", value: wait.riskedBrl, unit: "R$", source: "crop" },
        ]
      : []),
  ];
}

/** Whole days from today until the rule turns yellow without rain; null beyond the outlook. */
function daysUntilYellow({ dr, taw, outlook }: RecommendationInput, ahead: number, trigger: number): number | null {
  const index = projectDepletion(dr, taw, outlook, false).findIndex((level) => level + ahead >= trigger);
  return index < 0 ? null : index + 1;
}

function placeSoon({ clock, tariff, machine }: RecommendationInput, hours: number, critical: number) {
  if (hours <= 0) return undefined;
  const timeline = tariffTimeline(tariff, clock.weekday, PLANNING_DAYS);
  const request = { fromMinute: clock.nowMinute, hours, pumpKw: machine.pumpKw, maxHoursDay: machine.maxHoursDay };
  const deadline = Math.max(clock.nowMinute + critical * 60, clock.nowMinute + DAY_MINUTES);
  return placeRun(timeline, request, deadline);
}

function timing(
  clock: FarmClock,
  run: IrrigationRun | undefined,
  hours: number,
  machine: IrrigationMachine,
  waterBrlM3: number,
) {
  if (!run) return { startAt: null, endAt: null, hoursToday: 0, hoursLeft: hours };
  const water = waterBrlM3 * machine.flowM3h;
  const until = clock.nowMinute + DAY_MINUTES;
  const today = run.segments.filter(({ startMinute }) => startMinute < until);
  const minutes = today.reduce((sum, one) => sum + Math.min(one.endMinute, until) - one.startMinute, 0);
  const energyToday = today.reduce<number | null>((sum, one) => {
    const length = Math.min(one.endMinute, until) - one.startMinute;
    return sum === null || one.brlKwh === null ? null : sum + (length / 60) * machine.pumpKw * one.brlKwh;
  }, 0);
  return {
    startAt: instantAt(clock, run.startMinute),
    endAt: instantAt(clock, run.endMinute),
    pauses: run.segments.slice(1).flatMap((segment, index) => {
      const from = run.segments[index]?.endMinute ?? segment.startMinute;
      return segment.startMinute > from
        ? [{ from: instantAt(clock, from), to: instantAt(clock, segment.startMinute) }]
        : [];
    }),
    hoursToday: Math.min(hours, minutes / 60),
    hoursLeft: Math.max(0, hours - minutes / 60),
    costBrl: run.costBrl === null ? null : run.costBrl + water * hours,
    costTodayBrl: energyToday === null ? null : energyToday + (water * minutes) / 60,
  };
}

function nothing(action: RecommendedAction, status: SectorStatus, reasons: Reason[]): Recommendation {
  return {
    action,
    status,
    netMm: 0,
    grossMm: 0,
    percent: null,
    passes: 0,
    depthPerPassMm: 0,
    leftMm: 0,
    hoursRev: 0,
    hoursTotal: 0,
    hoursToday: 0,
    hoursLeft: 0,
    volumeM3: 0,
    energyKwh: 0,
    costBrl: null,
    costTodayBrl: null,
    startAt: null,
    endAt: null,
    pauses: [],
    hoursToCritical: Number.POSITIVE_INFINITY,
    waitDays: null,
    rainWait: null,
    otherwiseMm: null,
    keepsUp: true,
    lossBrlMm: 0,
    waitCostBrl: 0,
    reasons,
    blockedBy: null,
  };
}
