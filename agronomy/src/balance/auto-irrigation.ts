export interface AutoIrrigationRule {
  /** First and last day (days since planting) and weekdays (0 Sunday) on which it may irrigate. */
  fromDay?: number | undefined;
  toDay?: number | undefined;
  weekdays?: readonly number[] | undefined;
  /** Rain of today and the next `fpday - 1` days: from `fpdep` mm (25) on, it cancels the irrigation or reduces its depth. */
  fpday?: number | undefined;
  fpdep?: number | undefined;
  fpact?: "proceed" | "cancel" | "reduce" | undefined;
  /** Depletion above this share of TAW, above these mm, and Ks (of last evening) below this value. */
  mad?: number | undefined;
  madDr?: number | undefined;
  ksc?: number | undefined;
  /** Minimum days since the last irrigation, and since water of at least `evnt` mm (10) arrived. */
  dsli?: number | undefined;
  dsle?: number | undefined;
  evnt?: number | undefined;
  /**
   * Net depth; the last field that is set applies: fixed in mm; down to a depletion in mm or as a share of TAW; the ET
   * less rain of some days, of those since the last irrigation, or since the last water. Without any field, to field
   * capacity.
   */
  ifix?: number | undefined;
  itdr?: number | undefined;
  itfdr?: number | undefined;
  ietrd?: number | undefined;
  ietri?: boolean | undefined;
  ietre?: boolean | undefined;
  ettyp?: "ETa" | "ETc" | undefined;
  /** Share of that depth in %, and the limits of the gross depth in mm. */
  iper?: number | undefined;
  imin?: number | undefined;
  imax?: number | undefined;
  /** Fraction of the surface wetted. */
  fw?: number | undefined;
}

/** A past day, mm: ET, rain that infiltrated, and all water that infiltrated. */
export interface PastDay {
  ETa: number;
  ETc: number;
  netRain: number;
  water: number;
}

export interface MorningState {
  day: number;
  weekday: number;
  /** Last evening's depletion and TAW in mm, and Ks at that depletion. */
  dr: number;
  taw: number;
  ksEvening: number;
  /** Yesterday's actual crop coefficient, and today's ETo in mm. */
  kcActual: number;
  eto: number;
  daysSinceIrrigation: number;
  past: readonly PastDay[];
  /** Rain of today and the days after, mm. */
  rainAhead: readonly number[];
}

/**
 * Gross depth in mm that a rule applies today, undefined when it does not irrigate. The need is last evening's
 * depletion plus today's use, estimated from yesterday's coefficient.
 */
export function autoIrrigation(
  rule: AutoIrrigationRule,
  morning: MorningState,
  efficiencyPct: number,
): number | undefined {
  const expected = sum(morning.rainAhead.slice(0, rule.fpday ?? 0));
  const isRainy = expected >= (rule.fpdep ?? 25);
  if (isRainy && rule.fpact === "cancel") return undefined;
  if (!applies(rule, morning)) return undefined;
  const reduction = isRainy && rule.fpact === "reduce" ? expected : 0;
  const net = Math.max(0, netDepth(rule, morning) - reduction) * ((rule.iper ?? 100) / 100);
  const gross = net / (efficiencyPct / 100);
  return Math.min(rule.imax ?? Number.POSITIVE_INFINITY, Math.max(rule.imin ?? 0, gross));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function netDepth(rule: AutoIrrigationRule, morning: MorningState): number {
  const { dr, taw, kcActual, eto, daysSinceIrrigation } = morning;
  if (rule.ietre) return usedIn(daysSinceWater(rule, morning), rule, morning);
  if (rule.ietri) return usedIn(daysSinceIrrigation, rule, morning);
  if (rule.ietrd !== undefined) return usedIn(rule.ietrd, rule, morning);
  const need = dr + kcActual * eto;
  if (rule.itfdr !== undefined) return need - rule.itfdr * taw;
  if (rule.itdr !== undefined) return need - rule.itdr;
  return rule.ifix ?? need;
}

function usedIn(days: number, { ettyp = "ETa" }: AutoIrrigationRule, { past }: MorningState): number {
  return days > 0 ? sum(past.slice(-days).map((day) => day[ettyp] - day.netRain)) : 0;
}

function daysSinceWater({ evnt = 10 }: AutoIrrigationRule, { past }: MorningState): number {
  return past.length - past.findLastIndex(({ water }) => water >= evnt);
}

function applies(rule: AutoIrrigationRule, morning: MorningState): boolean {
  const { day, weekday, dr, taw } = morning;
  if (day < (rule.fromDay ?? 0) || day > (rule.toDay ?? Number.POSITIVE_INFINITY)) return false;
  if (rule.weekdays && !rule.weekdays.includes(weekday)) return false;
  if (rule.mad !== undefined && dr / taw <= rule.mad) return false;
  if (rule.madDr !== undefined && dr <= rule.madDr) return false;
  if (rule.ksc !== undefined && morning.ksEvening >= rule.ksc) return false;
  if (morning.daysSinceIrrigation < (rule.dsli ?? 0)) return false;
  return daysSinceWater(rule, morning) >= (rule.dsle ?? 0);
}
