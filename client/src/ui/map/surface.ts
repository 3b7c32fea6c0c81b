import L from "leaflet";
import "leaflet/dist/leaflet.css";
import "./leaflet.css";
import type { LatLon } from "./geometry.ts";
import { text } from "./text.ts";

/** Edge left free around what the map is fitted to, in pixels. */
const FIT_PADDING: L.PointTuple = [28, 28];
/** A lone point is looked at from here. */
const POINT_ZOOM = 15;
const MAX_ZOOM = 19;

/** Where the ground's pictures come from, and whom to credit. */
export interface MapTiles {
  url: string;
  attribution: string;
}

/** A map without anything on it. */
export interface MapSurface {
  readonly map: L.Map;
  /** Shows all of some points; nothing moves where there are none. */
  fit(points: readonly LatLon[]): void;
  /** Goes to a point, and no further away than one looks at a point. */
  look(at: LatLon): void;
  close(): void;
}

/** Makes a map in `element`. Without tiles the ground is plain. */
export function createSurface(element: HTMLElement, tiles: MapTiles | null, options: L.MapOptions = {}): MapSurface {
  const map = L.map(element, {
    zoomControl: false,
    maxZoom: MAX_ZOOM,
    zoomSnap: 0.25,
    attributionControl: tiles !== null,
    ...options,
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
      const maxZoom = points.length === 1 ? POINT_ZOOM : MAX_ZOOM;
      if (points.length > 0)
        map.fitBounds(L.latLngBounds([...points]), { padding: FIT_PADDING, animate: false, maxZoom });
    },
    look: (at) => map.setView(at, Math.max(map.getZoom(), POINT_ZOOM), { animate: false }),
    close: () => {
      observer.disconnect();
      map.remove();
    },
  };
}
