import { depthAt, grossDepth, netDepth, type PanelSetting, panelSetting, revolutionHours, volumeOf } from "./pivot.ts";

/** The machine that applies the water. */
export interface IrrigationMachine {
  areaHa: number;
  flowM3h: number;
  efficiencyPct: number;
  maxHoursDay: number;
  /** A permit sets these hours; the plan gives that answer. */
  isHeldByPermit?: boolean;
  pumpKw: number;
  /** Share of the pumped depth that catch cans caught; 1 by default. */
  groundPart?: number;
  /** Share of the mean depth that the driest quarter gets, when the depth is to cover its need too; 1 by default. */
  driestPart?: number;
  /** A pivot or linear machine, whose speed sets the depth; absent for sprinkler and drip, where the hours set it. */
  panel?: {
    depth100Mm: number;
    time100H: number;
    minPercent: number;
    /** The area's share of the revolution; 1 by default. */
    part?: number;
  };
  /** Maximum gross depth of one pass in mm, by the soil's intake or the ceiling; no limit when absent. */
  passLimitMm?: number;
  /** Maximum passes of one recommendation: the rest remains a deficit until the next decision. */
  mostPasses?: number;
  /** Minimum gross depth in mm that is worth a start; that of sprinklers and pivots by default. */
  leastMm?: number;
}

/** How a net depth is applied; with a panel, `hours` are those of whole revolutions (TV, of all passes). */
export interface Application {
  netMm: number;
  grossMm: number;
  percent: number | null;
  passes: number;
  /** Gross depth of each pass, mm. */
  depthPerPassMm: number;
  hours: number;
  /** Net depth that was requested and is not applied: it remains a deficit, mm. */
  leftMm: number;
  limitedBy?: "fastest" | "slowest" | "soil" | "lightest" | "hours";
}

/** Default maximum of passes of one recommendation (†). */
const DEFAULT_MOST_PASSES = 3;
/** Minimum gross depth worth a start, mm (†): of less, a large part stays on the leaves. A start value. */
export const DEFAULT_LEAST_MM = 4;
/** Maximum depth in mm, and hours, of a single irrigation record that the API accepts. */
const MAX_GROSS_MM = 100;
const MAX_HOURS = 240;

/** Minimum depth of a pass, mm: less only wets leaves. */
const MIN_PASS_MM = 1;

/**
 * Passes, setting and hours that bring a net depth in mm into the soil. A pass is no deeper than the soil can take in
 * without runoff; a greater depth is split into passes. The depth beyond the maximum number of passes remains a deficit
 * (`leftMm`). With `driestPart` the depth is LL ÷ (Ea × DUlq) (Merriam & Keller 1978): Ea has the losses on the way to the
 * soil and DUlq the uneven spread, so the mean depth, `netMm`, exceeds the need.
 */
export function applicationFor(netMm: number, machine: IrrigationMachine): Application {
  const { panel, efficiencyPct, driestPart = 1 } = machine;
  const nothing = { netMm: 0, grossMm: 0, percent: null, passes: 0, depthPerPassMm: 0, hours: panel?.time100H ?? 0 };
  if (!(netMm > 0)) return { ...nothing, leftMm: 0 };
  // A panel with a lightest pass above the API's limit is misconfigured, so it gets no recommendation.
  if (panel && panel.depth100Mm > MAX_GROSS_MM) return { ...nothing, leftMm: netMm, limitedBy: "lightest" };
  // A machine that needs more than the longest run for the minimum depth cannot irrigate.
  if (MAX_HOURS < hoursFor(machine.leastMm ?? DEFAULT_LEAST_MM, machine))
    return { ...nothing, leftMm: netMm, limitedBy: "hours" };
  const neededMm = grossDepth(netMm / driestPart, efficiencyPct);
  const application = panel ? byPanel(neededMm, machine, panel) : byHours(neededMm, machine);
  const net = netDepth(application.grossMm, efficiencyPct);
  return { ...application, netMm: net, leftMm: Math.max(0, netMm - net * driestPart) };
}

/** Hours of a gross depth in mm, over the whole circle of a panel. */
export function hoursFor(grossMm: number, { panel, areaHa, flowM3h }: IrrigationMachine): number {
  return panel ? (panel.time100H * grossMm) / panel.depth100Mm : volumeOf(grossMm, areaHa) / flowM3h;
}

type Gross = Omit<Application, "netMm" | "leftMm">;

function byPanel(neededMm: number, machine: IrrigationMachine, panel: NonNullable<IrrigationMachine["panel"]>): Gross {
  const { depth100Mm, time100H, minPercent } = panel;
  const limit = Math.min(machine.passLimitMm ?? Number.POSITIVE_INFINITY, MAX_GROSS_MM);
  // 100 % is the fastest setting: a limit below its depth leaves the lightest pass.
  const bySoil = Math.min(100, Math.ceil((100 * depth100Mm) / limit - 1e-9));
  const slowest = Math.max(1, Math.ceil(minPercent), bySoil);
  // The API's limits on recorded depth and hours also apply.
  const maxMm = Math.min(
    (machine.mostPasses ?? DEFAULT_MOST_PASSES) * depthAt(slowest, depth100Mm),
    MAX_GROSS_MM,
    (MAX_HOURS * depth100Mm) / time100H,
  );
  const setting = settingWithin(
    maxMm,
    panelSetting(Math.min(neededMm, maxMm), depth100Mm, time100H, slowest),
    panel,
    slowest,
  );
  const { percent, passes, grossMm, hours } = setting;
  const limitedBy = setting.limitedBy === "slowest" && bySoil > minPercent ? "soil" : setting.limitedBy;
  return { grossMm, percent, passes, depthPerPassMm: grossMm / passes, hours, ...(limitedBy && { limitedBy }) };
}

function byHours(neededMm: number, machine: IrrigationMachine): Gross {
  const hoursOf = (mm: number) => volumeOf(mm, machine.areaHa) / machine.flowM3h;
  const { passLimitMm = Number.POSITIVE_INFINITY, mostPasses = DEFAULT_MOST_PASSES } = machine;
  const recordable = Math.min(MAX_GROSS_MM, MAX_HOURS / hoursOf(1));
  const deepest = Math.max(MIN_PASS_MM, Math.min(passLimitMm, recordable));
  const grossMm = Math.min(neededMm, mostPasses * deepest, recordable);
  const passes = Math.max(1, Math.ceil(grossMm / deepest - 1e-9));
  const isLimited = passes > 1 || mostPasses * passLimitMm < neededMm;
  return {
    grossMm,
    percent: null,
    passes,
    depthPerPassMm: grossMm / passes,
    hours: hoursOf(grossMm),
    ...(isLimited && { limitedBy: "soil" }),
  };
}

/** The setting, one percent faster or with a pass less where its whole percent or its lightest passes exceed a limit in mm. */
function settingWithin(
  maxMm: number,
  setting: PanelSetting,
  { depth100Mm, time100H }: NonNullable<IrrigationMachine["panel"]>,
  slowest: number,
): PanelSetting {
  if (setting.grossMm <= maxMm + 1e-9) return setting;
  if (setting.percent < 100) return faster(setting, depth100Mm, time100H);
  if (setting.passes <= 1) return setting;
  return panelSetting((setting.passes - 1) * depthAt(slowest, depth100Mm), depth100Mm, time100H, slowest);
}

/** One percent faster, because rounding down must not exceed a limit. */
function faster({ percent, passes, ...rest }: PanelSetting, depth100Mm: number, time100H: number): PanelSetting {
  const next = percent + 1;
  return {
    ...rest,
    percent: next,
    passes,
    grossMm: passes * depthAt(next, depth100Mm),
    hours: passes * revolutionHours(next, time100H),
  };
}

/** The application at a given setting that a panel shares with others, for a requested net depth in mm. */
export function applicationAt(
  { percent, passes }: { percent: number; passes: number },
  netMm: number,
  { panel, efficiencyPct, driestPart = 1 }: IrrigationMachine,
): Application {
  if (panel === undefined) throw new RangeError("Only a panel has a setting.");
  const depthPerPassMm = depthAt(percent, panel.depth100Mm);
  const grossMm = passes * depthPerPassMm;
  const net = netDepth(grossMm, efficiencyPct);
  const hours = passes * revolutionHours(percent, panel.time100H);
  return { netMm: net, grossMm, percent, passes, depthPerPassMm, hours, leftMm: Math.max(0, netMm - net * driestPart) };
}

/** Hours for the area alone: its share of the revolutions. */
export function runHours(application: Pick<Application, "hours">, machine: IrrigationMachine): number {
  return application.hours * (machine.panel?.part ?? 1);
}
