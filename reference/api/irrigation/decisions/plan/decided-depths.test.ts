import type { Recommendation } from "@lamina/shared/records/recommendation";
import { expect, it } from "vitest";
import { hostileFarm } from "../../testing/hostile-farm.ts";
import { buildRecommendations } from "../advice/build-recommendation.ts";
import { withDecidedDepths } from "./decided-depths.ts";

/** Recommendations of whole tables of speeds, each with a decision for a part of its mean depth. */
const tables = Array.from({ length: 100 }, (_, index) => index + 1).flatMap((seed) => {
  const { states, now } = hostileFarm(seed);
  const given = buildRecommendations(states, now);
  const systems = Map.groupBy(states, ({ site }) => site.pivot._id);
  return [...systems.values()].flatMap((own) => {
    const asking = own.flatMap(({ site }) => {
      const one = given.find(({ sectorId, action }) => sectorId === site.sector._id && action === "irrigate");
      return one?.shares?.length ? [{ areaHa: site.areaHa, one }] : [];
    });
    return asking.length > 0
      ? [{ seed, states: own, asking, given: new Map(given.map((one) => [one.sectorId, one])) }]
      : [];
  });
});

const rowOf = (given: Recommendation | undefined, sectorId: string) =>
  given?.shares?.find(({ sectorIds }) => sectorIds.includes(sectorId));

it("gives a sector the same depth and setting in the table as in its own recommendation, also when a person decided less", () => {
  let severalPasses = 0;
  for (const { seed, states, asking, given } of tables) {
    const areaHa = asking.reduce((sum, one) => sum + one.areaHa, 0);
    const mean = asking.reduce((sum, { areaHa: part, one }) => sum + part * (one.grossMm ?? 0), 0) / areaHa;
    for (const share of [1, 0.5, 0.3]) {
      const choice = { pivotId: states[0]?.site.pivot._id ?? "", grossMm: Math.max(0.1, share * mean) };
      const decided = withDecidedDepths(given, states, () => (share < 1 ? choice : undefined));
      for (const { one } of asking) {
        const own = decided.get(one.sectorId);
        if (!own) throw new Error("a recommendation");
        const what = `seed ${seed}, ${one.sectorId}, ${share}`;
        // Each sector has the whole table, and the plan shows that of the first.
        for (const { one: other } of asking) {
          const row = rowOf(decided.get(other.sectorId), own.sectorId);
          expect(row?.percent, what).toBe(own.percent);
          expect(row?.grossMm ?? 0, what).toBeCloseTo(own.grossMm ?? 0, 1);
        }
        if ((one.passes ?? 1) > 1 && share < 1) severalPasses += 1;
      }
    }
  }
  expect(severalPasses).toBeGreaterThan(5);
});
