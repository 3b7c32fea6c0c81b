/** Area in ha swept by a pivot of a radius in m through an angle in degrees. */
export function pivotArea(radiusM: number, angleDeg = 360): number {
  return (Math.PI * radiusM ** 2 * (angleDeg / 360)) / 1e4;
}

/** Degrees from one angle clockwise to another; equal angles mean the full circle. */
export function sweptAngle(startDeg: number, endDeg: number): number {
  const swept = (((endDeg - startDeg) % 360) + 360) % 360;
  return swept === 0 ? 360 : swept;
}

/** Hours of a revolution at 100 %: the last tower's radius in m, the angle in degrees, its speed at 100 % in m/h. */
export function revolutionHoursAt100(lastTowerM: number, speed100MH: number, angleDeg = 360): number {
  return (2 * Math.PI * lastTowerM * (angleDeg / 360)) / speed100MH;
}

/** Gross depth in mm of a revolution at 100 %: flow in m³/h for `time100H` hours over an area in ha. */
export function depthAt100(flowM3h: number, time100H: number, areaHa: number): number {
  return (flowM3h * time100H) / (10 * areaHa);
}

/** Gross depth (LB) in mm from the net depth (LL) in mm and the application efficiency in %. */
export function grossDepth(netMm: number, efficiencyPct: number): number {
  return netMm / (efficiencyPct / 100);
}

/** Net depth (LL) in mm that a gross depth (LB) in mm brings into the soil. */
export function netDepth(grossMm: number, efficiencyPct: number): number {
  return grossMm * (efficiencyPct / 100);
}

/** Panel setting in % that gives a gross depth in mm, at most 100; exact, not yet rounded. */
export function percentFor(grossMm: number, depth100Mm: number): number {
  return Math.min(100, (100 * depth100Mm) / grossMm);
}

/** Gross depth in mm of a revolution at a panel setting in %. */
export function depthAt(percent: number, depth100Mm: number): number {
  return (100 * depth100Mm) / percent;
}

/** Hours of a revolution (TV) at a panel setting in %. */
export function revolutionHours(percent: number, time100H: number): number {
  return (100 * time100H) / percent;
}

/** Volume in m³ of a depth in mm over an area in ha. */
export function volumeOf(depthMm: number, areaHa: number): number {
  return 10 * depthMm * areaHa;
}

/** Gross depth in mm/d that a flow in m³/h gives an area in ha in the allowed hours of a day. */
export function dailyCapacity(flowM3h: number, areaHa: number, hoursDay: number): number {
  return (flowM3h * hoursDay) / (10 * areaHa);
}

/** Days that a run of some hours takes with the allowed hours per day. */
export function daysToRun(hours: number, hoursDay: number): number {
  return hours / hoursDay;
}

/** Irrigation interval TR in days: readily available water in mm over the crop's use in mm/d. */
export function irrigationInterval(raw: number, etc: number): number {
  return etc > 0 ? raw / etc : Number.POSITIVE_INFINITY;
}

/** Whether the machine keeps up: whether a revolution, within the allowed hours per day, ends within the interval. */
export function isWithinInterval(hoursRev: number, hoursDay: number, intervalDays: number): boolean {
  return daysToRun(hoursRev, hoursDay) <= intervalDays;
}

/** The panel setting that applies at least the requested depth. */
export interface PanelSetting {
  /** Whole percent, rounded down, within the panel's limits. */
  percent: number;
  /** Revolutions; more than one when the slowest setting gives less than requested. */
  passes: number;
  /** Gross depth in mm over all passes, never below the requested one. */
  grossMm: number;
  /** Hours of all passes. */
  hours: number;
  /** Set when a limit of the panel applied: 100 % gives more than requested, or the slowest setting needs several passes. */
  limitedBy?: "fastest" | "slowest";
}

/** Rounding slack: 30 % computed as 29.9999999 is 30 %. */
const PERCENT_SLACK = 1e-9;

/**
 * Panel setting for a gross depth in mm > 0. The percentage is rounded DOWN, because slower means never less water than
 * requested.
 */
export function panelSetting(grossMm: number, depth100Mm: number, time100H: number, minPercent: number): PanelSetting {
  const slowest = Math.max(1, Math.ceil(minPercent));
  const passes = Math.max(1, Math.ceil(grossMm / depthAt(slowest, depth100Mm) - PERCENT_SLACK));
  const exact = percentFor(grossMm / passes, depth100Mm);
  const percent = Math.max(slowest, Math.floor(exact + PERCENT_SLACK));
  const setting = {
    percent,
    passes,
    grossMm: passes * depthAt(percent, depth100Mm),
    hours: passes * revolutionHours(percent, time100H),
  };
  if (passes > 1) return { ...setting, limitedBy: "slowest" };
  return grossMm < depth100Mm ? { ...setting, limitedBy: "fastest" } : setting;
}
