import { addDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../../testing/program-caller.ts";
import { loadFarmTree } from "../../../alerts/observe/farm-tree.ts";
import { watchRuns } from "../../../alerts/watch/runs.ts";
import { recordChanged } from "../../../core/record-changed.ts";
import { pivots, waterSources } from "../../../schema/farms.ts";
import { crops, detections, pivotRuns, seasonBudgets, seasons } from "../../../schema/irrigation.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { addForecast, MORNING, openIrrigation, plantSeason, TODAY, times } from "../../testing/field.ts";

const NOW = Date.parse(MORNING);

describeDatabases("a run under way that another machine waits for", (database) => {
  /** Two pivots in stress at a pump for one: the first has wetted half of its circle in 20 h, the second may have a dear crop. */
  async function crowded(id: string, priceBrlKg: number) {
    const field = await plantSeason(database(), id, {
      sectors: 2,
      crop: { ky: 1, yieldKgHa: 9000, priceBrlKg: 0.5 },
      season: { plantingDate: addDays(TODAY, -30), initialMoisturePct: 30 },
    });
    const { clientId, farmId, cropId } = field;
    await addForecast(database(), farmId, TODAY, Array(7).fill({}));
    const [crop] = await database().select().from(crops).where(eq(crops._id, cropId));
    if (crop === undefined) throw new Error("no crop");
    const dear = { ...crop, _id: `${id}-dear`, name: "Alho", priceBrlKg };
    await database().insert(crops).values(dear);
    await database()
      .update(seasons)
      .set({ cropId: dear._id })
      .where(eq(seasons._id, `${id}-sector-2-season`));
    const source = { _id: `${id}-source`, clientId, farmId, ...times, name: "Rio", kind: "river" as const };
    await database()
      .insert(waterSources)
      .values({ ...source, capacityM3h: 180 });
    await database().update(pivots).set({ waterSourceId: source._id }).where(eq(pivots.farmId, farmId));
    const run = {
      ...{ startAt: NOW - 20 * HOUR_MS, endAt: NOW, sweptDeg: 180, sectors: {}, isMeasured: true },
      percentTime: 20 * 20 * HOUR_MS,
    };
    await database()
      .insert(pivotRuns)
      .values({ pivotId: `${id}-pivot-1`, until: new Date(NOW), run });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const daysOf = async () => (await irrigation.decisions.overview({ clientIds: [clientId] })).machines;
    const alerts = async () =>
      watchRuns({ database: database(), decisions: irrigation.decisions }, await loadFarmTree(database(), [clientId]));
    return { clientId, farmId, irrigation, daysOf, alerts };
  }

  it("is to be stopped for it where that machine loses more, until a person lets it continue", async () => {
    const { clientId, farmId, irrigation, daysOf, alerts } = await crowded("way", 10);
    const [day, other] = await daysOf();
    if (day?.decision.kind !== "stop") throw new Error(JSON.stringify(day));
    const { facts, waiting, savedBrl, riskedBrl } = day.decision;
    expect(facts).toMatchObject({ forPivotId: "way-pivot-2", rainMm: 0 });
    expect(waiting).toEqual({ name: "Pivô 02", forWhat: "source", savedBrl });
    expect(savedBrl).toBeGreaterThan(2 * riskedBrl);
    expect(other?.money.lossBrl).toBeGreaterThan(savedBrl);
    expect(day.reasons).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: "stopFor", value: "way-pivot-2" })]),
    );
    const [alert] = await alerts();
    expect(await alert?.message()).toMatch(/^Pare Pivô 01 agora: Pivô 02 precisa da bomba; economiza R\$\s[\d.]+/);
    const choices = [{ pivotId: "way-pivot-1", letRun: facts }];
    await irrigation.decisions.decidePlan(programCaller([clientId]), { clientId, farmId, date: TODAY, choices });
    expect((await daysOf())[0]?.decision).toMatchObject({ kind: "run", isUnderWay: true });
    expect(await alerts()).toEqual([]);
  });

  it("continues where the other loses less than its own ground would", async () => {
    const { daysOf } = await crowded("stay", 0.1);
    expect((await daysOf())[0]?.decision).toMatchObject({ kind: "run", isUnderWay: true });
  });
});

describeDatabases("a run under way", (database) => {
  /** A pivot that has wetted half of its circle in 6 h, with 20 mm of rain forecast for today at a probability. */
  async function running(id: string, rainProbPct: number, budgetMm?: number) {
    const { clientId, farmId } = await plantSeason(database(), id, {
      season: { plantingDate: addDays(TODAY, -7) },
      // Only a crop of known worth has a price of its water.
      ...(budgetMm !== undefined && { crop: { kyStages: [0.4, 0.4, 1.5, 0.2], yieldKgHa: 9000, priceBrlKg: 1 } }),
    });
    if (budgetMm !== undefined)
      await database()
        .insert(seasonBudgets)
        .values({
          ...{ _id: `${id}-budget`, clientId, ...times, name: "Safra", farmId, pivotIds: [], mm: budgetMm },
          ...{ from: addDays(TODAY, -7), to: addDays(TODAY, 150) },
        });
    const forecast = (mm: number, hour = 0) =>
      addForecast(database(), farmId, TODAY, [
        { rain: mm, rainProbPct, issuedAt: new Date(NOW + hour * HOUR_MS) },
        ...Array(6).fill({ issuedAt: new Date(NOW + hour * HOUR_MS) }),
      ]);
    await forecast(20, -1);
    const run = {
      ...{ startAt: NOW - 6 * HOUR_MS, endAt: NOW, sweptDeg: 180, sectors: {}, isMeasured: true },
      percentTime: 40 * 6 * HOUR_MS,
    };
    await database()
      .insert(pivotRuns)
      .values({ pivotId: `${id}-pivot-1`, until: new Date(NOW), run });
    const { irrigation, events, clock } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const dayOf = async () => (await irrigation.decisions.overview({ clientIds: [clientId] })).machines[0];
    const alerts = async () =>
      watchRuns({ database: database(), decisions: irrigation.decisions }, await loadFarmTree(database(), [clientId]));
    return { clientId, farmId, irrigation, events, clock, forecast, dayOf, alerts };
  }

  it("is to be stopped, on its machine's day and in an alert, where probable rain saves more than it risks", async () => {
    const { dayOf, alerts } = await running("stop", 90);
    const day = await dayOf();
    if (day?.decision.kind !== "stop") throw new Error(JSON.stringify(day?.decision));
    const { savedBrl, riskedBrl, hoursLeft, rainPct, facts, sectorIds } = day.decision;
    expect(savedBrl).toBeGreaterThan(riskedBrl);
    expect(hoursLeft).toBeCloseTo(6, 0);
    expect([rainPct, facts.rainMm]).toEqual([90, 20]);
    // The crop of the test has no Ky, price and produce.
    expect(day.decision.isAssumed).toBe(true);
    expect(sectorIds).toEqual(["stop-sector-1"]);
    expect(day.sectors[0]?.decision.kind).toBe("stop");
    const amountOf = (key: string) => Number(day.reasons.find((reason) => reason.key === key)?.value);
    expect(amountOf("stopNow")).toBeCloseTo(amountOf("stopSaves") - amountOf("stopRisks"));
    const [alert] = await alerts();
    expect(await alert?.message()).toMatch(
      /^Pare .+ agora: 20 mm previstos \(90 %\); economiza R\$\s[\d.]+, arrisca R\$\s\d+/,
    );
  });

  it("is to be stopped also where a detection contradicts the balance of its sector", async () => {
    const { clientId, irrigation, events, dayOf } = await running("doubted", 90);
    const at = new Date(NOW);
    const detected = { _id: "doubted-d", clientId, sectorId: "doubted-sector-1", date: TODAY, estimatedMm: 30 };
    await database()
      .insert(detections)
      .values({ ...detected, evidence: "probe", risePoints: 5, state: "open", createdAt: at, updatedAt: at });
    await events.emit("record", recordChanged("Detection", { clientId, recordId: detected._id }));
    await irrigation.settle();
    const day = await dayOf();
    expect(day?.sectors[0]?.confidence).toBe("contradicted");
    expect(day?.decision.kind).toBe("stop");
  });

  it("continues without probable rain, and says what that is worth", async () => {
    const { dayOf, alerts } = await running("on", 5);
    const day = await dayOf();
    expect(day?.decision).toMatchObject({ kind: "run", isUnderWay: true });
    expect(Number(day?.reasons.find(({ key }) => key === "goOn")?.value)).toBeGreaterThanOrEqual(0);
    expect(await alerts()).toEqual([]);
  });

  it("saves water that a short budget needs elsewhere, beside the energy, and no such water of an ample one", async () => {
    const reasonsOf = async (id: string, budgetMm: number) => {
      const day = await (await running(id, 90, budgetMm)).dayOf();
      return new Map(day?.reasons.map((reason) => [reason.key, reason]));
    };
    const [short, ample] = [await reasonsOf("budget-stop", 100), await reasonsOf("budget-ample", 5000)];
    const amount = (of: typeof short, key: string) => Number(of.get(key)?.value);
    expect(short.get("stopBudget")).toMatchObject({ unit: "R$", source: "budget" });
    expect(short.has("stopWater")).toBe(false);
    expect(amount(short, "stopEnergy") + amount(short, "stopBudget")).toBeCloseTo(amount(short, "stopSaves"), 1);
    expect(amount(short, "stopSaves")).toBeGreaterThan(1.5 * amount(ample, "stopSaves"));
    expect(ample.has("stopBudget")).toBe(false);
    expect(ample.get("stopSaves")?.value).toBeGreaterThan(0);
  });

  it("is not asked about again while the facts are those with which a person let it continue", async () => {
    const { clientId, farmId, dayOf, alerts, irrigation, events, forecast, clock } = await running("let", 90);
    const before = (await dayOf())?.decision;
    if (before?.kind !== "stop") throw new Error(JSON.stringify(before));
    const choices = [{ pivotId: "let-pivot-1", letRun: before.facts }];
    await irrigation.decisions.decidePlan(programCaller([clientId]), { clientId, farmId, date: TODAY, choices });
    const day = await dayOf();
    expect(day?.decision).toMatchObject({ kind: "run", isUnderWay: true });
    expect(day?.reasons.some(({ key }) => key === "runLet")).toBe(true);
    expect(await alerts()).toEqual([]);
    // Twice the rain is a new fact.
    clock.moment = new Date(NOW + HOUR_MS);
    await forecast(40, 1);
    await events.emit("forecast", { clientId, farmId });
    expect((await dayOf())?.decision.kind).toBe("stop");
  });
});
