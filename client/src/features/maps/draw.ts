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

/** More shapes than this are drawn on one canvas, because each element costs time at every move of the map. */
const CANVAS_FROM = 200;

/** How a class looks: by its CSS on elements, or as colours on a canvas. */
type Look = (className: string) => L.PathOptions;

/** Draws shapes in their order. Returns a function that removes them. */
export function drawShapes({ map }: MapSurface, shapes: readonly Shape[]): () => void {
  const onCanvas = shapes.length > CANVAS_FROM;
  const look: Look = onCanvas ? canvasLook(map) : (className) => ({ className });
  const group = L.layerGroup(shapes.flatMap((shape) => layersOf(shape, look, onCanvas))).addTo(map);
  return () => {
    group.remove();
  };
}

/** The CSS of the theme as colours. A canvas has no patterns: the mark on the pivot's name gives its status. */
function canvasLook(map: L.Map): Look {
  const renderer = L.canvas({ padding: 0.5 });
  const known = new Map<string, L.PathOptions>();
  return (className) => {
    const found = known.get(className);
    if (found) return found;
    const svg = map.getContainer().appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    const path = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
    path.setAttribute("class", className);
    const { fill, fillOpacity, stroke, strokeOpacity, strokeWidth, strokeDasharray } = getComputedStyle(path);
    const look: L.PathOptions = {
      renderer,
      fill: fill !== "none",
      fillColor: fill,
      fillOpacity: Number(fillOpacity),
      stroke: stroke !== "none",
      color: stroke,
      opacity: Number(strokeOpacity),
      weight: Number.parseFloat(strokeWidth),
      ...(strokeDasharray !== "none" && { dashArray: strokeDasharray }),
    };
    svg.remove();
    known.set(className, look);
    return look;
  };
}

function layersOf(shape: Shape, look: Look, onCanvas: boolean): L.Layer[] {
  const style = { ...look(shape.className), interactive: false };
  if (shape.kind === "line") return [L.polyline([...shape.points], { ...style, fill: false })];
  if (shape.kind === "disc") return [L.circleMarker(shape.at, { ...style, radius: shape.radiusPx })];
  if (shape.kind === "round") return [L.circle(shape.at, { ...style, radius: shape.radiusM })];
  const { points, pattern, onClick } = shape;
  const area = L.polygon([...points], {
    ...style,
    interactive: onClick !== undefined,
    smoothFactor: EVERY_POINT,
  });
  if (onClick) area.on("click", onClick);
  if (!pattern || onCanvas) return [area];
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
