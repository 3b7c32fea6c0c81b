/** A crop of the tables. */
export interface LibraryCrop {
  /** Days of the four stages: a row of FAO-56 Table 11. */
  days: readonly [initial: number, development: number, mid: number, late: number];
  /** Single and basal coefficients: FAO-56 Tables 12 and 17. */
  kc: readonly [ini: number, mid: number, end: number];
  kcb: readonly [ini: number, mid: number, end: number];
  /** The deeper value is the smaller of the two depths of FAO-56 Table 22, which is meant for irrigation scheduling. */
  rootsCm: readonly [ini: number, max: number];
  /** FAO-56 Table 22. */
  p: number;
  /** FAO-56 Table 12. */
  heightM: number;
  /** °C, for degree days. */
  tBase?: number;
  /** Yield response of the whole season: FAO-33 Table 24. */
  ky?: number;
  /** Middle of the range of good yields under irrigation in kg/ha (FAO-33, Part B). */
  yieldKgHa?: number;
  /** Minimum price of the federal government in R$/kg: Portaria MAPA 700/2024 (harvest 2024/25). */
  priceBrlKg?: number;
}

type Three = LibraryCrop["kc"];
type Rest = Partial<Pick<LibraryCrop, "tBase" | "ky" | "yieldKgHa" | "priceBrlKg">>;

/** A row: days, Kc, Kcb, roots in cm, p, height in m. */
export const row = (
  days: LibraryCrop["days"],
  kc: Three,
  kcb: Three,
  rootsCm: LibraryCrop["rootsCm"],
  [p, heightM]: readonly [p: number, heightM: number],
  rest: Rest = {},
): LibraryCrop => ({ days, kc, kcb, rootsCm, p, heightM, ...rest });
