/**
 * Growing degree days of one day, °C·d, from the extremes in °C above a base (and, where the crop has one, an upper limit).
 * The extremes are limited before they are averaged (the "horizontal cut-off" of McMaster and Wilhelm 1997, method 2),
 * so that a cold night does not cancel a warm afternoon.
 */
export function growingDegreeDays(
  tMaxC: number,
  tMinC: number,
  baseC: number,
  upperC = Number.POSITIVE_INFINITY,
): number {
  const limit = (t: number) => Math.min(Math.max(t, baseC), upperC);
  return (limit(tMaxC) + limit(tMinC)) / 2 - baseC;
}
