import { addDays } from "@lamina/shared/core/farm-time";
import { expect, it } from "vitest";
import { describeDatabases } from "../../testing/databases.ts";
import { addForecast, MORNING, openIrrigation, plantSeason, TODAY } from "../../testing/field.ts";
import { planQuestion } from "../plan/plan-question.ts";
import { loadStates } from "../state/sector-state.ts";

/** A young crop with basal coefficients, on bare ground that has dried: it uses 1 to 2 mm a day, and 6 after rain. */
const BARE = {
  season: { plantingDate: addDays(TODAY, -14), kcMethod: "dual" as const },
  crop: { kcbIni: 0.3, kcbMid: 1.1, kcbEnd: 0.5, rootIniCm: 12, yieldKgHa: 4000, priceBrlKg: 20, ky: 1 },
};

describeDatabases("a dual-Kc sector", (database) => {
  async function adviceFor(id: string, rain: readonly [mm: number, probPct: number]) {
    const { clientId, farmId, sectorId } = await plantSeason(database(), id, BARE);
    const [mm, rainProbPct] = rain;
    const wet = { rain: mm, rainProbPct };
    await addForecast(database(), farmId, TODAY, [{}, wet, wet, {}, {}, {}, {}]);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { recommendations } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const now = new Date(MORNING);
    const states = await loadStates(database(), [{ clientIds: [clientId] }], now);
    const facts = { date: TODAY, from: now, earliest: now, sources: [], permits: [], runs: new Map() };
    const [job] = planQuestion({ ...facts, states, recommendations }).input.jobs;
    return {
      given: recommendations.get(sectorId),
      lostBrl: job?.lostBrlByHour.slice(0, 72).at(-1) ?? Number.NaN,
      days: await irrigation.decisions.projection(sectorId),
    };
  }

  it("loses without rain what dry days take, whatever rain is forecast: on the card and in the plan", async () => {
    const [dry, wet] = [await adviceFor("dry-loss", [0, 0]), await adviceFor("wet-loss", [12, 10])];
    // The evaporation of the rain is most of the use of its days.
    const useOf = (days: readonly { etc: number }[] = []) => days.slice(0, 3).reduce((sum, { etc }) => sum + etc, 0);
    expect(useOf(wet.days?.withRain)).toBeGreaterThan(1.5 * useOf(wet.days?.withoutRain));
    for (const { given } of [dry, wet]) expect(given).toMatchObject({ action: "irrigate" });
    expect(dry.lostBrl).toBeGreaterThan(0);
    expect(wet.lostBrl).toBe(dry.lostBrl);
    expect(wet.lostBrl).toBeLessThan(useOf(wet.days?.withoutRain) * (wet.given?.lossBrlMm ?? 0));
    const { hoursToCritical, waitCostBrl, cannotKeepUp } = dry.given ?? {};
    expect(wet.given).toMatchObject({ hoursToCritical, waitCostBrl, cannotKeepUp });
    const demandOf = ({ given }: typeof dry) => given?.reasons.find(({ key }) => key === "demand")?.value;
    expect(demandOf(wet)).toBe(demandOf(dry));
  });
});
