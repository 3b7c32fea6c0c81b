/** Latitude and longitude in degrees, as maps take them. */
export type LatLon = [lat: number, lon: number];

/** Mean radius of the earth in metres (IUGG). */
const EARTH_M = 6_371_008.8;
/** A wedge is drawn with a point at least every so many degrees: on a circle of 600 m that is off by 0,3 m. */
const STEP_DEG = 3.6;

const RADIAN = Math.PI / 180;

/** The point `distanceM` metres from another in the direction `bearing` (0° = north, clockwise), on a sphere. */
export function destination([lat, lon]: LatLon, bearing: number, distanceM: number): LatLon {
  const [phi, theta, delta] = [lat * RADIAN, bearing * RADIAN, distanceM / EARTH_M];
  const sinTo = Math.sin(phi) * Math.cos(delta) + Math.cos(phi) * Math.sin(delta) * Math.cos(theta);
  const east = Math.atan2(Math.sin(theta) * Math.sin(delta) * Math.cos(phi), Math.cos(delta) - Math.sin(phi) * sinTo);
  return [Math.asin(sinTo) / RADIAN, lon + east / RADIAN];
}

/** Degrees from one angle to another, clockwise, above 0 and up to 360. */
function sweepOf(from: number, to: number): number {
  const degrees = (((to - from) % 360) + 360) % 360;
  return degrees === 0 ? 360 : degrees;
}

/** The outline of a sector around a centre. Equal angles (or 0 and 360) make the whole circle. */
export function wedge(centre: LatLon, radiusM: number, from: number, to: number): LatLon[] {
  const sweep = sweepOf(from, to);
  const steps = Math.max(2, Math.ceil(sweep / STEP_DEG));
  const arc = Array.from({ length: steps + (sweep === 360 ? 0 : 1) }, (_, step) =>
    destination(centre, from + (sweep * step) / steps, radiusM),
  );
  return sweep === 360 ? arc : [centre, ...arc];
}

/** Metres between two points that are near each other. */
export function distanceM([lat1, lon1]: LatLon, [lat2, lon2]: LatLon): number {
  const dLat = (lat2 - lat1) * RADIAN;
  const dLon = (lon2 - lon1) * RADIAN;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(lat1 * RADIAN) * Math.cos(lat2 * RADIAN) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.sqrt(h));
}
