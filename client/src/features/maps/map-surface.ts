import L from "leaflet";
import "leaflet/dist/leaflet.css";
import "../../ui/map/leaflet.css";
import type { RuntimeConfig } from "@lamina/shared/runtime-config";
import type { LatLon } from "../../ui/map/geometry.ts";
import { text } from "./text.ts";

/** Edge left free around what the map is fitted to, in pixels. */
const FIT_PADDING: L.PointTuple = [28, 28];
/** A lone point is looked at from here. */
const POINT_ZOOM = 15;
const MAX_ZOOM = 19;
/** The library drops points of an outline to draw faster; circles would get corners. */
const EVERY_POINT = 0;

/** What the map is drawn on. The one place, with {@link drawShapes}, that knows the drawing library. */
export interface MapSurface {
  readonly map: L.Map;
  fit(points: readonly LatLon[]): void;
  look(at: LatLon): void;
  close(): void;
}

/** Makes a map in `element`. Without tiles the ground is plain. */
export function createSurface(element: HTMLElement, tiles: RuntimeConfig["mapTiles"]): MapSurface {
  const map = L.map(element, {
    zoomControl: false,
    maxZoom: MAX_ZOOM,
    zoomSnap: 0.25,
    attributionControl: tiles !== null,
  });
  L.control.zoom({ zoomInTitle: text.zoomIn, zoomOutTitle: text.zoomOut, position: "topright" }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  if (tiles) {
    map.attributionControl.setPrefix(false);
    L.tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: MAX_ZOOM }).addTo(map);
  }
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);
  return {
    map,
    fit: (points) => {
      if (points.length > 0) map.fitBounds(L.latLngBounds([...points]), { padding: FIT_PADDING, animate: false });
    },
    look: (at) => map.setView(at, Math.max(map.getZoom(), POINT_ZOOM), { animate: false }),
    close: () => {
      observer.disconnect();
      map.remove();
    },
  };
}

/** A shape on the ground. Its class colours it, so that it follows the theme. */
export type Shape =
  | { key: string; kind: "area"; points: readonly LatLon[]; className: string; pattern?: string; onClick?: () => void }
  | { key: string; kind: "line"; points: readonly LatLon[]; className: string }
  | { key: string; kind: "disc"; at: LatLon; radiusPx: number; className: string }
  | { key: string; kind: "round"; at: LatLon; radiusM: number; className: string };

/** Draws shapes in their order; returns how to take them away. */
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

/** A place for a piece of the page on the map. It is a button where something happens on a click. */
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
