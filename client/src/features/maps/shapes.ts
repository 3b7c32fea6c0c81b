import type { MapView } from "@lamina/shared/views/irrigameter";
import type { StressFace } from "../../field/diagrams/status-ink.tsx";
import type { StatusKind } from "../../field/status.tsx";
import type { Position } from "../../platform/position.ts";
import { destination, type LatLon, wedge } from "../../ui/map/geometry.ts";
import type { Shape } from "./draw.ts";
import type { Layer, MapSelection } from "./map-params.ts";
import {
  angleOf,
  borderOf,
  bubbleRadius,
  type MapPivot,
  moistureStep,
  motionOf,
  type PivotPlace,
  type SectorPlace,
  statusOn,
  stressFace,
} from "./places.ts";
import styles from "./shapes.module.css";

/** Prefix of the ids of the status patterns. */
export const PATTERN = "map-status-";

const classOf = (name: string) => styles[name] ?? "";

interface Ground {
  map: MapView;
  pivots: readonly PivotPlace[];
  layer: Layer;
  place: MapSelection | null;
}

/** The shapes on the ground in drawing order, from the farm's outline and lines to the bubbles of rain. */
export function groundShapes({ map, pivots, layer, place }: Ground, onPivot: (id: string) => void): Shape[] {
  const selected = place?.kind === "pivot" ? place.id : null;
  const farms = map.farms.map(
    (farm): Shape => ({
      key: `farm ${farm._id}`,
      kind: "area",
      points: borderOf(farm),
      className: classOf("farm"),
    }),
  );
  const lines = map.farms.flatMap(({ _id, lines: drawn }) =>
    (drawn ?? []).map(
      ({ kind, points }, index): Shape => ({
        key: `line ${_id} ${index}`,
        kind: "line",
        points: points.map(([lon, lat]) => [lat, lon]),
        className: classOf(kind),
      }),
    ),
  );
  const sectors = pivots.flatMap((one) =>
    one.sectors.map((sector) => {
      const face = layer === "calculated" ? stressFace(one, statusOn(sector, layer)) : null;
      return sectorShape(sector, { layer, face, selected: one.pivot._id === selected }, () => onPivot(one.pivot._id));
    }),
  );
  const bubbles =
    layer === "rain"
      ? map.rain7d.map(
          ({ deviceId, lat, lon, mm }): Shape => ({
            key: `rain ${deviceId}`,
            kind: "disc",
            at: [lat, lon],
            radiusPx: bubbleRadius(mm ?? 0),
            className: classOf(mm === null ? "noRain" : "rain"),
          }),
        )
      : [];
  return [...farms, ...lines, ...sectors, ...bubbles];
}

interface SectorFace {
  layer: Layer;
  face: StressFace | null;
  selected: boolean;
}

function sectorShape(sector: SectorPlace, { layer, face, selected }: SectorFace, onClick: () => void): Shape {
  const base = { key: sector.sector._id, kind: "area" as const, points: sector.outline, onClick };
  const edge = [selected && classOf("selected"), sector.appliedMm !== null && classOf("watered")]
    .filter(Boolean)
    .join(" ");
  if (layer === "rain") return { ...base, className: `${classOf("quiet")} ${edge}` };
  if (layer === "moisture") {
    const step = moistureStep(sector.meanPct);
    const className = `${classOf("sector")} ${classOf(step === null ? "nodata" : `moisture${step}`)} ${edge}`;
    return { ...base, className, ...(step === null && { pattern: PATTERN + ("nodata" satisfies StatusKind) }) };
  }
  const status = statusOn(sector, layer);
  const className = [classOf("sector"), classOf(status), face && classOf(face), edge].filter(Boolean).join(" ");
  return { ...base, className, pattern: PATTERN + (face ?? status) };
}

/** Degrees behind a moving arm that its trail covers. */
const TRAIL_DEG = 24;

/**
 * The arm from the hub to the last tower, with a glow below it so that it is visible on every colour. A moving machine
 * has a trail behind its arm: blue with water, grey without.
 */
export function needleShapes(pivot: MapPivot): Shape[] {
  const angle = angleOf(pivot);
  if (angle === null) return [];
  const centre: LatLon = [pivot.lat, pivot.lon];
  const points = [centre, destination(centre, angle, pivot.radiusM)];
  const motion = motionOf(pivot);
  const [from, to] = pivot.status?.direction === "reverse" ? [angle, angle + TRAIL_DEG] : [angle - TRAIL_DEG, angle];
  const trail: Shape[] =
    motion === "still"
      ? []
      : [
          {
            key: `trail ${pivot._id}`,
            kind: "area",
            points: wedge(centre, pivot.radiusM, (from + 360) % 360, (to + 360) % 360),
            className: classOf(motion === "wet" ? "wetTrail" : "dryTrail"),
          },
        ];
  return [
    ...trail,
    { key: `glow ${pivot._id}`, kind: "line", points, className: classOf("needleGlow") },
    { key: `needle ${pivot._id}`, kind: "line", points, className: classOf("needle") },
  ];
}

/** The user's position and its accuracy radius. */
export function positionShapes({ lat, lon, accuracyM }: Position): Shape[] {
  return [
    { key: "accuracy", kind: "round", at: [lat, lon], radiusM: accuracyM, className: classOf("accuracy") },
    { key: "me", kind: "disc", at: [lat, lon], radiusPx: 8, className: classOf("me") },
  ];
}
