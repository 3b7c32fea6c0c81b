import type { MapView } from "@lamina/shared/views/irrigameter";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { destination, type LatLon } from "../../ui/map/geometry.ts";
import type { MapSurface } from "../../ui/map/surface.ts";
import { placeMarker } from "./draw.ts";
import styles from "./map-canvas.module.css";
import type { Layer, Place } from "./map-params.ts";
import { DeviceMarker, PivotMarker, RainMarker } from "./markers.tsx";
import type { DevicePlace, PivotPlace } from "./places.ts";

const SOUTH_DEG = 180;

interface PlacedMarkersProps {
  surface: MapSurface;
  rain: MapView["rain7d"];
  pivots: readonly PivotPlace[];
  devices: readonly DevicePlace[];
  layer: Layer;
  place: Place | null;
  onPlace: (place: Place) => void;
}

/** The elements on the map: rain on its layer, devices, and above them the names of the pivots. */
export function PlacedMarkers({ surface, rain, pivots, devices, layer, place, onPlace }: PlacedMarkersProps) {
  const isChosen = (kind: Place["kind"], id: string) => place?.kind === kind && place.id === id;
  const bubbles = layer === "rain" ? rain : [];
  // Where bubbles are shown, a gauge is shown by its bubble only.
  const gauges = new Set(bubbles.map(({ deviceId }) => deviceId));
  return (
    <>
      {bubbles.map(({ deviceId, lat, lon, mm }) => (
        <Marker
          key={`rain ${deviceId}`}
          surface={surface}
          at={[lat, lon]}
          onClick={() => onPlace({ kind: "device", id: deviceId })}
        >
          <RainMarker mm={mm} />
        </Marker>
      ))}
      {devices
        .filter(({ device }) => !gauges.has(device._id))
        .map(({ device, at }) => (
          <Marker
            key={device._id}
            surface={surface}
            at={at}
            onClick={() => onPlace({ kind: "device", id: device._id })}
          >
            <DeviceMarker device={device} selected={isChosen("device", device._id)} />
          </Marker>
        ))}
      {pivots.map((pivot) => (
        <Marker
          key={pivot.pivot._id}
          surface={surface}
          at={destination(pivot.centre, SOUTH_DEG, pivot.pivot.radiusM)}
          zIndex={1000}
          onClick={() => onPlace({ kind: "pivot", id: pivot.pivot._id })}
        >
          <PivotMarker place={pivot} layer={layer} selected={isChosen("pivot", pivot.pivot._id)} />
        </Marker>
      ))}
    </>
  );
}

interface MarkerProps {
  surface: MapSurface;
  at: LatLon;
  zIndex?: number;
  onClick?: () => void;
  children: ReactNode;
}

/** An element at a fixed place of the map. */
function Marker({ surface, at: [lat, lon], zIndex = 0, onClick, children }: MarkerProps) {
  const [element] = useState(() => document.createElement("div"));
  const click = useEffectEvent(() => onClick?.());
  const isButton = onClick !== undefined;
  useEffect(
    () =>
      placeMarker(surface, [lat, lon], element, {
        className: styles.marker ?? "",
        zIndex,
        onClick: isButton ? () => click() : undefined,
      }),
    [surface, lat, lon, element, zIndex, isButton],
  );
  return createPortal(children, element);
}
