export interface EvaporationLayer {
  /** Readily evaporable water REW (FAO-56 Table 19). */
  rew: number;
  /** Totally evaporable water TEW (FAO-56 Eq. 73). */
  tew: number;
}

/** Below this rain the wetted fraction of the last irrigation continues (the reference model's limit), mm. */
const WETTING_RAIN_MM = 3;

/** fc stays below 1 and few above 0 so that Eq. 76 and 77 remain defined (FAO-56 page 147 and 149). */
const MAX_COVER = 0.99;
const MIN_EXPOSED = 0.01;

/** Share of the ground covered by vegetation, 0 to 0.99, from Kcb, its least value, Kc max and the height in m (FAO-56 Eq. 76). */
export function canopyCover(kcb: number, kcMin: number, kcMax: number, heightM: number): number {
  const grown = Math.max(0, (kcb - kcMin) / (kcMax - kcMin));
  return Math.min(MAX_COVER, grown ** (1 + 0.5 * heightM));
}

/** Fraction of the surface both exposed and wetted, 0.01 to 1 (FAO-56 Eq. 75). */
export function exposedWettedFraction(cover: number, fw: number): number {
  return Math.min(1, Math.max(MIN_EXPOSED, Math.min(1 - cover, fw)));
}

/** Reduction of evaporation Kr, 0 to 1, from the evaporated depth in mm (FAO-56 Eq. 74). */
export function evaporationReduction(de: number, { rew, tew }: EvaporationLayer): number {
  if (de <= rew) return 1;
  return tew > rew ? Math.max(0, (tew - de) / (tew - rew)) : 0;
}

/** Evaporation coefficient Ke (FAO-56 Eq. 71). */
export function evaporationCoefficient(kr: number, kcMax: number, kcb: number, few: number): number {
  return Math.min(kr * (kcMax - kcb), few * kcMax);
}

/**
 * Wetted fraction of a day without a recorded one: 1 after a wetting rain without irrigation, else yesterday's (FAO-56
 * Table 20).
 */
export function wettedFraction(yesterday: number, rain: number, irrigation: number): number {
  return irrigation <= 0 && rain >= WETTING_RAIN_MM ? 1 : yesterday;
}

interface SurfaceDay {
  /** Depth evaporated at the start of the day, mm. */
  de: number;
  /** Rain after runoff, and net irrigation over the whole field, mm. */
  rain: number;
  irrigation: number;
  fw: number;
  few: number;
  /** Evaporation Ke·ETo, mm over the whole field. */
  evaporation: number;
  tew: number;
}

/** Depth evaporated at the end of the day, mm: that of its start, wetted, dried and limited to 0..TEW (FAO-56 Eq. 77 to 79). */
export function surfaceDepletion({ de, rain, irrigation, fw, few, evaporation, tew }: SurfaceDay): number {
  const wetting = rain + irrigation / fw;
  const percolation = Math.max(0, wetting - de);
  return Math.min(tew, Math.max(0, de - wetting + evaporation / few + percolation));
}
