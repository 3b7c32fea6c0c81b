import type { Polygon } from "@lamina/shared/records/farm";
import type { FormValue } from "../../../ui/form/form-values.ts";
import type { LatLon } from "../../../ui/map/geometry.ts";

/** The corners of a GeoJSON polygon's outline, without the last one, which repeats the first. */
export function cornersOf(boundary: FormValue | Polygon | undefined): LatLon[] {
  const rings = (boundary as Partial<Polygon> | null | undefined)?.coordinates;
  const ring = (rings?.[0] ?? []).map(([lon, lat]): LatLon => [lat, lon]);
  const [first] = ring;
  const last = ring.slice(-1)[0];
  return first && last && ring.length > 1 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

/**
 * The polygon of an outline; null without corners. Keeps incomplete outlines, so that the user can continue to draw.
 */
export function polygonOf(corners: readonly LatLon[]): FormValue {
  if (corners.length === 0) return null;
  const ring = [...corners, ...corners.slice(0, 1)].map(([lat, lon]) => [lon, lat]);
  return { type: "Polygon", coordinates: [ring] };
}
