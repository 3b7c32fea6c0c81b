/** Default wind speed in m/s: the mean of over 2000 stations (FAO-56 chapter 3, "Missing wind speed data"). */
export const DEFAULT_WIND_2M = 2;

/** Factor from the wind speed at a height in m above short grass to that at 2 m (FAO-56 Eq. 47). */
export function windFactor(heightM: number): number {
  return 4.87 / Math.log(67.8 * heightM - 5.42);
}

/** Wind speed at 2 m in m/s from that measured at a height in m (FAO-56 Eq. 47); at 2 m it is the measured one. */
export function windAt2m(speed: number, heightM: number): number {
  return speed * windFactor(heightM);
}
