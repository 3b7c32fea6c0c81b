import type { SoilLayer } from "@lamina/agronomy/soil/soil-water";
import { FIELD_CAPACITY_KPA, WILTING_POINT_KPA } from "@lamina/agronomy/soil/water-retention";

/**
 * Lower edges in m of the slices of soil with probes at 10, 20, 40 and 60 cm near their middles, and of the rest of a
 * root zone.
 */
const EDGES_M = [0.15, 0.3, 0.5, 0.7, 1] as const;
/** Part of the water above field capacity that leaves a slice in an hour: the surface drains first. */
const DRAINAGE_PER_HOUR = [0.35, 0.25, 0.15, 0.1, 0.08] as const;
/** Saturation, the upper limit of θ, as a multiple of field capacity. */
const SATURATION = 1.35;
/** Root uptake decreases with depth, to this part of the surface's rate at the bottom of the root zone. */
const DEEPEST_DRAW = 0.35;

/** Water content in mm of each slice, from the surface down. */
export type ProfileWater = number[];

interface Slice {
  topM: number;
  thicknessM: number;
  /** mm at field capacity and wilting point. */
  fc: number;
  wp: number;
}

/** The profile of a soil, with the hourly movement of its water. */
export function createProfile(soil: readonly SoilLayer[]) {
  const slices = EDGES_M.map((bottomM, index): Slice => {
    const topM = EDGES_M[index - 1] ?? 0;
    const thicknessM = bottomM - topM;
    const middle = (topM + bottomM) / 2;
    const { fc, wp } = soilAt(soil, middle);
    return { topM, thicknessM, fc: 1000 * thicknessM * fc, wp: 1000 * thicknessM * wp };
  });

  return {
    /** A profile with the same part of its available water everywhere. */
    filled(part: number): ProfileWater {
      return slices.map(({ fc, wp }) => wp + part * (fc - wp));
    },

    /** The profile filled from above to a part of its available water, as far as a depth of water in mm suffices. */
    wetted(water: ProfileWater, part: number, mm: number): ProfileWater {
      let remainingMm = mm;
      return slices.map(({ fc, wp }, index) => {
        const held = water[index] ?? 0;
        const added = Math.min(remainingMm, Math.max(0, wp + part * (fc - wp) - held));
        remainingMm -= added;
        return held + added;
      });
    },

    /**
     * Changes of a profile in some hours, in mm: water enters at the surface, water above field capacity drains
     * downwards and out of the profile, and roots take up water from their zone, most where most is available.
     */
    step(
      water: ProfileWater,
      { hours, enters, drawn, rootM }: { hours: number; enters: number; drawn: number; rootM: number },
    ) {
      let from = enters;
      const wetted = slices.map(({ fc }, index) => {
        const held = (water[index] ?? fc) + from;
        const excess = Math.max(0, held - fc);
        const drains = excess * (1 - (1 - (DRAINAGE_PER_HOUR[index] ?? 0)) ** hours);
        // Water above saturation moves on at once.
        from = Math.max(drains, held - SATURATION * fc);
        return held - from;
      });
      const draws = slices.map((slice, index) => drawOf(slice, wetted[index] ?? 0, rootM));
      const sum = draws.reduce((total, draw) => total + draw, 0);
      return wetted.map((held, index) => {
        const draw = sum > 0 ? (drawn * (draws[index] ?? 0)) / sum : 0;
        return Math.max(slices[index]?.wp ?? 0, held - draw);
      });
    },

    /** Water content in % by volume at a depth in cm, interpolated between the middles of the slices. */
    at(water: ProfileWater, depthCm: number): number {
      const depthM = depthCm / 100;
      const points = slices.map(({ topM, thicknessM }, index) => ({
        depthM: topM + thicknessM / 2,
        theta: (water[index] ?? 0) / (10 * thicknessM),
      }));
      const below = points.findIndex((point) => point.depthM >= depthM);
      const [upper, lower] = [points[below - 1], points[below]];
      if (lower === undefined) return points.at(-1)?.theta ?? 0;
      if (upper === undefined) return lower.theta;
      const part = (depthM - upper.depthM) / (lower.depthM - upper.depthM);
      return upper.theta + part * (lower.theta - upper.theta);
    },

    /** Tension in kPa at a depth in cm, by the retention curve of the tensiometer. */
    tensionAt(water: ProfileWater, depthCm: number): number {
      const { fc, wp } = soilAt(soil, depthCm / 100);
      return tensionAt(this.at(water, depthCm), 100 * fc, 100 * wp);
    },
  };
}

/** The layer at a depth; the last one continues below. */
function soilAt(soil: readonly SoilLayer[], depthM: number): SoilLayer {
  const layer = soil.find((candidate) => candidate.depthM >= depthM) ?? soil.at(-1);
  if (layer === undefined) throw new RangeError("a soil without layers");
  return layer;
}

/**
 * Tension in kPa of a water content in %, between field capacity and wilting point in %: the inverse of Campbell's
 * power law.
 */
function tensionAt(theta: number, fcPct: number, wpPct: number): number {
  const b = Math.log(WILTING_POINT_KPA / FIELD_CAPACITY_KPA) / Math.log(fcPct / wpPct);
  return FIELD_CAPACITY_KPA * (theta / fcPct) ** -b;
}

/** Relative root uptake of a slice, without unit: its share of the root zone, its depth, its available water. */
function drawOf({ topM, thicknessM, fc, wp }: Slice, held: number, rootM: number): number {
  const rooted = Math.min(Math.max(rootM - topM, 0), thicknessM);
  if (rooted <= 0) return 0;
  const depth = (topM + rooted / 2) / rootM;
  return rooted * (1 - (1 - DEEPEST_DRAW) * depth) * Math.max(0, (held - wp) / (fc - wp));
}
