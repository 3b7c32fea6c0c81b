import { describe, expect, it } from "vitest";
import { type AutoIrrigationRule, autoIrrigation, type MorningState, type PastDay } from "./auto-irrigation.ts";

const dry: PastDay = { ETa: 4, ETc: 5, netRain: 0, water: 0 };
const morning: MorningState = {
  day: 6,
  weekday: 3,
  dr: 20,
  taw: 60,
  ksEvening: 1,
  kcActual: 1,
  eto: 5,
  daysSinceIrrigation: 4,
  // 12 mm of rain two days ago, an irrigation four days ago.
  past: [dry, dry, { ...dry, water: 15 }, dry, { ...dry, netRain: 12, water: 12 }, dry],
  rainAhead: [0, 8, 20],
};

describe("automatic irrigation", () => {
  it.each<[AutoIrrigationRule, number | undefined]>([
    [{}, 25],
    [{ ifix: 15 }, 15],
    [{ itdr: 5 }, 20],
    [{ itfdr: 0.1 }, 19],
    [{ iper: 80, imax: 18 }, 18],
    [{ imin: 30 }, 30],
    [{ fpday: 2, fpact: "cancel" }, 25],
    [{ fpday: 3, fpact: "cancel" }, undefined],
    [{ fpday: 2, fpdep: 8, fpact: "reduce" }, 17],
    [{ fpday: 3, fpact: "proceed" }, 25],
    [{ dsle: 2 }, 25],
    [{ dsle: 3 }, undefined],
    [{ dsle: 4, evnt: 15 }, 25],
    [{ dsli: 5 }, undefined],
    [{ ietri: true }, 4],
    [{ ietri: true, ettyp: "ETc" }, 8],
    [{ ietrd: 6 }, 12],
    [{ ietre: true }, 0],
  ])("%j gives %s mm", (rule, depth) => {
    expect(autoIrrigation(rule, morning, 100)).toBe(depth);
  });

  it("applies more than the need when part of the water is lost", () => {
    expect(autoIrrigation({ ifix: 17 }, morning, 85)).toBeCloseTo(20);
  });
});
