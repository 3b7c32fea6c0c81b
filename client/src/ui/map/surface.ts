import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import L from "leaflet";
import "leaflet/dist/leaflet.css";
import "./leaflet.css";
import type { LatLon } from "./geometry.ts";
import { text } from "./text.ts";

/** Free edge around the fitted points, in pixels, and its largest part of the map's side. */
const FIT_PADDING_PX = 28;
const FIT_PADDING_PART = 0.06;
/** Zoom for a single point. */
const POINT_ZOOM = 15;
const MAX_ZOOM = 19;

/** What a deployment shows below the shapes: imagery or nothing. */
export type MapGround = Pick<RuntimeConfig, "mapTiles">;

export interface MapSurface {
  readonly map: L.Map;
  /** Fits the view to some points. Does nothing without points. */
  fit(points: readonly LatLon[]): void;
  /** Moves to a point, at the zoom for single points or closer. */
  look(at: LatLon): void;
  close(): void;
}

/** Creates a map in `element`. Without a ground the background is plain. */
export function createSurface(
  element: HTMLElement,
  ground: MapGround | undefined,
  options: L.MapOptions = {},
): MapSurface {
  const layer = groundLayer(ground);
  const map = L.map(element, {
    zoomControl: false,
    maxZoom: MAX_ZOOM,
    zoomSnap: 0.25,
    ...(matchMedia("(prefers-reduced-motion: reduce)").matches && {
      zoomAnimation: false,
      fadeAnimation: false,
      inertia: false,
    }),
    attributionControl: layer !== null,
    ...options,
  });
  L.control.zoom({ zoomInTitle: text.zoomIn, zoomOutTitle: text.zoomOut, position: "topright" }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  if (layer) {
    map.attributionControl.setPrefix(false);
    layer.addTo(map);
  }
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);
  return {
    map,
    fit: (points) => {
      const maxZoom = points.length === 1 ? POINT_ZOOM : MAX_ZOOM;
      if (points.length === 0) return;
      const { x, y } = map.getSize();
      const padding = [x, y].map((side) => Math.min(FIT_PADDING_PX, side * FIT_PADDING_PART)) as L.PointTuple;
      map.fitBounds(L.latLngBounds([...points]), { padding, animate: false, maxZoom });
    },
    look: (at) => map.setView(at, Math.max(map.getZoom(), POINT_ZOOM), { animate: false }),
    close: () => {
      observer.disconnect();
      map.remove();
    },
  };
}

function groundLayer(ground: MapGround | undefined): L.Layer | null {
  if (!ground?.mapTiles) return null;
  const { url, attribution } = ground.mapTiles;
  return L.tileLayer(url, { attribution, maxZoom: MAX_ZOOM });
}
