import { randomOf } from "@lamina/shared/core/random";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { describe, expect, it } from "vitest";
import { hostileFarm } from "../../testing/hostile-farm.ts";
import { LIES, type Lie, lyingProbes, UNHEARD } from "../../testing/lying-probes.ts";
import { buildRecommendations } from "../advice/build-recommendation.ts";
import { planQuestion } from "../plan/plan-question.ts";
import { holdsAdvice, probeContradiction } from "./contradictions.ts";
import type { SectorState } from "./sector-state.ts";

const SEEDS = Array.from({ length: 100 }, (_, index) => index + 1);

/** Farms of which every sector has up to three probes, with what they measure. */
const farms = SEEDS.map((seed) => {
  const { states, now } = hostileFarm(seed);
  const random = randomOf(seed);
  const probed = states.map((state, index) => {
    const lies = Array.from({ length: 1 + Math.floor(3 * random()) }, () => LIES[Math.floor(LIES.length * random())]);
    const known = lies.filter((lie): lie is Lie => lie !== undefined);
    const summaries = state.last ? lyingProbes(state, known, 10 * seed + index, now) : [];
    const isKnown = state.season !== undefined && state.fresh;
    const contradiction = isKnown ? probeContradiction(state, summaries) : null;
    return { lies: known, summaries, state: { ...state, contradiction } satisfies SectorState, plain: state };
  });
  const given = buildRecommendations(
    probed.map(({ state }) => state),
    now,
  );
  const adviceOf = (all: typeof given, { site }: SectorState) =>
    all.find(({ sectorId }) => sectorId === site.sector._id);
  return { seed, now, probed, given, adviceOf };
});
const all = farms.flatMap(({ seed, given, probed, adviceOf }) =>
  probed.map((one) => ({ ...one, seed, advice: adviceOf(given, one.state) })),
);

describe("100 hostile farms with probes that lie", () => {
  it("have every lie, and advice that is held and that is not", () => {
    expect(new Set(all.flatMap(({ lies }) => lies))).toEqual(new Set(LIES));
    expect(all.filter(({ advice }) => advice?.blockedBy === "contradicted").length).toBeGreaterThan(30);
    expect(all.filter(({ advice }) => advice?.action === "irrigate").length).toBeGreaterThan(25);
  });

  it("measure a depletion that the soil can have, or none", () => {
    for (const { seed, state, summaries } of all)
      for (const { drMm, meanPct, profile } of summaries) {
        expect((drMm === null) === (meanPct === null), `seed ${seed}`).toBe(true);
        if (drMm === null) continue;
        expect(drMm, `seed ${seed}`).toBeGreaterThanOrEqual(0);
        expect(drMm, `seed ${seed}`).toBeLessThanOrEqual((state.last?.taw ?? 0) + 0.1);
        expect(
          profile.every(({ value }) => value === null || Number.isFinite(value)),
          `seed ${seed}`,
        ).toBe(true);
      }
  });

  it("ignore stuck, negative and stale readings: the advice equals that without probes", () => {
    let counted = 0;
    for (const { seed, lies, state, summaries } of all) {
      if (!lies.every((lie) => UNHEARD.includes(lie))) continue;
      expect(state.contradiction, `seed ${seed}`).toBeNull();
      for (const { drMm, status } of summaries) expect([drMm, status], `seed ${seed}`).toEqual([null, "nodata"]);
      counted += summaries.length;
    }
    expect(counted).toBeGreaterThan(20);
  });

  it("hold the advice of a sector that they contradict, with both numbers, and give it no run in the plan", () => {
    for (const { seed, now, probed, given, adviceOf } of farms) {
      const held = probed.filter(({ state }) => holdsAdvice(state) && !state.rainHole);
      for (const { state } of held) {
        const advice = adviceOf(given, state);
        expect(advice, `seed ${seed}`).toMatchObject({ action: "nodata", blockedBy: "contradicted", grossMm: null });
        const tolerated = ((state.last?.taw ?? 0) * state.settings.statusMargins.differencePct) / 100;
        const { measuredMm = 0, balanceMm = 0 } = advice?.contradiction ?? {};
        expect(Math.abs(measuredMm - balanceMm), `seed ${seed}`).toBeGreaterThan(tolerated - 0.15);
      }
      const { input } = planQuestion({
        date: probed[0]?.state.today ?? "",
        from: now,
        earliest: now,
        states: probed.map(({ state }) => state),
        recommendations: new Map(given.map((one) => [one.sectorId, one])),
        sources: [],
        permits: [],
        runs: new Map(),
      });
      const asking = new Set(
        probed
          .filter(({ state }) => adviceOf(given, state)?.action === "irrigate")
          .map(({ state }) => state.site.pivot._id),
      );
      expect(new Set(input.jobs.map(({ id }) => id)), `seed ${seed}`).toEqual(asking);
    }
  });

  it("change nothing where they agree with the balance, in any order, and a minute later", () => {
    for (const { seed, now, probed, given } of farms) {
      const what = (advice: typeof given) =>
        advice.map(({ action, grossMm, blockedBy }) => [action, grossMm, blockedBy]);
      const free = probed.filter(({ state }) => state.contradiction === null);
      const states = free.map(({ state }) => state);
      expect(what(buildRecommendations(states, now)), `seed ${seed}`).toEqual(
        what(
          buildRecommendations(
            free.map(({ plain }) => plain),
            now,
          ),
        ),
      );
      const later = new Date(now.getTime() + MINUTE_MS);
      const whole = probed.map(({ state }) => state);
      expect(what(buildRecommendations(whole, later)), `seed ${seed}`).toEqual(what(given));
      for (const { plain, state, summaries } of probed)
        if (state.contradiction !== null)
          expect(probeContradiction(plain, summaries.toReversed()), `seed ${seed}`).toEqual(state.contradiction);
    }
  });
});
