import { hashKey } from "@tanstack/react-query";
import L from "leaflet";
import { onThemeChange } from "../../ui/chart/model/palette.ts";
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

/** More shapes than this are drawn on a canvas, because each element costs time at every move of the map. */
const CANVAS_FROM = 200;

/** Whether a map draws this many shapes on canvases. */
export const isDrawnOnCanvas = (shapes: number): boolean => shapes > CANVAS_FROM;

/** How a class looks: by its CSS on elements, or as colours on a canvas. */
type Look = (className: string) => L.PathOptions;

const MIN_MOVE_PX = 1;

/** Shapes on a map, one above the other in their order. */
export interface Drawing {
  /** Replaces the shapes. Of the same shapes elsewhere, only those that moved by a pixel or more are drawn again. */
  draw(shapes: readonly Shape[]): void;
  remove(): void;
}

interface DrawingOptions {
  onCanvas: boolean;
  isAbove?: boolean;
}

const PANE_ABOVE = "above";
/** Between the shapes and the markers of the library. */
const Z_INDEX_ABOVE = "450";

export function createDrawing({ map }: MapSurface, { onCanvas, isAbove = false }: DrawingOptions): Drawing {
  if (isAbove && !map.getPane(PANE_ABOVE))
    Object.assign(map.createPane(PANE_ABOVE).style, { zIndex: Z_INDEX_ABOVE, pointerEvents: "none" });
  const pane = isAbove ? PANE_ABOVE : "overlayPane";
  const renderer = onCanvas ? L.canvas({ padding: 0.5, pane }) : L.svg({ padding: 0.1, pane });
  const group = L.layerGroup().addTo(map);
  let drawn: { shape: Shape; layers: readonly L.Layer[] }[] = [];
  let wantedShapes: readonly Shape[] = [];

  function drawAll(shapes: readonly Shape[]): void {
    group.clearLayers();
    const look: Look = onCanvas ? canvasLook(map) : (className) => ({ className });
    drawn = shapes.map((shape) => ({ shape, layers: layersOf(shape, { look, onCanvas, renderer }) }));
    for (const { layers } of drawn) for (const layer of layers) group.addLayer(layer);
  }

  function drawChanges(): void {
    if (
      wantedShapes.length !== drawn.length ||
      wantedShapes.some((shape, index) => !canMove(drawn[index]?.shape, shape))
    ) {
      drawAll(wantedShapes);
      return;
    }
    drawn = drawn.map((one, index) => {
      const shape = wantedShapes[index] ?? one.shape;
      const points = pointsOf(shape);
      if (!hasMoved(map, pointsOf(one.shape), points)) return one;
      for (const layer of one.layers) if (layer instanceof L.Polyline) layer.setLatLngs([...points]);
      return { ...one, shape };
    });
  }

  const stopFollowing = onCanvas ? onThemeChange(() => drawAll(wantedShapes)) : () => {};
  // A move of less than a pixel may be more at this zoom.
  map.on("zoomend", drawChanges);
  return {
    draw(shapes) {
      wantedShapes = shapes;
      drawChanges();
    },
    remove() {
      stopFollowing();
      map.off("zoomend", drawChanges);
      group.remove();
      renderer.remove();
    },
  };
}

/** Draws shapes in their order. Returns a function that removes them. */
export function drawShapes(surface: MapSurface, shapes: readonly Shape[]): () => void {
  const drawing = createDrawing(surface, { onCanvas: false });
  drawing.draw(shapes);
  return drawing.remove;
}

const pointsOf = (shape: Shape): readonly LatLon[] =>
  shape.kind === "area" || shape.kind === "line" ? shape.points : [shape.at];

/** Whether a point is a pixel or more from where it was; on a map that has no view yet, at all. */
function hasMoved(map: L.Map, from: readonly LatLon[], to: readonly LatLon[]): boolean {
  if (from.length !== to.length) return true;
  const zoom = map.getZoom() as number | undefined;
  return from.some(([lat, lon], index) => {
    const [toLat, toLon] = to[index] ?? [Number.NaN, Number.NaN];
    if (lat === toLat && lon === toLon) return false;
    if (zoom === undefined) return true;
    return map.project([lat, lon], zoom).distanceTo(map.project([toLat, toLon], zoom)) >= MIN_MOVE_PX;
  });
}

/** Whether a shape is a drawn one with other points, if any. */
function canMove(drawn: Shape | undefined, shape: Shape): boolean {
  if (drawn?.kind !== shape.kind || drawn.key !== shape.key || drawn.className !== shape.className) return false;
  if (shape.kind === "area") return drawn.kind === "area" && drawn.pattern === shape.pattern;
  return shape.kind === "line" || hashKey([drawn]) === hashKey([shape]);
}

/** The CSS of the theme as colours. A canvas has no patterns: the mark on the pivot's name gives its status. */
function canvasLook(map: L.Map): Look {
  const styles = new Map<string, L.PathOptions>();
  return (className) => {
    const found = styles.get(className);
    if (found) return found;
    const svg = map.getContainer().appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    const path = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
    path.setAttribute("class", className);
    const { fill, fillOpacity, stroke, strokeOpacity, strokeWidth, strokeDasharray } = getComputedStyle(path);
    const look: L.PathOptions = {
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
    styles.set(className, look);
    return look;
  };
}

interface Means {
  look: Look;
  onCanvas: boolean;
  renderer: L.Renderer;
}

function layersOf(shape: Shape, { look, onCanvas, renderer }: Means): L.Layer[] {
  const style = { ...look(shape.className), renderer, interactive: false };
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
      renderer,
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
