import type { MapView } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { pivotStatusQuery, withPanels } from "../../core/pivot-status/pivot-status.ts";
import { destination, type LatLon } from "../../ui/map/geometry.ts";
import type { MapSurface } from "../../ui/map/surface.ts";
import { placeMarker } from "./draw.ts";
import { placeLabels } from "./labels.ts";
import styles from "./map-canvas.module.css";
import type { Layer, Place } from "./map-params.ts";
import { DeviceMarker, FarmMarker, PivotMarker, RainMarker } from "./markers.tsx";
import { type DevicePlace, type Motion, motionOf, type PivotPlace, worstStatus } from "./places.ts";

/** Where the name of a pivot may be, clear of its hub: on its edge, else outside it. */
const LABEL_PLACES = [1, 1.35].flatMap((radii) => [180, 0, 90, 270].map((deg) => ({ deg, radii })));
type LabelPlace = (typeof LABEL_PLACES)[number];
const LABEL_HEIGHT_PX = 28;
/** From a small pivot to the middle of its name. */
const LABEL_GAP_PX = LABEL_HEIGHT_PX / 2 + 4;
const LETTER_PX = 7;
/** ` irrigou 12,1 mm`. */
const APPLIED_LETTERS = 16;
const LABEL_REST_PX = 44;
/** A pivot with a smaller radius is a dot. */
const DOT_PX = 10;
/** Of many pivots with a smaller radius, the names would cover the circles: their status alone is shown. */
const CROWDED_PX = 30;
const MANY_PIVOTS = 12;
/** Devices would cover pivots with a smaller radius: they are in the list only. */
const COVERED_PX = 36;
const DEVICE_PX = 30;

interface PlacedMarkersProps {
  surface: MapSurface;
  /** Marked by their names where their pivots are too small to see. */
  farms: MapView["farms"];
  rain: MapView["rain7d"];
  pivots: readonly PivotPlace[];
  devices: readonly DevicePlace[];
  layer: Layer;
  /** True for a day of the past, whose rain is that of the day. */
  ofDay: boolean;
  place: Place | null;
  onPlace: (place: Place) => void;
  onFarm: (farmId: string) => void;
}

/** The elements on the map: rain on its layer, devices, and above them the names of the pivots. */
export function PlacedMarkers({
  surface,
  farms,
  rain,
  pivots,
  devices,
  layer,
  ofDay,
  place,
  onPlace,
  onFarm,
}: PlacedMarkersProps) {
  const isChosen = (kind: Place["kind"], id: string) => place?.kind === kind && place.id === id;
  const bubbles = layer === "rain" ? rain : [];
  // Where bubbles are shown, a gauge is shown by its bubble only.
  const gauges = new Set(bubbles.map(({ deviceId }) => deviceId));
  const zoom = useZoom(surface);
  const isCrowded = pivots.length > MANY_PIVOTS && isSmaller(surface, zoom, pivots, CROWDED_PX);
  const areCovering = isSmaller(surface, zoom, pivots, COVERED_PX);
  const shownDevices = areCovering ? [] : devices.filter(({ device }) => !gauges.has(device._id));
  const motions = useMotions(pivots, ofDay);
  const labels = useLabels(surface, zoom, { pivots, motions, devices: shownDevices });
  if (farms.length > 1 && isSmaller(surface, zoom, pivots, DOT_PX))
    return farms.map(({ _id, name, lat, lon }) => {
      const own = pivots.filter(({ pivot }) => pivot.farmId === _id);
      return (
        <Marker key={_id} surface={surface} at={[lat, lon]} zIndex={1000} onClick={() => onFarm(_id)}>
          <FarmMarker name={name} pivots={own.length} kind={worstStatus(own, layer)} />
        </Marker>
      );
    });
  return (
    <>
      {bubbles.map(({ deviceId, lat, lon, mm }) => (
        <Marker
          key={`rain ${deviceId}`}
          surface={surface}
          at={[lat, lon]}
          onClick={() => onPlace({ kind: "device", id: deviceId })}
        >
          <RainMarker mm={mm} ofDay={ofDay} />
        </Marker>
      ))}
      {shownDevices.map(({ device, at }) => (
        <Marker key={device._id} surface={surface} at={at} onClick={() => onPlace({ kind: "device", id: device._id })}>
          <DeviceMarker device={device} selected={isChosen("device", device._id)} />
        </Marker>
      ))}
      {farms.flatMap(({ _id, lines }) =>
        (areCovering ? [] : (lines ?? [])).map(({ name, points }) => {
          const [lon, lat] = points[Math.floor((points.length - 1) / 2)] ?? [];
          return lon === undefined || lat === undefined ? null : (
            <Marker key={`${_id} ${name}`} surface={surface} at={[lat, lon]}>
              <span className={styles.lineName}>{name}</span>
            </Marker>
          );
        }),
      )}
      {pivots.map((pivot, index) => {
        const selected = isChosen("pivot", pivot.pivot._id);
        const label = isCrowded ? undefined : labels.get(pivot.pivot._id);
        return (
          <Marker
            key={pivot.pivot._id}
            surface={surface}
            at={label ? pointOf(pivot, label.place) : pivot.centre}
            zIndex={1000}
            onClick={() => onPlace({ kind: "pivot", id: pivot.pivot._id })}
          >
            <PivotMarker
              place={pivot}
              motion={motions[index] ?? "still"}
              layer={layer}
              selected={selected}
              isBrief={!label && !selected}
              isShort={label?.isShort ?? false}
            />
          </Marker>
        );
      })}
    </>
  );
}

const pointOf = ({ centre, pivot }: PivotPlace, { deg, radii }: { deg: number; radii: number }) =>
  destination(centre, deg, pivot.radiusM * radii);

/** The zoom of a map; null before it has one. */
function useZoom({ map }: MapSurface): number | null {
  const [zoom, setZoom] = useState(() => (map.getZoom() as number | undefined) ?? null);
  useEffect(() => {
    const look = () => setZoom(map.getZoom());
    look();
    map.on("zoomend", look);
    return () => {
      map.off("zoomend", look);
    };
  }, [map]);
  return zoom;
}

/** True when the largest pivot has a smaller radius on the screen. */
function isSmaller({ map }: MapSurface, zoom: number | null, pivots: readonly PivotPlace[], radiusPx: number): boolean {
  const [largest] = [...pivots].sort((one, other) => other.pivot.radiusM - one.pivot.radiusM);
  if (zoom === null || !largest) return false;
  const hub = map.project(largest.centre, zoom);
  return hub.distanceTo(map.project(pointOf(largest, { deg: 0, radii: 1 }), zoom)) < radiusPx;
}

/** The motions of the pivots' machines by their latest reports. The markers are drawn again only when one of them changes. */
function useMotions(pivots: readonly PivotPlace[], ofDay: boolean): readonly Motion[] {
  const machines = pivots.map(({ pivot }) => pivot);
  const { data } = useQuery({
    ...pivotStatusQuery(useSelectedClient()),
    select: (reported) => withPanels(machines, ofDay ? [] : reported).map(motionOf),
  });
  return data;
}

/** Where a pivot's name covers nothing, and whether it is without its motion there. */
interface NamePlace {
  place: LabelPlace;
  isShort: boolean;
}

/** The place of each pivot's name at the zoom of the map. Small pivots have it outside, clear of all circles. */
function useLabels(
  { map }: MapSurface,
  zoom: number | null,
  {
    pivots,
    motions,
    devices,
  }: { pivots: readonly PivotPlace[]; motions: readonly Motion[]; devices: readonly DevicePlace[] },
): ReadonlyMap<string, NamePlace> {
  return useMemo(() => {
    if (zoom === null) return new Map();
    const pixels = (at: LatLon) => map.project(at, zoom);
    const circles = pivots.map((place) => {
      const hub = pixels(place.centre);
      return { place, hub, radiusPx: hub.distanceTo(pixels(pointOf(place, { deg: 0, radii: 1 }))) };
    });
    const isSmall = circles.some(({ radiusPx }) => radiusPx < COVERED_PX);
    const obstacles = [
      ...devices.map(({ at }) => ({ ...xy(pixels(at)), width: DEVICE_PX, height: DEVICE_PX })),
      ...(isSmall ? circles : []).map(({ hub, radiusPx }) => ({
        ...xy(hub),
        width: 2 * radiusPx,
        height: 2 * radiusPx,
      })),
    ];
    const placesOf = (radiusPx: number): LabelPlace[] =>
      isSmall ? [180, 0].map((deg) => ({ deg, radii: 1 + LABEL_GAP_PX / radiusPx })) : LABEL_PLACES;
    const labels = circles.map(({ place, radiusPx }, index) => {
      const applied = place.sectors.some(({ appliedMm }) => appliedMm !== null) ? APPLIED_LETTERS * LETTER_PX : 0;
      const name = LABEL_REST_PX + LETTER_PX * place.pivot.name.length + applied;
      return {
        key: place.pivot._id,
        widths: (motions[index] ?? "still") === "still" ? [name, name] : [name + 9 * LETTER_PX, name + LETTER_PX],
        height: LABEL_HEIGHT_PX,
        places: placesOf(radiusPx).map((one) => xy(pixels(pointOf(place, one)))),
      };
    });
    const found = placeLabels(labels, obstacles);
    return new Map(
      circles.flatMap(({ place: { pivot }, radiusPx }): [string, NamePlace][] => {
        const label = found.get(pivot._id);
        const place = label && placesOf(radiusPx)[label.place];
        return label && place ? [[pivot._id, { place, isShort: label.width === 1 }]] : [];
      }),
    );
  }, [map, zoom, pivots, motions, devices]);
}

const xy = ({ x, y }: { x: number; y: number }) => ({ x, y });

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
