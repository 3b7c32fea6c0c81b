import type { MapView } from "@lamina/shared/views/irrigameter";
import { statusOrder } from "@lamina/shared/views/urgency";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { pivotStatusQuery, withPanels } from "../../core/pivot-status/pivot-status.ts";
import { useMapGround } from "../../core/runtime-config/use-runtime-config.ts";
import { StatusPatterns, StressPatterns } from "../../field/diagrams/status-ink.tsx";
import type { Position } from "../../platform/position.ts";
import { classNames } from "../../ui/class-names.ts";
import { createSurface, type MapSurface } from "../../ui/map/surface.ts";
import { createDrawing, type Drawing, drawShapes, isDrawnOnCanvas } from "./draw.ts";
import styles from "./map-canvas.module.css";
import type { Layer, MapSelection } from "./map-params.ts";
import { PlacedMarkers } from "./placed-markers.tsx";
import { type DevicePlace, extent, type PivotPlace } from "./places.ts";
import { groundShapes, needleShapes, PATTERN, positionShapes } from "./shapes.ts";
import { text } from "./text.ts";

export interface MapCanvasProps {
  map: MapView;
  pivots: readonly PivotPlace[];
  devices: readonly DevicePlace[];
  layer: Layer;
  /** True for a day of the past. */
  ofDay: boolean;
  /** The map is fitted to this farm. */
  farmId: string | undefined;
  place: MapSelection | null;
  position: Position | null;
  /** A new number fits the map to the farm again. */
  fitting: number;
  /** Named after its farm where there are several maps. */
  name?: string;
  /** One of several maps that do not move, so that the page scrolls over them. */
  isFixed?: boolean;
  onPlace: (place: MapSelection) => void;
  onFarm: (farmId: string) => void;
}

/** A map that does not move. */
const FIXED = {
  ...{ dragging: false, touchZoom: false, scrollWheelZoom: false, doubleClickZoom: false, boxZoom: false },
  keyboard: false,
} as const;

/** Shapes of a moving arm. */
const ARM_SHAPES = 3;

/** The map with the library that draws it, loaded when the map is first shown. */
export function MapCanvas(props: MapCanvasProps) {
  const { map, pivots, devices, layer, ofDay, farmId, place, position, fitting, onPlace, onFarm } = props;
  const { name = text.map, isFixed = false } = props;
  const element = useRef<HTMLDivElement>(null);
  const [surface, setSurface] = useState<MapSurface | null>(null);
  const ground = useMapGround();
  const open = useEffectEvent(onPlace);

  useEffect(() => {
    if (!element.current) return;
    const newSurface = createSurface(element.current, ground, isFixed ? FIXED : {});
    setSurface(newSurface);
    return () => {
      setSurface(null);
      newSurface.close();
    };
  }, [ground, isFixed]);

  const points = useMemo(() => extent(map, farmId), [map, farmId]);
  const fit = useEffectEvent(() => surface?.fit(points));
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data do not move the map
  useEffect(() => {
    if (surface) fit();
  }, [surface, farmId, fitting]);

  const sectors = pivots.reduce((sum, pivot) => sum + pivot.sectors.length, 0);
  const onCanvas = isDrawnOnCanvas(sectors + ARM_SHAPES * pivots.length);
  const drawing = useDrawing(surface, onCanvas);
  useEffect(() => {
    drawing?.draw(groundShapes({ map, pivots, layer, place }, (id) => open({ kind: "pivot", id })));
  }, [drawing, map, pivots, layer, place]);

  useEffect(() => {
    if (!surface || !position) return;
    surface.look([position.lat, position.lon]);
    return drawShapes(surface, positionShapes(position));
  }, [surface, position]);

  return (
    <section className={classNames(styles.frame, isFixed && styles.fixed)} aria-label={name}>
      <svg className={styles.patterns} aria-hidden="true">
        <defs>
          <StatusPatterns id={PATTERN} kinds={statusOrder} />
          <StressPatterns id={PATTERN} />
        </defs>
      </svg>
      <div ref={element} className={styles.ground} data-ground={ground?.mapTiles ? "imagery" : "plain"} />
      {surface && (
        <>
          <Arms surface={surface} pivots={pivots} ofDay={ofDay} onCanvas={onCanvas} />
          <PlacedMarkers
            surface={surface}
            farms={map.farms}
            rain={map.rain7d}
            pivots={pivots}
            devices={devices}
            layer={layer}
            ofDay={ofDay}
            place={place}
            onPlace={onPlace}
            onFarm={onFarm}
          />
        </>
      )}
    </section>
  );
}

interface ArmsProps {
  surface: MapSurface;
  pivots: readonly PivotPlace[];
  /** True for a day of the past, which has no arms. */
  ofDay: boolean;
  onCanvas: boolean;
}

/** The arms above the ground, in a drawing of their own: a panel's report moves its arm and draws nothing else. */
function Arms({ surface, pivots, ofDay, onCanvas }: ArmsProps) {
  const { data: reported } = useQuery(pivotStatusQuery(useSelectedClient()));
  const drawing = useDrawing(surface, onCanvas, true);
  useEffect(() => {
    const machines = pivots.map(({ pivot }) => pivot);
    drawing?.draw(ofDay ? [] : withPanels(machines, reported).flatMap(needleShapes));
  }, [drawing, pivots, reported, ofDay]);
  return null;
}

/** An empty drawing on a map, from its creation until the map is left; `isAbove`: above the ground. */
function useDrawing(surface: MapSurface | null, onCanvas: boolean, isAbove = false): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    if (!surface) return;
    const newDrawing = createDrawing(surface, { onCanvas, isAbove });
    setDrawing(newDrawing);
    return () => {
      setDrawing(null);
      newDrawing.remove();
    };
  }, [surface, onCanvas, isAbove]);
  return drawing;
}
