/** When to irrigate by itself and how much; every condition that is set must hold. */
export interface AutoIrrigationRule {
  /** First and last day (days since planting) and weekdays (0 Sunday) on which it may irrigate. */
  fromDay?: number | undefined;
  toDay?: number | undefined;
  weekdays?: readonly number[] | undefined;
  /** Depletion above this share of TAW, above these mm, and Ks (of last evening) below this value. */
  mad?: number | undefined;
  madDr?: number | undefined;
  ksc?: number | undefined;
  /** Least days since the last irrigation. */
  dsli?: number | undefined;
  /** Net depth: fixed in mm, or down to a depletion in mm or as a share of TAW; without any, to field capacity. */
  ifix?: number | undefined;
  itdr?: number | undefined;
  itfdr?: number | undefined;
  /** Share of that depth in %, and the limits of the gross depth in mm. */
  iper?: number | undefined;
  imin?: number | undefined;
  imax?: number | undefined;
  /** Fraction of the surface wetted. */
  fw?: number | undefined;
}

/** What the rule sees in the morning. */
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
}

/**
 * Gross depth in mm that a rule applies today, undefined where it does not irrigate. The need is last evening's depletion
 * plus today's use, guessed from yesterday's coefficient (the semantics of pyfao56's autoirrigation).
 */
export function autoIrrigation(
  rule: AutoIrrigationRule,
  morning: MorningState,
  efficiencyPct: number,
): number | undefined {
  if (!applies(rule, morning)) return undefined;
  const need = morning.dr + morning.kcActual * morning.eto;
  const target = rule.itfdr !== undefined ? rule.itfdr * morning.taw : (rule.itdr ?? 0);
  const net = Math.max(0, rule.ifix ?? need - target) * ((rule.iper ?? 100) / 100);
  const gross = net / (efficiencyPct / 100);
  return Math.min(rule.imax ?? Number.POSITIVE_INFINITY, Math.max(rule.imin ?? 0, gross));
}

function applies(rule: AutoIrrigationRule, morning: MorningState): boolean {
  const { day, weekday, dr, taw } = morning;
  if (day < (rule.fromDay ?? 0) || day > (rule.toDay ?? Number.POSITIVE_INFINITY)) return false;
  if (rule.weekdays && !rule.weekdays.includes(weekday)) return false;
  if (rule.mad !== undefined && dr / taw <= rule.mad) return false;
  if (rule.madDr !== undefined && dr <= rule.madDr) return false;
  if (rule.ksc !== undefined && morning.ksEvening >= rule.ksc) return false;
  return morning.daysSinceIrrigation >= (rule.dsli ?? 0);
}
