/**
 * Conversions between the API's units and the field's (domain, 0). The API uses mm, ha, m³, m³/h, m/s, °C, %, kPa and MJ/m²;
 * other units are converted here.
 */

/** 1 mm on 1 ha is 10 m³. */
const M3_PER_MM_HA = 10;

/** Depth in mm of a volume in m³ on an area in ha. */
export function depthMm(volume: number, areaHa: number): number {
  return volume / (M3_PER_MM_HA * areaHa);
}

/** km/h of m/s. */
export function kmhOfMs(speed: number): number {
  return speed * 3.6;
}

/** MJ/m² of a mean irradiance in W/m² over some hours. */
export function mjM2OfWm2(irradiance: number, hours: number): number {
  return (irradiance * hours * 3600) / 1e6;
}

/** Rounds half away from zero to some decimals, free of binary artefacts such as 1.005 → 1. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const rounded = Math.round(Math.abs(value) * scale * (1 + Number.EPSILON)) / scale;
  return value < 0 ? 0 - rounded : rounded;
}
