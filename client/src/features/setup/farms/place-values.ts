import type { FormValues } from "../../../ui/form/form-values.ts";
import { valueAt } from "../../../ui/form/path.ts";
import type { LatLon } from "../../../ui/map/geometry.ts";
import { type NumberRange, parseNumber } from "../../../ui/parse-number.ts";

/** The number in a form field; undefined while it is empty, invalid or of two meanings. */
export function numberAt(values: FormValues, path: string, range?: NumberRange): number | undefined {
  const typedNumber = valueAt(values, path);
  const number = typeof typedNumber === "string" ? parseNumber(typedNumber, range) : undefined;
  return number === undefined || Number.isNaN(number) ? undefined : number;
}

/** A number as the text of a form field. */
export function fieldText(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals))).replace(".", ",");
}

const DEGREES: NumberRange = [-180, 180];
/** Decimals of a coordinate, about 0.1 m. */
const COORDINATE_DECIMALS = 6;

/** Latitude and longitude as the texts of form fields. */
export function typedPlace([lat, lon]: LatLon): { lat: string; lon: string } {
  return { lat: fieldText(lat, COORDINATE_DECIMALS), lon: fieldText(lon, COORDINATE_DECIMALS) };
}

/** The place in the form; undefined while a coordinate is missing. */
export function placeAt(values: FormValues): LatLon | undefined {
  const [lat, lon] = [numberAt(values, "lat", DEGREES), numberAt(values, "lon", DEGREES)];
  return lat === undefined || lon === undefined ? undefined : [lat, lon];
}
