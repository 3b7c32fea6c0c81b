import { countedCells, notationInRange, notationOf, readNumber } from "../../../../ui/import/column-numbers.ts";
import { distanceM } from "../../../../ui/map/geometry.ts";
import { projectionNamed, utm } from "../../../../ui/map-file/projection.ts";
import { plainText } from "../../../../ui/plain-text.ts";

type Rows = readonly string[][];
type Projection = ReturnType<typeof utm>;
type LatLon = readonly [lat: number, lon: number];

/** Rows among which the names are. */
const LOOKED_AT = 60;
const EAST = /^(?:utm |coord\w* )*(?:e|x|l|este|leste|easting)(?: utm)?$/;
const NORTH = /^(?:utm |coord\w* )*(?:n|y|norte|northing)(?: utm)?$/;
const ZONE = /^(?:fuso|zona|zone|utm zone|fuso utm)$/;
/** Eastings and northings of UTM, m. */
const EAST_RANGE = [100_000, 900_000] as const;
const NORTH_RANGE = [1, 10_000_000] as const;
/** UTM zones of Brazil. */
const ZONES = [18, 19, 20, 21, 22, 23, 24, 25];
const NAMED = /(?:fuso|zona|zone|utm)\D{0,4}(1[89]|2[0-5])\s*-?\s*([a-z])?\b|\b(1[89]|2[0-5])\s?([hjklmnps])\b/i;
/** A machine of a farm is within this of the farm's place; the next zone is 600 km away. */
const NEAR_M = 300_000;

/**
 * A table whose places are in metres of UTM as one in degrees: by the zone that the file names, or the only one in which the
 * first place is near a farm. Without either the table stays as it is, because 600 km are at stake. SAD 69 stays too: it is
 * 60 m off.
 */
export function withDegrees(cells: Rows, farms: readonly LatLon[]): Rows {
  const header = cells.slice(0, LOOKED_AT).findIndex((row) => columnOf(row, EAST) >= 0 && columnOf(row, NORTH) >= 0);
  const names = cells[header];
  if (!names || names.some((name) => /^lat/.test(plainText(name)))) return cells;
  const [east, north, zoned] = [columnOf(names, EAST), columnOf(names, NORTH), columnOf(names, ZONE)];
  const above = cells
    .slice(0, header + 1)
    .flat()
    .join(" ");
  if (/sad[\s-]*69|corrego/i.test(plainText(above))) return cells;
  const rows = cells.slice(header + 1);
  const readEast = reader(rows, east, EAST_RANGE);
  const readNorth = reader(rows, north, NORTH_RANGE);
  const pointOf = (row: readonly string[]) => [readEast(row[east] ?? ""), readNorth(row[north] ?? "")] as const;
  const first = rows.map(pointOf).find(isPoint);
  const common = projectionNamed(above) ?? named(above) ?? (first && nearest(first, farms));
  return [
    ...cells.slice(0, header),
    names.map((name, column) => (column === north ? "Latitude" : column === east ? "Longitude" : name)),
    ...rows.map((row) => {
      const projection = (zoned >= 0 && named(`fuso ${row[zoned] ?? ""}`)) || common;
      const point = pointOf(row);
      if (!projection || !isPoint(point)) return row;
      const [lon = 0, lat = 0] = projection([...point]);
      return row.map((cell, column) => (column === north ? lat.toFixed(7) : column === east ? lon.toFixed(7) : cell));
    }),
  ];
}

/** `Coord. E (m)`, `UTM_E` and `Leste 22K` are `coord e`, `utm e` and `leste`. */
const columnOf = (row: readonly string[], names: RegExp) =>
  row.findIndex((cell) =>
    names.test(
      plainText(cell)
        .replace(/\(.*\)|[[\]]/g, "")
        .replace(/[\s_.:-]+/g, " ")
        .replace(/ (?:1[89]|2[0-5]) ?[a-z]?\s*$/, "")
        .trim(),
    ),
  );

function reader(rows: Rows, column: number, range: readonly [number, number]): (cell: string) => number {
  const counted = countedCells(rows.map((row) => row[column] ?? ""));
  const notation = notationOf(counted) ?? notationInRange(counted, range);
  return (cell) => readNumber(cell.replace(/\s*m?[ENS]?$/i, ""), notation);
}

const isPoint = ([east, north]: readonly [number, number]) =>
  east >= EAST_RANGE[0] && east <= EAST_RANGE[1] && north >= NORTH_RANGE[0] && north <= NORTH_RANGE[1];

/** The zone that a text names: `Fuso 23S`, `22K`, `UTM 21 Sul`. The bands N and P are north of the equator. */
function named(text: string): Projection | undefined {
  const [, zone, band, other, letter = band ?? ""] = NAMED.exec(text) ?? [];
  const number = Number(zone ?? other);
  return Number.isNaN(number) ? undefined : utm(number, /[np]/i.test(letter) ? "N" : "S");
}

function nearest(point: readonly [number, number], farms: readonly LatLon[]): Projection | undefined {
  const all = ZONES.flatMap((zone) => (["S", "N"] as const).map((side) => utm(zone, side)));
  const near = all.filter((projection) => {
    const [lon = 0, lat = 0] = projection([...point]);
    return farms.some((farm) => distanceM([lat, lon], [farm[0], farm[1]]) < NEAR_M);
  });
  return near.length === 1 ? near[0] : undefined;
}
