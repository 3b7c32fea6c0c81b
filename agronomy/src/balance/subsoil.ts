import { depthHolding, type SoilLayer, totalAvailableWater } from "../soil/soil-water.ts";

/** Soil of one dryness, from the layer above it (or the roots) down to `toM`: 0 at field capacity, 1 at the wilting point. */
export interface DryLayer {
  toM: number;
  dry: number;
}

/** The soil from a depth down. It ends at field capacity: below its last layer no crop has dried it. */
export type Subsoil = readonly DryLayer[];

/** A depth below all roots, m. */
export const BOTTOM_M = 100;

/** Soil with the same storage, in % of its available water, at every depth. */
export function uniformSubsoil(storagePct: number): Subsoil {
  return storagePct >= 100 ? [] : [{ toM: BOTTOM_M, dry: 1 - storagePct / 100 }];
}

/** The part of a soil below a depth in m. */
export const subsoilBelow = (subsoil: Subsoil, depthM: number): Subsoil => subsoil.filter(({ toM }) => toM > depthM);

/** The soil from the surface down: a root zone of `rootM` with a depletion in mm, above the soil below it. */
export function wholeSoil(
  soil: readonly SoilLayer[],
  { rootM, dr, subsoil }: { rootM: number; dr: number; subsoil: Subsoil },
): Subsoil {
  const taw = totalAvailableWater(soil, rootM);
  const dry = taw > 0 ? Math.min(1, Math.max(0, dr / taw)) : 0;
  return [{ toM: rootM, dry }, ...subsoilBelow(subsoil, rootM)];
}

/** Water in mm that the soil between two depths in m lacks to field capacity. */
export function deficitBetween(soil: readonly SoilLayer[], subsoil: Subsoil, fromM: number, toM: number): number {
  let top = fromM;
  let sum = 0;
  for (const layer of subsoil) {
    const bottom = Math.min(layer.toM, toM);
    if (bottom <= top) continue;
    sum += layer.dry * (totalAvailableWater(soil, bottom) - totalAvailableWater(soil, top));
    top = bottom;
  }
  return sum;
}

/**
 * The soil below `fromM` after `mm` of water drained into it: each depth takes water to field capacity before a deeper
 * one gets any (tipping bucket, Ritchie 1998; Eq. 88 of FAO-56 gives what enters).
 */
export function refilled(soil: readonly SoilLayer[], subsoil: Subsoil, fromM: number, mm: number): Subsoil {
  let left = mm;
  let wetM = fromM;
  const below = subsoilBelow(subsoil, fromM);
  for (const [index, { toM, dry }] of below.entries()) {
    const lacking = dry * (totalAvailableWater(soil, toM) - totalAvailableWater(soil, wetM));
    if (lacking > left) {
      const frontM = depthHolding(soil, wetM, left / dry);
      const rest = below.slice(index);
      return frontM > fromM ? [{ toM: frontM, dry: 0 }, ...rest] : rest;
    }
    left -= lacking;
    wetM = toM;
  }
  return [];
}
