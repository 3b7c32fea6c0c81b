import { rainNormals } from "@lamina/agronomy/weather/rain-normals";

/** A month's usual weather. Temperatures in °C, humidity in %, wind at 2 m in m/s, rain in mm per month. */
export interface MonthNormal {
  tMax: number;
  tMin: number;
  rhMean: number;
  wind2m: number;
  rain: number;
  rainDays: number;
}

/** The climate of a region, January first. */
export type Climate = readonly MonthNormal[];

function climate(columns: Record<keyof MonthNormal, readonly number[]>): Climate {
  return columns.tMax.map((tMax, month) => ({
    tMax,
    tMin: columns.tMin[month] ?? 0,
    rhMean: columns.rhMean[month] ?? 0,
    wind2m: columns.wind2m[month] ?? 0,
    rain: columns.rain[month] ?? 0,
    rainDays: columns.rainDays[month] ?? 0,
  }));
}

/** Rounded from the public normals 1991–2020 of Brazil's meteorological institute for stations of each region. */
export const climates = {
  /** Western Bahia, the plateau of Luís Eduardo Magalhães: dry from May to September. */
  oesteDaBahia: climate({
    tMax: [30.5, 30.6, 30.4, 30.7, 31, 30.6, 30.9, 32.5, 34, 33.6, 31.2, 30.3],
    tMin: [20, 19.9, 19.9, 19.2, 17.3, 15.2, 14.6, 15.8, 18.6, 20.2, 20.3, 20.2],
    rhMean: [75, 76, 77, 72, 64, 57, 51, 44, 42, 53, 70, 76],
    wind2m: [1.6, 1.5, 1.4, 1.6, 1.9, 2.2, 2.5, 2.6, 2.4, 2, 1.6, 1.5],
    ...rainNormals.oesteDaBahia,
  }),
  /** Central Mato Grosso, Sorriso: wet summers, dry winters. */
  medioNorteDeMatoGrosso: climate({
    tMax: [31, 31, 31.5, 32.5, 32.5, 32.8, 33.8, 35.5, 35.2, 34, 32.3, 31.3],
    tMin: [22, 22, 22, 21.5, 19.5, 17.5, 16.5, 17.5, 20.5, 22, 22, 22],
    rhMean: [84, 84, 83, 79, 73, 65, 56, 48, 55, 69, 79, 83],
    wind2m: [1.3, 1.3, 1.2, 1.2, 1.3, 1.4, 1.6, 1.8, 1.7, 1.5, 1.4, 1.3],
    ...rainNormals.medioNorteDeMatoGrosso,
  }),
  /** The high plain of Cristalina, Goiás, at 1,200 m: mild and windy. */
  planaltoDeGoias: climate({
    tMax: [26.9, 27.3, 27, 26.7, 25.6, 24.9, 25.2, 27.1, 28.9, 28.7, 27.1, 26.7],
    tMin: [17.8, 17.8, 17.7, 17, 15, 13.6, 13.3, 14.8, 16.9, 17.8, 17.7, 17.8],
    rhMean: [78, 77, 79, 74, 69, 64, 57, 49, 52, 65, 77, 80],
    wind2m: [2.1, 2.1, 2, 2.2, 2.4, 2.6, 2.8, 2.9, 2.7, 2.4, 2.2, 2.1],
    ...rainNormals.planaltoDeGoias,
  }),
  /** The north of São Paulo, Guaíra: hot wet summers, mild dry winters. */
  norteDeSaoPaulo: climate({
    tMax: [30.4, 30.8, 30.6, 29.9, 27.6, 27, 27.6, 29.9, 31.5, 31.8, 30.9, 30.6],
    tMin: [20.3, 20.3, 19.8, 17.9, 14.6, 13.2, 12.8, 14.2, 16.8, 18.6, 19.2, 20],
    rhMean: [76, 75, 75, 71, 69, 66, 59, 52, 55, 62, 68, 74],
    wind2m: [1.5, 1.5, 1.4, 1.4, 1.4, 1.5, 1.7, 1.9, 2, 1.9, 1.8, 1.6],
    ...rainNormals.norteDeSaoPaulo,
  }),
} as const;

/** Where each climate was observed, to choose the nearest. Degrees. */
const regions: readonly { lat: number; lon: number; climate: Climate }[] = [
  { lat: -12.1, lon: -45.8, climate: climates.oesteDaBahia },
  { lat: -12.5, lon: -55.7, climate: climates.medioNorteDeMatoGrosso },
  { lat: -16.8, lon: -47.6, climate: climates.planaltoDeGoias },
  { lat: -20.3, lon: -48.3, climate: climates.norteDeSaoPaulo },
];

/** Beyond this distance in degrees, about 220 km, the normals of a region do not apply to a place. */
const NORMAL_REACH_DEG = 2;

function nearestRegion(lat: number, lon: number) {
  return regions
    .map((region) => ({ ...region, distance: Math.hypot(region.lat - lat, region.lon - lon) }))
    .reduce((nearest, region) => (region.distance < nearest.distance ? region : nearest));
}

/** The climate of the region nearest to a place. */
export function climateAt(lat: number, lon: number): Climate {
  return nearestRegion(lat, lon).climate;
}

/** Usual weather of each month, January first; null without a region near enough. */
export function normalsAt(lat: number, lon: number): Climate | null {
  const { climate, distance } = nearestRegion(lat, lon);
  return distance > NORMAL_REACH_DEG ? null : climate;
}

/** Usual rain of each month in mm, January first; null without a region near enough. */
export function rainNormalAt(lat: number, lon: number): number[] | null {
  return normalsAt(lat, lon)?.map(({ rain }) => rain) ?? null;
}
