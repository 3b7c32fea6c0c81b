import { type Farm, pivotMmDay } from "@lamina/shared/records/farm";
import { outlineAreaHa } from "../../../../ui/map/geometry.ts";
import type { GoodRow } from "../../importing/import-rows.ts";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";
import { sameValue } from "../../records/data/shown-value.ts";
import { boundaryOf, lineOf, type Place } from "./places.ts";

/** What the map does not say of new records. */
interface MapDefaults {
  altitude?: number | undefined;
  timezone: Farm["timezone"];
  depthMm: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The places of a map, and what it is read with. */
export interface MapPlan {
  places: readonly Place[];
  farm: RecordOf<"farm"> | undefined;
  lists: RelatedRecords;
  defaults: MapDefaults & { soilId: string };
}

/** The record that a place becomes, as a row of an import; a stored one with the fields that the map has. */
function rowOf(
  place: Place,
  { farm, defaults }: { farm: RecordOf<"farm"> | undefined; defaults: MapDefaults },
): GoodRow | undefined {
  const { line, name, role, shape, circle, record, machine } = place;
  const named = { name: name.trim() };
  const fields = (): Fields | undefined => {
    if (role === "farm") {
      const boundary = boundaryOf(shape);
      if (record) return { _id: record._id, boundary };
      const { altitude, timezone } = defaults;
      const corners = boundary.coordinates[0] ?? [];
      const middle = (axis: 0 | 1) => {
        const all = corners.map((corner) => corner[axis]);
        return Number(((Math.min(...all) + Math.max(...all)) / 2).toFixed(6));
      };
      const areaHa = Number(outlineAreaHa(corners.map(([lon, lat]) => [lat, lon])).toFixed(1));
      return { ...named, lat: middle(1), lon: middle(0), altitude, timezone, areaHa, boundary };
    }
    if (!circle) return undefined;
    const { lat, lon, radiusM, angleStart, angleEnd } = circle;
    if (role === "pivot") {
      const ground = { lat, lon, radiusM, angleStart, angleEnd };
      if (record) return { _id: record._id, ...ground };
      const mmDay = pivotMmDay({ kind: "pivot", radiusM, angleStart, angleEnd, flowM3h: 1 }) ?? 1;
      const flowM3h = Number((defaults.depthMm / mmDay).toFixed(1));
      return { ...named, farmId: farm?._id, kind: "pivot", ...ground, flowM3h, efficiencyPct: 85 };
    }
    if (record) return { _id: record._id, angleStart, angleEnd };
    return { ...named, pivotId: machine?._id, angleStart, angleEnd };
  };
  const found = role === "none" || role === "line" ? undefined : fields();
  return found && { line, fields: found };
}

/** The lines of a farm with those of a map; a line of the same name is replaced. */
function linesRow(places: readonly Place[], farm: RecordOf<"farm"> | undefined): GoodRow | undefined {
  const drawn = places.filter(({ role, fault }) => role === "line" && !fault);
  const [first] = drawn;
  if (!first || !farm) return undefined;
  const lines = [...(farm.lines ?? [])];
  for (const { name, shape } of drawn) {
    const at = lines.findIndex((line) => line.name === name.trim());
    const { kind } = shape.properties;
    const line = {
      name: name.trim(),
      kind: kind === "water" || kind === "contour" || kind === "road" ? kind : (lines[at]?.kind ?? "road"),
      points: lineOf(shape),
    };
    if (at < 0) lines.push(line);
    else lines[at] = line;
  }
  return { line: first.line, fields: { _id: farm._id, lines } };
}

/** Whether a row leaves its stored record as it is. */
function isSame({ fields }: GoodRow, stored: Fields | undefined): boolean {
  return stored !== undefined && Object.entries(fields).every(([field, value]) => sameValue(stored[field], value));
}

/** Rows of the places that change something, by kind, and the number of equal ones. */
export function changesOf({ places, farm, lists, defaults }: MapPlan) {
  const rows: Record<"farm" | "pivot" | "pivotSector", GoodRow[]> = { farm: [], pivot: [], pivotSector: [] };
  let equal = 0;
  const add = (kind: keyof typeof rows, row: GoodRow | undefined) => {
    if (!row) return;
    if (isSame(row, lists.find(kind, row.fields._id))) equal++;
    else rows[kind].push(row);
  };
  for (const place of places) {
    if (place.fault) continue;
    const kind = place.role === "sector" ? "pivotSector" : place.role;
    if (kind === "farm" || kind === "pivot" || kind === "pivotSector") add(kind, rowOf(place, { farm, defaults }));
  }
  add("farm", linesRow(places, farm));
  return { rows, equal };
}
