import L from "leaflet";
import "leaflet/dist/leaflet.css";
import "./leaflet.css";
import type { LatLon } from "./geometry.ts";
import { text } from "./text.ts";

/** Free edge around the fitted points, in pixels. */
const FIT_PADDING: L.PointTuple = [28, 28];
/** Zoom for a single point. */
const POINT_ZOOM = 15;
const MAX_ZOOM = 19;

/** Source of the map tiles, and their attribution. */
export interface MapTiles {
  url: string;
  attribution: string;
}

/** An empty map. */
export interface MapSurface {
  readonly map: L.Map;
  /** Fits the view to some points. Does nothing without points. */
  fit(points: readonly LatLon[]): void;
  /** Moves to a point, at the zoom for single points or closer. */
  look(at: LatLon): void;
  close(): void;
}

/** Creates a map in `element`. Without tiles the background is plain. */
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
