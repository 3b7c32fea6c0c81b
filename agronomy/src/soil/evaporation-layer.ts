import type { EvaporationLayer } from "./evaporation.ts";
import { type SoilLayer, totalEvaporableWater } from "./soil-water.ts";

/** Default depth of the layer that dries by evaporation, m (FAO-56 page 144: 0.10 to 0.15). */
export const DEFAULT_ZE_M = 0.1;

/** FAO-56 Table 19: middle of the ranges of field capacity and wilting point (m³/m³) and of REW (mm). */
export const TABLE_19 = {
  sand: { fc: 0.12, wp: 0.045, rew: 4.5 },
  "loamy sand": { fc: 0.15, wp: 0.065, rew: 6 },
  "sandy loam": { fc: 0.23, wp: 0.11, rew: 8 },
  loam: { fc: 0.25, wp: 0.12, rew: 9 },
  "silt loam": { fc: 0.29, wp: 0.15, rew: 9.5 },
  silt: { fc: 0.32, wp: 0.17, rew: 9.5 },
  "silt clay loam": { fc: 0.335, wp: 0.205, rew: 9.5 },
  "silty clay": { fc: 0.36, wp: 0.23, rew: 10 },
  clay: { fc: 0.36, wp: 0.22, rew: 10 },
} as const;

export type Texture = keyof typeof TABLE_19;

/** The texture of Table 19 with the nearest field capacity and wilting point (m³/m³). */
function nearestTexture(fc: number, wp: number): Texture {
  const distance = (texture: Texture) => Math.hypot(TABLE_19[texture].fc - fc, TABLE_19[texture].wp - wp);
  const textures = Object.keys(TABLE_19) as Texture[];
  return textures.reduce((best, texture) => (distance(texture) < distance(best) ? texture : best));
}

/** Evaporation layer of a soil: TEW by Eq. 73 over Ze, REW as measured or by the texture of Table 19, never above TEW. */
export function evaporationLayer(layers: readonly SoilLayer[], zeM = DEFAULT_ZE_M, rew?: number): EvaporationLayer {
  const tew = totalEvaporableWater(layers, zeM);
  const top = layers[0];
  const ready = rew ?? (top ? TABLE_19[nearestTexture(top.fc, top.wp)].rew : tew);
  return { tew, rew: Math.min(tew, ready) };
}
