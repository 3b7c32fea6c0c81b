import L from "leaflet";
import type { LatLon } from "../../ui/map/geometry.ts";
import type { MapSurface } from "../../ui/map/surface.ts";

/** By default the library drops points of an outline to draw faster, which would give circles corners. */
const EVERY_POINT = 0;

/** A shape on the ground. Its class colours it, so that it follows the theme. */
export type Shape =
  | { key: string; kind: "area"; points: readonly LatLon[]; className: string; pattern?: string; onClick?: () => void }
  | { key: string; kind: "line"; points: readonly LatLon[]; className: string }
  | { key: string; kind: "disc"; at: LatLon; radiusPx: number; className: string }
  | { key: string; kind: "round"; at: LatLon; radiusM: number; className: string };

/** Draws shapes in their order. Returns a function that removes them. */
export function drawShapes({ map }: MapSurface, shapes: readonly Shape[]): () => void {
  const group = L.layerGroup(shapes.flatMap(layersOf)).addTo(map);
  return () => {
    group.remove();
  };
}

function layersOf(shape: Shape): L.Layer[] {
  const { className } = shape;
  if (shape.kind === "line") return [L.polyline([...shape.points], { className, interactive: false })];
  if (shape.kind === "disc")
    return [L.circleMarker(shape.at, { radius: shape.radiusPx, className, interactive: false })];
  if (shape.kind === "round") return [L.circle(shape.at, { radius: shape.radiusM, className, interactive: false })];
  const { points, pattern, onClick } = shape;
  const area = L.polygon([...points], { className, interactive: onClick !== undefined, smoothFactor: EVERY_POINT });
  if (onClick) area.on("click", onClick);
  if (!pattern) return [area];
  return [
    area,
    L.polygon([...points], {
      className: "map-pattern",
      stroke: false,
      fillColor: `url(#${pattern})`,
      fillOpacity: 1,
      interactive: false,
      smoothFactor: EVERY_POINT,
    }),
  ];
}

/** Places an element on the map. It is a button when `onClick` is given. Returns a function that removes it. */
export function placeMarker(
  { map }: MapSurface,
  at: LatLon,
  element: HTMLElement,
  { className, onClick, zIndex = 0 }: { className: string; onClick?: (() => void) | undefined; zIndex?: number },
): () => void {
  const marker = L.marker(at, {
    icon: L.divIcon({ html: element, className, iconSize: [0, 0] }),
    keyboard: onClick !== undefined,
    interactive: onClick !== undefined,
    zIndexOffset: zIndex,
  });
  if (onClick) marker.on("click", onClick);
  marker.addTo(map);
  return () => {
    marker.remove();
  };
}
