import L from "leaflet";
import "./edit-map.css";
import type { LatLon } from "./geometry.ts";
import { createSurface, type MapGround, type MapSurface } from "./surface.ts";

/** Initial view: the country. */
const START: [at: L.LatLngTuple, zoom: number] = [[-15, -47], 4];

/** By default the library drops points of an outline to draw faster, which would give circles corners. */
const EVERY_POINT = 0;

/** An area or a line that is drawn but not moved. */
export interface Area {
  key: string;
  points: readonly LatLon[];
  /** `edited`: the area with handles; `other`: its surroundings. */
  tone: "edited" | "other";
  /** A line from end to end instead of an area. */
  isLine?: boolean;
}

/** A point that can be moved. */
export interface Handle {
  key: string;
  at: LatLon;
  /** Its name, as a tooltip. */
  label: string;
  /** `add`: between two corners; a drop creates a new corner. */
  look: "centre" | "edge" | "corner" | "add";
  onMove: (at: LatLon) => void;
  /** A double click removes it. */
  onRemove?: () => void;
}

/** A map that shows areas and movable handles. */
export interface EditMap extends Pick<MapSurface, "fit" | "close"> {
  draw(areas: readonly Area[], handles: readonly Handle[]): void;
  onClick(listener: (at: LatLon) => void): () => void;
}

const latLon = ({ lat, lng }: L.LatLng): LatLon => [lat, lng];

/** Makes a map in `element`. */
export function createEditMap(element: HTMLElement, ground: MapGround | undefined): EditMap {
  const { map, fit, close } = createSurface(element, ground, { doubleClickZoom: false });
  map.setView(...START);
  const shapes = L.layerGroup().addTo(map);
  const markers = new Map<string, { marker: L.Marker; handle: Handle }>();
  // A finger needs more than a mouse.
  const side = matchMedia("(pointer: coarse)").matches ? 44 : 28;
  let dragging = false;

  function place(handle: Handle): void {
    const placed = markers.get(handle.key);
    if (placed) {
      placed.handle = handle;
      if (!dragging) placed.marker.setLatLng([...handle.at]);
      return;
    }
    const marker = L.marker([...handle.at], {
      draggable: true,
      title: handle.label,
      alt: handle.label,
      // The keyboard uses the number fields beside the map.
      keyboard: false,
      icon: L.divIcon({ className: `map-handle map-handle-${handle.look}`, iconSize: [side, side] }),
    });
    const entry = { marker, handle };
    marker.on("dragstart", () => {
      dragging = true;
    });
    marker.on("drag", () => entry.handle.look !== "add" && entry.handle.onMove(latLon(marker.getLatLng())));
    marker.on("dragend", () => {
      dragging = false;
      entry.handle.onMove(latLon(marker.getLatLng()));
    });
    marker.on("dblclick", () => entry.handle.onRemove?.());
    marker.addTo(map);
    markers.set(handle.key, entry);
  }

  return {
    draw(areas, handles) {
      shapes.clearLayers();
      for (const { points, tone, isLine = false } of areas) {
        const className = isLine ? `map-line map-line-${tone}` : `map-area map-area-${tone}`;
        const options = { className, interactive: false, smoothFactor: EVERY_POINT, fill: !isLine };
        const corners = points.map(([lat, lon]) => L.latLng(lat, lon));
        (isLine ? L.polyline(corners, options) : L.polygon(corners, options)).addTo(shapes);
      }
      const keys = new Set(handles.map(({ key }) => key));
      for (const [key, { marker }] of markers)
        if (!keys.has(key)) {
          marker.remove();
          markers.delete(key);
        }
      for (const handle of handles) place(handle);
    },
    fit,
    onClick(listener) {
      const handle = ({ latlng }: L.LeafletMouseEvent) => listener(latLon(latlng));
      map.on("click", handle);
      return () => map.off("click", handle);
    },
    close,
  };
}
