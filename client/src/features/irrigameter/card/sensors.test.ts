import { expect, it } from "vitest";
import { monitorRow, recommendationRow, sectorCard } from "../testing/fixtures.ts";
import { measuredDepletion } from "./sensors.ts";

const card = (contradiction: { by: "probe" | "detection"; measuredMm: number } | null, ...drMm: (number | null)[]) =>
  sectorCard(
    { _id: "s1" },
    {
      monitors: drMm.map((dr, index) => monitorRow(`m${index}`, { drMm: dr })),
      recommendation: recommendationRow({
        contradiction: contradiction && { ...contradiction, balanceMm: 20, detectionId: null, at: "2026-05-14" },
      }),
    },
  );

it("is one depletion for all probes of a sector, and the one of the question to check first", () => {
  expect(measuredDepletion(card(null, 5.9, 10.7))).toBeCloseTo(8.3);
  expect(measuredDepletion(card(null, 5.9, null))).toBe(5.9);
  expect(measuredDepletion(card(null))).toBeNull();
  expect(measuredDepletion(card({ by: "probe", measuredMm: 5.9 }, 5.9, 10.6))).toBe(5.9);
  // The water of a detection is no depletion.
  expect(measuredDepletion(card({ by: "detection", measuredMm: 28 }, 5.9))).toBe(5.9);
});
