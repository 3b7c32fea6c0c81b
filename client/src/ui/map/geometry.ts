import { sweptAngle } from "@lamina/agronomy/machine/pivot";

/** Latitude and longitude in degrees. */
export type LatLon = [lat: number, lon: number];

/** Mean radius of the earth in metres (IUGG). */
const EARTH_M = 6_371_008.8;
/** Largest angle between two points of a wedge. On a circle of 600 m the error is 0.3 m. */
const STEP_DEG = 3.6;
const M2_PER_HA = 10_000;
const RADIAN = Math.PI / 180;

/** The point `distanceM` metres from another in the direction `bearing` (0° = north, clockwise), on a sphere. */
export function destination([lat, lon]: LatLon, bearing: number, distanceM: number): LatLon {
  const [phi, theta, delta] = [lat * RADIAN, bearing * RADIAN, distanceM / EARTH_M];
  const sinTo = Math.sin(phi) * Math.cos(delta) + Math.cos(phi) * Math.sin(delta) * Math.cos(theta);
  const east = Math.atan2(Math.sin(theta) * Math.sin(delta) * Math.cos(phi), Math.cos(delta) - Math.sin(phi) * sinTo);
  return [Math.asin(sinTo) / RADIAN, lon + east / RADIAN];
}

/** Metres between two points (haversine). */
export function distanceM([lat1, lon1]: LatLon, [lat2, lon2]: LatLon): number {
  const dLat = (lat2 - lat1) * RADIAN;
  const dLon = (lon2 - lon1) * RADIAN;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(lat1 * RADIAN) * Math.cos(lat2 * RADIAN) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.sqrt(h));
}

/** The direction from one point to another, 0° = north, clockwise, from 0 up to 360. */
export function bearing([lat1, lon1]: LatLon, [lat2, lon2]: LatLon): number {
  const [phi1, phi2, dLon] = [lat1 * RADIAN, lat2 * RADIAN, (lon2 - lon1) * RADIAN];
  const east = Math.sin(dLon) * Math.cos(phi2);
  const north = Math.cos(phi1) * Math.sin(phi2) - Math.sin(phi1) * Math.cos(phi2) * Math.cos(dLon);
  return (Math.atan2(east, north) / RADIAN + 360) % 360;
}

/** The outline of a sector around a centre. Equal angles (or 0 and 360) give the whole circle. */
export function wedge(centre: LatLon, radiusM: number, from: number, to: number): LatLon[] {
  const sweep = sweptAngle(from, to);
  const steps = Math.max(2, Math.ceil(sweep / STEP_DEG));
  const arc = Array.from({ length: steps + (sweep === 360 ? 0 : 1) }, (_, step) =>
    destination(centre, from + (sweep * step) / steps, radiusM),
  );
  return sweep === 360 ? arc : [centre, ...arc];
}

/** Area in ha within an outline, on a tangent plane. The error is below 0.1 % for farms. */
export function outlineAreaHa(points: readonly LatLon[]): number {
  const [origin] = points;
  if (!origin || points.length < 3) return 0;
  const metres = RADIAN * EARTH_M;
  const middle = points.reduce((sum, [lat]) => sum + lat, 0) / points.length;
  const plane = points.map(([lat, lon]) => [
    (lon - origin[1]) * metres * Math.cos(middle * RADIAN),
    (lat - origin[0]) * metres,
  ]);
  const twice = plane.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = plane[(index + 1) % plane.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2 / M2_PER_HA;
}
