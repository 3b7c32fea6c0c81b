import { describe, expect, it } from "vitest";
import {
  dailyCapacity,
  daysToRun,
  depthAt,
  depthAt100,
  grossDepth,
  percentFor,
  pivotArea,
  revolutionHours,
  revolutionHoursAt100,
  volumeOf,
} from "../machine/pivot.ts";
import { christiansen, distributionUniformity, heermannHein } from "../machine/uniformity.ts";
import { type Inputs, WORKSHEETS } from "./fao56-worksheets.ts";
import { readReference } from "./reference.ts";

interface Expected {
  value: number;
  tolerance: number;
  full_precision: number;
  strict_tolerance_rel: number;
  erratum?: unknown;
}

interface ReferenceFile {
  examples: {
    id: string;
    title: string;
    inputs: Record<string, { value: unknown }>;
    expected: Record<string, Expected>;
  }[];
  pivot_arithmetic: {
    cases: { title: string; inputs: Record<string, number>; expected: Record<string, number> }[];
    uniformity: { inputs: { r_m: number[]; mm: number[] }; expected: Record<string, number> }[];
  };
}

const reference = readReference<ReferenceFile>("fao56-examples.json");

/** Absolute tolerance of the reference file beside its relative one. */
const ABSOLUTE = 0.005;

describe.each(reference.examples)("FAO-56 $id: $title", ({ id, inputs, expected }) => {
  const worksheet = WORKSHEETS[id];
  if (!worksheet) throw new Error(`No worksheet computes the example ${id}; add one to testing/fao56-worksheets.ts.`);
  const values: Inputs = Object.fromEntries(Object.entries(inputs).map(([name, { value }]) => [name, value]));
  const computed = worksheet(values);
  const graded = Object.entries(expected).filter(([, { erratum }]) => !erratum);

  it.each(graded)(
    "%s as printed and in full precision",
    (name, { value, tolerance, full_precision, strict_tolerance_rel }) => {
      const result = computed[name] ?? Number.NaN;
      expect(Math.abs(result - value), `${name} = ${result}, printed ${value}`).toBeLessThanOrEqual(tolerance + 1e-12);
      const strict = Math.min(ABSOLUTE, Math.max(1e-9, Math.abs(full_precision) * strict_tolerance_rel));
      expect(Math.abs(result - full_precision), `${name} = ${result}, in full ${full_precision}`).toBeLessThanOrEqual(
        strict,
      );
    },
  );
});

describe("pivot arithmetic", () => {
  it.each(reference.pivot_arithmetic.cases)("$title", ({ inputs, expected }) => {
    const { radius_m = 0, last_tower_m = 0, angle_deg = 0, speed100_m_h = 0, flow_m3_h = 0 } = inputs;
    const { hours_day = 0, efficiency_pct = 0, net_mm = 0 } = inputs;
    const area_ha = pivotArea(radius_m, angle_deg);
    const t100_h = revolutionHoursAt100(last_tower_m, speed100_m_h, angle_deg);
    const depth100_gross_mm = depthAt100(flow_m3_h, t100_h, area_ha);
    const gross_mm = grossDepth(net_mm, efficiency_pct);
    const percent = percentFor(gross_mm, depth100_gross_mm);
    const hours_rev = revolutionHours(percent, t100_h);
    const applied_gross_mm = depthAt(percent, depth100_gross_mm);
    const computed: Record<string, number> = {
      area_ha,
      t100_h,
      depth100_gross_mm,
      capacity_gross_mm_day: dailyCapacity(flow_m3_h, area_ha, hours_day),
      gross_mm,
      percent,
      hours_rev,
      applied_gross_mm,
      volume_m3: volumeOf(applied_gross_mm, area_ha),
      days_at_hours_day: daysToRun(hours_rev, hours_day),
    };
    for (const [name, value] of Object.entries(expected)) {
      expect(Math.abs((computed[name] ?? Number.NaN) / value - 1), name).toBeLessThan(0.0001);
    }
  });

  it.each(reference.pivot_arithmetic.uniformity)("uniformity of a can test", ({ inputs, expected }) => {
    const cans = inputs.mm.map((depthMm, index) => ({ depthMm, radiusM: inputs.r_m[index] ?? 0 }));
    expect(christiansen(inputs.mm)).toBeCloseTo(expected.CUC ?? Number.NaN, 2);
    expect(heermannHein(cans)).toBeCloseTo(expected.CUH ?? Number.NaN, 2);
    expect(distributionUniformity(inputs.mm)).toBeCloseTo(expected.DU ?? Number.NaN, 2);
  });
});
