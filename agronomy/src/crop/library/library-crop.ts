/**
 * A crop as the tables have it: FAO-56 (Allen et al. 1998). Of a range it has the middle, unless the row says otherwise; of two lengths
 * of a stage, the one that gives the printed total, or the shorter season where both totals are printed.
 */
export interface LibraryCrop {
  /** Days of the four stages: a row of FAO-56 Table 11. */
  days: readonly [initial: number, development: number, mid: number, late: number];
  /** Single and basal coefficients: FAO-56 Tables 12 and 17. An empty Kc ini is that of the group. */
  kc: readonly [ini: number, mid: number, end: number];
  kcb: readonly [ini: number, mid: number, end: number];
  /**
   * The deeper one is the smaller of the two depths of FAO-56 Table 22, which it gives for irrigation scheduling; that of an annual
   * crop at planting is a starting value.
   */
  rootsCm: readonly [ini: number, max: number];
  /** FAO-56 Table 22. */
  p: number;
  /** FAO-56 Table 12. */
  heightM: number;
  /**
   * °C, for degree days: FAO AquaCrop for wheat, barley, sorghum, rice and sunflower; for coffee Mundo Novo in Ciência e
   * Agrotecnologia 32 (6), 2008. Those of the other crops are starting values.
   */
  tBase?: number;
  /** Yield response of the whole season: FAO-56 Table 24, which has it from FAO-33. */
  ky?: number;
  /**
   * A starting value in kg/ha for a good irrigated yield. Maize and sorghum: middle of FAO's Crop Information (6 to 9 and 3.5 to
   * 5 t/ha); the others have no source.
   */
  yieldKgHa?: number;
  /** Minimum price of the federal government in R$/kg, a floor under the market: Portaria MAPA 700/2024 (harvest 2024/25). */
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
