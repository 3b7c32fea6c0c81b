import { FarmLineKind } from "@lamina/shared/records/farm";
import * as z from "zod";
import type { FormValue } from "../../../ui/form/form-values.ts";
import type { LatLon } from "../../../ui/map/geometry.ts";
import { parseNumber } from "../../../ui/parse-number.ts";
import { typedPlace } from "./place-values.ts";

/** A road, a river or a contour line in the form of a farm. */
export interface DrawnLine {
  name: string;
  kind: FarmLineKind;
  points: readonly LatLon[];
}

/** Lines in a form, which may be incomplete. */
const FormLines = z
  .array(
    z.object({
      name: z.string(),
      kind: FarmLineKind.catch("road"),
      points: z.array(z.tuple([z.number(), z.number()])),
    }),
  )
  .catch([]);

/** The lines in the form's values; the API has longitude before latitude. */
export function linesOf(value: FormValue | undefined): DrawnLine[] {
  return FormLines.parse(value).map(({ points, ...line }) => ({
    ...line,
    points: points.map(([lon, lat]): LatLon => [lat, lon]),
  }));
}

/** Lines as a value of the form. */
export function linesValue(lines: readonly DrawnLine[]): FormValue {
  return lines.map(({ name, kind, points }) => ({ name, kind, points: points.map(([lat, lon]) => [lon, lat]) }));
}

/** Points as text for the keyboard: one for each row, `-12,1 -45,8`. */
export function pointsText(points: readonly LatLon[]): string {
  return points.map((point) => `${typedPlace(point).lat} ${typedPlace(point).lon}`).join("\n");
}

/** The points of a text; null when a row is not a latitude and a longitude. */
export function readPoints(text: string): LatLon[] | null {
  const rows = text
    .split("\n")
    .map((row) => row.trim())
    .filter(Boolean);
  const points = rows.map((row) => row.split(/[\s;]+/).map((number) => parseNumber(number, [-180, 180]) ?? Number.NaN));
  const isPlace = ([lat = Number.NaN, lon = Number.NaN, ...rest]: number[]) =>
    rest.length === 0 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return points.every(isPlace) ? points.map(([lat = 0, lon = 0]): LatLon => [lat, lon]) : null;
}
