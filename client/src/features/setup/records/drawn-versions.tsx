import type { ReactNode } from "react";
import { formatNumber } from "../../../ui/format.ts";
import { type LatLon, outlineAreaHa } from "../../../ui/map/geometry.ts";
import styles from "./conflict-dialog.module.css";
import { partOf } from "./data/shown-value.ts";
import { text } from "./data/text.ts";

const DEGREES_TO_RADIAN = Math.PI / 180;

/** What a map draws: an outline of one ring, or lines; each as its points. */
interface Drawing {
  shapes: readonly (readonly LatLon[])[];
  isClosed: boolean;
}

type Position = readonly [lon: number, lat: number];
const pointsOf = (positions: readonly Position[]) => positions.map(([lon, lat]): LatLon => [lat, lon]);

/** The drawing of a record's field; null for a field that no map draws, and without one. */
function drawingOf(value: unknown): Drawing | null {
  const rings = partOf(value, "coordinates");
  // The schema has read both.
  if (partOf(value, "type") === "Polygon" && Array.isArray(rings))
    return { shapes: (rings as Position[][]).map((ring) => pointsOf(ring.slice(0, -1))), isClosed: true };
  if (!Array.isArray(value) || value.length === 0) return null;
  const lines = value.map((line) => partOf(line, "points"));
  if (!lines.every(Array.isArray)) return null;
  return { shapes: (lines as Position[][]).map(pointsOf), isClosed: false };
}

/** Both versions of a field that a map draws, each over the other one; null for another field. */
export function drawnVersions(mine: unknown, current: unknown): Record<"mine" | "current", ReactNode> | null {
  const [own, other] = [drawingOf(mine), drawingOf(current)];
  if (own === null && other === null) return null;
  return {
    mine: <Version drawing={own} over={other} />,
    current: <Version drawing={other} over={own} />,
  };
}

function Version({ drawing, over }: { drawing: Drawing | null; over: Drawing | null }) {
  if (drawing === null) return text.nothing;
  const all = [...drawing.shapes, ...(over?.shapes ?? [])].flat();
  const [lats, lons] = [all.map(([lat]) => lat), all.map(([, lon]) => lon)];
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lons), Math.max(...lons)];
  // Degrees of longitude are shorter than those of latitude.
  const width = Math.cos(((south + north) / 2) * DEGREES_TO_RADIAN);
  const scale = 100 / (Math.max((east - west) * width, north - south) || 1);
  const at = ([lat, lon]: LatLon) => `${(lon - west) * width * scale},${(north - lat) * scale}`;
  const path = ({ shapes, isClosed }: Drawing) =>
    shapes.map((points) => `M${points.map(at).join("L")}${isClosed ? "Z" : ""}`).join("");
  const size = [(east - west) * width * scale, (north - south) * scale].map((side) => Math.max(side, 1) + 8);
  return (
    <>
      {drawnWords(drawing)}
      <svg className={styles.drawing} viewBox={`-4 -4 ${size.join(" ")}`} aria-hidden="true">
        {over && <path className={styles.over} d={path(over)} />}
        <path className={drawing.isClosed ? styles.outline : ""} d={path(drawing)} />
      </svg>
    </>
  );
}

function drawnWords({ shapes, isClosed }: Drawing): string {
  const points = shapes.reduce((sum, shape) => sum + shape.length, 0);
  if (!isClosed) return text.drawnLines(shapes.length, points);
  const [outer = 0, ...holes] = shapes.map(outlineAreaHa);
  const area = holes.reduce((left, hole) => left - hole, outer);
  return text.drawnOutline(points, formatNumber(area, 1));
}
