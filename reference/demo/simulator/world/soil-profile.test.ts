import { waterContentAt } from "@lamina/agronomy/soil/water-retention";
import { describe, expect, it } from "vitest";
import { createProfile } from "./soil-profile.ts";

const profile = createProfile([
  { depthM: 0.2, fc: 0.34, wp: 0.21 },
  { depthM: 1, fc: 0.36, wp: 0.24 },
]);
const sum = (water: readonly number[]) => water.reduce((total, mm) => total + mm, 0);
const HOUR = { hours: 1, enters: 0, drawn: 0, rootM: 0.6 };

describe("a simulated soil profile", () => {
  it("loses water where roots are", () => {
    const before = profile.filled(0.8);
    const after = profile.step(before, { ...HOUR, drawn: 3 });
    expect(sum(before) - sum(after)).toBeCloseTo(3, 9);
    expect(after.at(-1)).toBe(before.at(-1));
  });

  it("holds water up to its capacity, and drains the rest downwards", () => {
    const dry = profile.filled(0.3);
    const wetted = profile.step(dry, { ...HOUR, enters: 8 });
    expect(sum(wetted) - sum(dry)).toBeCloseTo(8, 9);
    expect(profile.at(wetted, 10)).toBeGreaterThan(profile.at(dry, 10) + 3);
    expect(profile.at(wetted, 60)).toBeCloseTo(profile.at(dry, 60), 9);

    let soaked = profile.filled(1);
    for (let hour = 0; hour < 24 * 20; hour++) soaked = profile.step(soaked, { ...HOUR, enters: hour < 10 ? 10 : 0 });
    expect(sum(soaked)).toBeCloseTo(sum(profile.filled(1)), 0);
  });

  it("never dries below the wilting point", () => {
    let water = profile.filled(0.2);
    for (let hour = 0; hour < 500; hour++) water = profile.step(water, { ...HOUR, drawn: 1, rootM: 1 });
    expect(sum(water)).toBeGreaterThanOrEqual(sum(profile.filled(0)) - 1e-9);
  });

  it("is wetted from above as far as the water suffices", () => {
    const wetted = profile.wetted(profile.filled(0.2), 0.9, 10);
    expect(sum(wetted) - sum(profile.filled(0.2))).toBeCloseTo(10, 9);
    expect(profile.wetted(profile.filled(1), 0.9, 10)).toEqual(profile.filled(1));
  });

  it("gives the tension from which the tensiometer's water content is derived", () => {
    const water = profile.filled(0.5);
    const theta = profile.at(water, 40);
    expect(waterContentAt(profile.tensionAt(water, 40), 36, 24)).toBeCloseTo(theta, 6);
  });
});
