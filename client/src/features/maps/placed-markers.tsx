import type { FarmLine } from "@lamina/shared/records/farm";
import type { MapView } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { pivotStatusQuery, withPanels } from "../../core/pivot-status/pivot-status.ts";
import { riskWords } from "../../field/risk.ts";
import { destination, type LatLon } from "../../ui/map/geometry.ts";
import type { MapSurface } from "../../ui/map/surface.ts";
import { placeMarker } from "./draw.ts";
import { alongLine, aroundDisc, dotsOf, type Frame, isWithin, type Label, placeLabels } from "./labels.ts";
import styles from "./map-canvas.module.css";
import type { Layer, MapSelection } from "./map-params.ts";
import { DeviceMarker, FarmMarker, PivotMarker, RainMarker } from "./markers.tsx";
import { areCalm, borderOf, type DevicePlace, type Motion, motionOf, type PivotPlace, worstStatus } from "./places.ts";

/** The sizes of names and icons are those of a text of this size. */
const USUAL_PX = 16;
const LABEL_HEIGHT_PX = 28;
const LETTER_PX = 7;
/** ` irrigou 12,1 mm`, and ` 27,3 % vol`. */
const APPLIED_LETTERS = 16;
const MOISTURE_LETTERS = 11;
/** ` 1º · `. */
const ORDER_LETTERS = 4;
const LABEL_REST_PX = 44;
/** The name of a road or a stream is smaller. */
const LINE_HEIGHT_PX = 18;
const LINE_LETTER_PX = 6.5;
/** The map shows at least so much around a farm. */
const FRAME_PX = 16;
/** Distances in dots between a line's name and its repetition, and their number. */
const NAME_EVERY = 8;
const LINE_POINTS = 40;
/** A pivot with a smaller radius is a dot. */
const DOT_PX = 10;
/** Of many pivots with a smaller radius, the names would cover the circles: their status alone is shown. */
const CROWDED_PX = 30;
const MANY_PIVOTS = 12;
/** Devices would cover pivots with a smaller radius: they are in the list only. */
const COVERED_PX = 36;
const DEVICE_PX = 30;
const NONE: readonly PivotPlace[] = [];

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
  place: MapSelection | null;
  onPlace: (place: MapSelection) => void;
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
  const isChosen = (kind: MapSelection["kind"], id: string) => place?.kind === kind && place.id === id;
  const bubbles = layer === "rain" ? rain : [];
  // Where bubbles are shown, a gauge is shown by its bubble only.
  const gauges = new Set(bubbles.map(({ deviceId }) => deviceId));
  const zoom = useZoom(surface);
  const scale = textScale();
  const isCrowded = pivots.length > MANY_PIVOTS && isSmaller(surface, zoom, pivots, CROWDED_PX * scale);
  const areCovering = isSmaller(surface, zoom, pivots, COVERED_PX * scale);
  const shownDevices = areCovering ? [] : devices.filter(({ device }) => !gauges.has(device._id));
  const motions = useMotions(pivots, ofDay);
  const lines = useMemo(
    () =>
      areCovering ? [] : farms.flatMap(({ _id, lines }) => (lines ?? []).map((line) => ({ ...line, farmId: _id }))),
    [areCovering, farms],
  );
  const labels = useLabels(surface, zoom, {
    farms,
    pivots: isCrowded ? NONE : pivots,
    motions,
    layer,
    place,
    devices: shownDevices,
    lines,
    scale,
  });
  if (farms.length > 1 && isSmaller(surface, zoom, pivots, DOT_PX))
    return farms.map(({ _id, name, lat, lon }) => {
      const ownPivots = pivots.filter(({ pivot }) => pivot.farmId === _id);
      return (
        <Marker key={_id} surface={surface} at={[lat, lon]} zIndex={1000} onClick={() => onFarm(_id)}>
          <FarmMarker
            name={name}
            pivots={ownPivots.length}
            kind={worstStatus(ownPivots, layer)}
            calm={layer === "calculated" && areCalm(ownPivots, layer)}
          />
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
      {lines.map(({ name }, index) => {
        const label = labels.get(lineKey(index));
        return (
          label && (
            <Marker key={lineKey(index)} surface={surface} at={label.at}>
              <span className={styles.lineName}>{name}</span>
            </Marker>
          )
        );
      })}
      {pivots.map((pivot, index) => {
        const selected = isChosen("pivot", pivot.pivot._id);
        const label = labels.get(pivot.pivot._id);
        return (
          <Marker
            key={pivot.pivot._id}
            surface={surface}
            at={label?.at ?? pivot.centre}
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

const lineKey = (index: number) => `line ${index}`;

/** The northernmost point of a pivot's circle. */
const edgeOf = ({ centre, pivot }: PivotPlace) => destination(centre, 0, pivot.radiusM);

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

/** The size of the browser's text, as a part of the usual. */
const textScale = () => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_PX) / USUAL_PX;

/** True when the largest pivot has a smaller radius on the screen. */
function isSmaller({ map }: MapSurface, zoom: number | null, pivots: readonly PivotPlace[], radiusPx: number): boolean {
  const [largest] = [...pivots].sort((one, other) => other.pivot.radiusM - one.pivot.radiusM);
  if (zoom === null || !largest) return false;
  const hub = map.project(largest.centre, zoom);
  return hub.distanceTo(map.project(edgeOf(largest), zoom)) < radiusPx;
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

/** Where a name covers nothing, and whether it is without its motion and delay there. */
interface NamePlace {
  at: LatLon;
  isShort: boolean;
}

interface Named {
  farms: MapView["farms"];
  pivots: readonly PivotPlace[];
  motions: readonly Motion[];
  layer: Layer;
  place: MapSelection | null;
  devices: readonly DevicePlace[];
  lines: readonly (FarmLine & { farmId: string })[];
  /** Of the text, by which names and icons are larger. */
  scale: number;
}

/**
 * The places of the names at the zoom of the map: beside the circles, clear of all circles, devices and other names; that of the
 * selected pivot first, and those of the lines, clear of the line too, last.
 */
function useLabels(
  { map }: MapSurface,
  zoom: number | null,
  { farms, pivots, motions, layer, place, devices, lines, scale }: Named,
): ReadonlyMap<string, NamePlace> {
  const selected = place?.kind === "pivot" ? place.id : null;
  return useMemo(() => {
    if (zoom === null) return new Map();
    const pixels = (at: LatLon) => xy(map.project(at, zoom));
    const circles = pivots.map((one, index) => {
      const hub = pixels(one.centre);
      return { one, motion: motions[index] ?? "still", ...hub, radius: Math.abs(hub.y - pixels(edgeOf(one)).y) };
    });
    const frames = new Map(
      farms.flatMap((farm) => {
        const corners = [
          ...borderOf(farm).map(pixels),
          ...circles
            .filter(({ one }) => one.pivot.farmId === farm._id)
            .flatMap(({ x, y, radius }) => [-radius, radius].map((far) => ({ x: x + far, y: y + far }))),
        ];
        // A farm with neither outline nor pivots is a point.
        return corners.length > 1 ? [[farm._id, frameOf(corners)] as const] : [];
      }),
    );
    const ofPivots = circles.map(({ one: { pivot, sectors, risk, order }, motion, ...disc }): Label => {
      const applied = sectors.some(({ appliedMm }) => appliedMm !== null) ? APPLIED_LETTERS : 0;
      const letters = pivot.name.length + applied + (layer === "moisture" ? MOISTURE_LETTERS : 0);
      const name = LABEL_REST_PX + LETTER_PX * letters;
      const place = layer === "calculated" && order ? ORDER_LETTERS : 0;
      const delay = layer === "calculated" && risk ? riskWords(risk).length : 0;
      const short = name + LETTER_PX * ((motion === "still" ? 0 : 1) + place);
      const long = name + LETTER_PX * ((motion === "still" ? 0 : 9) + place + delay);
      return {
        key: pivot._id,
        widths: (long > short ? [long, short] : [name]).map((px) => scale * px),
        height: scale * LABEL_HEIGHT_PX,
        frame: frames.get(pivot.farmId),
        // The map's edge would cut large text, and the status alone tells more than a part of it.
        onlyWithin: scale > 1 && frames.has(pivot.farmId),
        places: aroundDisc(disc),
      };
    });
    const ofLines = lines.map(({ name, points, farmId }, index): Label => {
      const line = points.map(([lon, lat]) => pixels([lat, lon]));
      const [dots, frame] = [dotsOf(line), frames.get(farmId)];
      return {
        key: lineKey(index),
        widths: [scale * LINE_LETTER_PX * name.length],
        height: scale * LINE_HEIGHT_PX,
        frame,
        // The name of a road that leaves the farm may be out there.
        onlyWithin: frame !== undefined && line.every((point) => isWithin(frame, point)),
        places: alongLine(dots.filter((_, dot) => dot % NAME_EVERY === 0).slice(0, LINE_POINTS)),
        obstacles: dots,
      };
    });
    const found = placeLabels(
      [...ofPivots.sort((a, b) => Number(b.key === selected) - Number(a.key === selected)), ...ofLines],
      [
        ...circles,
        ...devices.map(({ at }) => ({ ...pixels(at), width: scale * DEVICE_PX, height: scale * DEVICE_PX })),
      ],
    );
    return new Map(
      [...found].map(([key, { at, width }]): [string, NamePlace] => {
        const { lat, lng } = map.unproject([at.x, at.y], zoom);
        return [key, { at: [lat, lng], isShort: width === 1 }];
      }),
    );
  }, [map, zoom, farms, pivots, motions, layer, selected, devices, lines, scale]);
}

/** The rectangle around a farm, to which the map is fitted. */
function frameOf(points: readonly { x: number; y: number }[]): Frame {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    min: { x: Math.min(...xs) - FRAME_PX, y: Math.min(...ys) - FRAME_PX },
    max: { x: Math.max(...xs) + FRAME_PX, y: Math.max(...ys) + FRAME_PX },
  };
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
