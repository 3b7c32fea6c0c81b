import type { MapView } from "@lamina/shared/irrigameter";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useRuntimeConfig } from "../../core/runtime-config/use-runtime-config.ts";
import type { Position } from "../../platform/position.ts";
import { StatusPatterns } from "../../ui/faces/status-ink.tsx";
import { destination, type LatLon } from "../../ui/map/geometry.ts";
import { createSurface, type MapSurface } from "../../ui/map/surface.ts";
import { statusKinds } from "../../ui/status.tsx";
import { drawShapes, placeMarker } from "./draw.ts";
import styles from "./map-canvas.module.css";
import type { Layer, Place } from "./map-params.ts";
import { DeviceMarker, PivotMarker, RainMarker } from "./markers.tsx";
import { type DevicePlace, extent, type PivotPlace } from "./places.ts";
import { groundShapes, PATTERN, positionShapes } from "./shapes.ts";
import { text } from "./text.ts";

const SOUTH_DEG = 180;

export interface MapCanvasProps {
  map: MapView;
  pivots: readonly PivotPlace[];
  devices: readonly DevicePlace[];
  layer: Layer;
  /** The farm that the map is fitted to. */
  farmId: string | undefined;
  place: Place | null;
  position: Position | null;
  /** Another number fits the map to the farm again. */
  fitting: number;
  onPlace: (place: Place) => void;
}

/** The map itself, with the library that draws it: fetched when first shown. */
export function MapCanvas(props: MapCanvasProps) {
  const { map, pivots, devices, layer, farmId, place, position, fitting, onPlace } = props;
  const element = useRef<HTMLDivElement>(null);
  const [surface, setSurface] = useState<MapSurface | null>(null);
  const config = useRuntimeConfig();
  const tiles = config?.mapTiles ?? null;
  const open = useEffectEvent(onPlace);

  useEffect(() => {
    if (!element.current) return;
    const made = createSurface(element.current, tiles);
    setSurface(made);
    return () => {
      setSurface(null);
      made.close();
    };
  }, [tiles]);

  const points = useMemo(() => extent(map, farmId), [map, farmId]);
  const fit = useEffectEvent(() => surface?.fit(points));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the farm and the wish fit the map, new data do not move it
  useEffect(() => {
    if (surface) fit();
  }, [surface, farmId, fitting]);

  useEffect(() => {
    if (!surface) return;
    return drawShapes(
      surface,
      groundShapes({ map, pivots, layer, place }, (id) => open({ kind: "pivot", id })),
    );
  }, [surface, map, pivots, layer, place]);

  useEffect(() => {
    if (!surface || !position) return;
    surface.look([position.lat, position.lon]);
    return drawShapes(surface, positionShapes(position));
  }, [surface, position]);

  // A gauge is told by its bubble, where bubbles are shown.
  const gauges = new Set(layer === "rain" ? map.rain7d.map(({ deviceId }) => deviceId) : []);
  const shownDevices = devices.filter(({ device }) => !gauges.has(device._id));
  return (
    <section className={styles.frame} aria-label={text.map}>
      <svg className={styles.patterns} aria-hidden="true">
        <defs>
          <StatusPatterns id={PATTERN} kinds={statusKinds} />
        </defs>
      </svg>
      <div ref={element} className={styles.ground} />
      {surface && (
        <>
          {layer === "rain" &&
            map.rain7d.map((rain) => (
              <Marker
                key={`rain ${rain.deviceId}`}
                surface={surface}
                at={[rain.lat, rain.lon]}
                onClick={() => onPlace({ kind: "device", id: rain.deviceId })}
              >
                <RainMarker mm={rain.mm} />
              </Marker>
            ))}
          {shownDevices.map(({ device, at }) => (
            <Marker
              key={device._id}
              surface={surface}
              at={at}
              onClick={() => onPlace({ kind: "device", id: device._id })}
            >
              <DeviceMarker device={device} selected={place?.kind === "device" && place.id === device._id} />
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
              <PivotMarker
                place={pivot}
                layer={layer}
                selected={place?.kind === "pivot" && place.id === pivot.pivot._id}
              />
            </Marker>
          ))}
        </>
      )}
    </section>
  );
}

interface MarkerProps {
  surface: MapSurface;
  at: LatLon;
  zIndex?: number;
  onClick?: () => void;
  children: ReactNode;
}

/** A piece of the page that stays on its place of the map. */
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
