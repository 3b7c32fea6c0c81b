/** Reference evapotranspiration in mm/d from pan evaporation in mm/d and the pan coefficient (FAO-56 Eq. 55). */
export function etoFromPan(evaporation: number, coefficient: number): number {
  return coefficient * evaporation;
}

/** The surroundings of a Class A pan. */
interface PanSite {
  /** Mean wind speed at 2 m, m/s (the paper's tables cover 1 to 8). */
  wind2m: number;
  /** Mean relative humidity, % (30 to 84). */
  rhMean: number;
  /** Upwind distance of the surface around the pan, m (1 to 1000). */
  fetchM: number;
}

/** Pan coefficient of a Class A pan with green fetch (FAO-56 Table 7). */
export function classAPanGreenFetch({ wind2m, rhMean, fetchM }: PanSite): number {
  const [fetch, humidity] = [Math.log(fetchM), Math.log(rhMean)];
  return 0.108 - 0.0286 * wind2m + 0.0422 * fetch + 0.1434 * humidity - 0.000631 * fetch ** 2 * humidity;
}

/** Pan coefficient of a Class A pan with dry fetch (FAO-56 Table 7). */
export function classAPanDryFetch({ wind2m, rhMean, fetchM }: PanSite): number {
  const fetch = Math.log(fetchM);
  const run = Math.log(86.4 * wind2m);
  return (
    0.61 +
    0.00341 * rhMean -
    0.000162 * wind2m * rhMean -
    0.00000959 * wind2m * fetchM +
    0.00327 * wind2m * fetch -
    0.00289 * wind2m * run -
    0.0106 * run * fetch +
    0.00063 * fetch ** 2 * run
  );
}
