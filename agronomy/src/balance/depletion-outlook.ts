/** One day of the outlook, mm. */
export interface OutlookDay {
  etc: number;
  /** Forecast rain that counts; 0 to look at the worst. */
  rainEff: number;
}

/** Depletion in mm at the end of each day ahead, with or without the forecast rain (FAO-56 Eq. 85, 86). */
export function projectDepletion(dr: number, taw: number, days: readonly OutlookDay[], withRain: boolean): number[] {
  let depletion = dr;
  return days.map(({ etc, rainEff }) => {
    depletion = Math.min(taw, Math.max(0, depletion + etc - (withRain ? rainEff : 0)));
    return depletion;
  });
}

/**
 * Hours until the depletion, without rain, reaches the readily available water, all in mm; 0 where it has. Beyond the
 * outlook the last day's use goes on. Infinite where nothing is used.
 */
export function hoursToCritical(dr: number, raw: number, days: readonly OutlookDay[]): number {
  let left = raw - dr;
  if (left <= 0) return 0;
  let hours = 0;
  for (const { etc } of days) {
    if (etc >= left) return hours + (24 * left) / etc;
    left -= etc;
    hours += 24;
  }
  const last = days.at(-1)?.etc ?? 0;
  return last > 0 ? hours + (24 * left) / last : Number.POSITIVE_INFINITY;
}
