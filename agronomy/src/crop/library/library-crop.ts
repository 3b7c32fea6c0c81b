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
   * The deeper one is the smaller of the two depths of FAO-56 Table 22, which it gives for irrigation scheduling. That of an annual
   * crop at planting is a starting value without a source. It is below AquaCrop's 30 cm, so that a seedbed gets small depths.
   */
  rootsCm: readonly [ini: number, max: number];
  /** FAO-56 Table 22. */
  p: number;
  /** FAO-56 Table 12. */
  heightM: number;
  /**
   * °C, for degree days, both of FAO AquaCrop's crop files; but the base of soybean is that of four cultivars in São Paulo (Camargo,
   * Brunini and Miranda, Pesquisa Agropecuária Brasileira 22 (2), 1987), and of coffee that of Mundo Novo (Ciência e Agrotecnologia
   * 32 (6), 2008). Missing where neither has the crop.
   */
  tBase?: number;
  tUpper?: number;
  /** Yield response of the whole season: FAO-56 Table 24, which has it from FAO-33. */
  ky?: number;
  /**
   * kg/ha. Maize and sorghum: middle of the good irrigated yields in FAO's Crop Information (6 to 9 and 3.5 to 5 t/ha). Soybean: mean
   * of Brazil in 2022/23, Conab, Acompanhamento da safra brasileira, 12th survey. Middle of two figures: coffee of Brazil in 2024 and 2025 (28.8 and 29.7 bags
   * of 60 kg; Conab, 3rd survey of 2025), lint of cotton in 2023/24 and 2024/25 (1,890 and 1,831; Conab, October 2024), potato in winter at
   * Cristalina and Chapada Diamantina (800 to 900 bags of 50 kg; Cepea, July 2018), onion of the Cerrado (75.9 t/ha from June to October 2017 and 58
   * at Cristalina from May to July 2024; Cepea/Hortifruti), garlic (13.75 t/ha in Brazil in 2021/22, up to 25 at large growers of the Cerrado). Seed
   * maize: the 12 t/ha of an irrigated single hybrid, of whose area the male rows take 25 to 50 % (SEEDnews, January 2024). Missing where no source was found: a person enters it.
   */
  yieldKgHa?: number;
  /**
   * R$/kg. Minimum price of the federal government, a floor under the market: Portaria MAPA 700/2024 (harvest 2024/25). Where there is none,
   * the middle of a range paid: coffee R$ 963 to 2,508 for 60 kg of arabica (Cepea, January 2024 and 2025), potato R$ 45.66 to 86.99 for
   * 50 kg (Cepea, seasons 2015/16 and 2017/18), onion R$ 1.10 to 4.71 (Cepea/Hortifruti, Goiás in 2017 and Cristalina from May to July 2024), garlic
   * R$ 8.40 to 23.00 (Epagri/Cepa, January 2023, classes 4 and 5; Anapa, June 2024); lint of cotton R$ 131.69 for 15 kg (IMEA, mean sale of 2024/25). Missing
   * without a source, as for seed maize, whose price is that of a contract.
   */
  priceBrlKg?: number;
}

type Three = LibraryCrop["kc"];
type Rest = Partial<Pick<LibraryCrop, "tBase" | "tUpper" | "ky" | "yieldKgHa" | "priceBrlKg">>;

/** A row: days, Kc, Kcb, roots in cm, p, height in m. */
export const row = (
  days: LibraryCrop["days"],
  kc: Three,
  kcb: Three,
  rootsCm: LibraryCrop["rootsCm"],
  [p, heightM]: readonly [p: number, heightM: number],
  rest: Rest = {},
): LibraryCrop => ({ days, kc, kcb, rootsCm, p, heightM, ...rest });
