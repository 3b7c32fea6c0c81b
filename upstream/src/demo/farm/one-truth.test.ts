import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Projection, Recommendation } from "@lamina/shared/records/irrigation";
import { plannedRun, recommendedRun } from "@lamina/shared/records/run-figures";
import type { Irrigameter, MapView, SectorCard } from "@lamina/shared/views/irrigameter";
import type { ManagementReport } from "@lamina/shared/views/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadFarmTree } from "../../alerts/observe/farm-tree.ts";
import { number } from "../../alerts/observe/text.ts";
import { watchRecommendations } from "../../alerts/watch/sectors.ts";
import { jobsOf } from "../../app/services.ts";
import { type RunningApi, start } from "../../app/start.ts";
import { readConfig } from "../../core/config.ts";
import { demoClientIds } from "./clients.ts";

/** An evening at the end of the dry season: after the day's decisions, before the balance of the day. */
const NOW = Date.parse("2026-09-14T22:00:00Z");
const DAYS = 3;

describe("every sector of the demo farm, on several days", () => {
  let api: RunningApi;
  let folder: string;
  let now = NOW;
  /** The answers of each day, in order. */
  const days: { at: Date; views: Irrigameter[] }[] = [];
  const headers: Record<string, string> = {};

  async function get<Answer>(url: string): Promise<Answer> {
    const answer = await api.app.inject({ url, headers });
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 });
    return answer.json<Answer>();
  }
  const view = (clientId: string) => get<Irrigameter>(`/Irrigameter/GetByClientID?ID=${clientId}`);

  async function logIn(): Promise<void> {
    const payload = { UserName: "ana", Password: encodeBase64("irrigar") };
    const login = await api.app.inject({ method: "POST", url: "/Authentication/Login", payload });
    headers.authorization = `Bearer ${login.json<{ token: string }>().token}`;
  }

  /** A token expires within a day. */
  async function advance(hours: number): Promise<void> {
    now += hours * HOUR_MS;
    await api.simulator?.tick();
    for (const job of jobsOf(api.services)) await job.run();
    await logIn();
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "one-truth-"));
    const environment = { DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", LOG_LEVEL: "silent", DEMO_HISTORY_DAYS: "14" };
    api = await start(readConfig(environment), { clock: { now: () => new Date(now) }, tickMs: HOUR_MS });
    await logIn();
  }, 240_000);
  afterAll(async () => {
    await api?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("has the same passes, depth, P, hours and money on card, map, plan, Por quê, Simular and in the alert", async () => {
    for (let day = 0; day < DAYS; day++) {
      if (day > 0) await advance(24);
      const views: Irrigameter[] = [];
      for (const clientId of demoClientIds) {
        const own = await view(clientId);
        const map = await get<MapView>(`/Map/GetByClientID?ID=${clientId}`);
        expect(map.plans).toEqual(own.plans);
        for (const card of own.sectors) {
          const onMap = map.sectors.find(({ sector }) => sector._id === card.sector._id);
          expect(onMap?.recommendation, card.sector._id).toEqual(card.recommendation);
          expectWhy(card.recommendation);
          expectPlanned(card, own);
          await expectSimulated(card);
        }
        await expectAlerts(clientId, own);
        views.push(own);
      }
      days.push({ at: new Date(now), views });
    }
    const asking = days.flatMap(({ views }) => cardsOf(views)).filter(({ run }) => run !== null);
    expect(asking.length).toBeGreaterThan(10);
    expect(Math.max(...asking.map(({ run }) => run?.passes ?? 0))).toBeGreaterThan(1);
  }, 120_000);

  it("has the same in the report of the day", async () => {
    await advance(24);
    let compared = 0;
    for (const [index, clientId] of demoClientIds.entries())
      for (const { at, views } of days) {
        const own = views[index];
        if (own === undefined) continue;
        for (const { card, run } of cardsOf([own])) {
          const farm = own.farms.find(({ _id }) =>
            own.pivots.some((one) => one._id === card.sector.pivotId && one.farmId === _id),
          );
          const date = farmDay(at.getTime(), farm?.timezone ?? "UTC");
          const url = `/Report/IrrigationManager?ID=${clientId}&from=${date}&to=${date}&pivotId=${card.sector.pivotId}`;
          const { sectors } = await get<ManagementReport>(url);
          const row = sectors
            .find(({ sectorId }) => sectorId === card.sector._id)
            ?.rows.find((one) => one.date === date);
          // A watered day reports its own run.
          if (!row || row.irrGross > 0 || run === null) continue;
          compared++;
          const { passes, depthPerPassMm, percent, hoursRev, grossMm } = run;
          expect(row, `${card.sector._id} ${date}`).toMatchObject({
            passes,
            depthPerPassMm,
            percent,
            hoursRev,
            recommendedMm: grossMm,
          });
        }
      }
    expect(compared).toBeGreaterThan(3);
  }, 120_000);

  /** The reasons of the screen Por quê give the figures of the recommendation. */
  function expectWhy(recommendation: Recommendation | null): void {
    const run = recommendedRun(recommendation);
    if (recommendation === null || run === null) return;
    const termOf = (key: string) => recommendation.reasons.find((reason) => reason.key === key)?.value ?? null;
    expect(termOf("gross")).toBeCloseTo(run.grossMm ?? 0, 2);
    expect(termOf("passes")).toBe(run.passes);
    expect(termOf("depthPerPass")).toBeCloseTo(run.depthPerPassMm ?? 0, 2);
    expect(termOf("percent")).toBe(run.percent);
    expect(termOf("hoursRev")).toBeCloseTo(run.hoursRev ?? 0, 3);
    expect((run.passes * (run.depthPerPassMm ?? 0)) / (run.grossMm ?? 1)).toBeCloseTo(1, 2);
  }

  /** The sectors of a run add up to the run of the plan. */
  function expectPlanned({ sector, recommendation }: SectorCard, { plans, sectors }: Irrigameter): void {
    const item = plans.flatMap(({ items }) => items).find(({ sectorIds }) => sectorIds.includes(sector._id));
    const own = recommendedRun(recommendation);
    if (item === undefined || item.underWay || own === null) return;
    const run = plannedRun(item);
    const shared = item.sectorIds.flatMap((id) => {
      const card = sectors.find((one) => one.sector._id === id);
      return recommendedRun(card?.recommendation) ?? [];
    });
    const sum = (pick: (one: typeof own) => number | null) =>
      shared.reduce((total, one) => total + (pick(one) ?? 0), 0);
    const what = item.pivotId;
    expect(run.passes, what).toBe(own.passes);
    if (run.percent !== null)
      expect(run, what).toMatchObject({ percent: own.percent, depthPerPassMm: own.depthPerPassMm });
    expect(run.hours, what).toBeCloseTo(
      sum(({ hours }) => hours),
      1,
    );
    expect(run.hoursToday, what).toBeCloseTo(
      sum(({ hoursToday }) => hoursToday),
      1,
    );
    expect(Math.abs((run.costBrl ?? 0) - sum(({ costBrl }) => costBrl)), what).toBeLessThan(0.05);
    expect(Math.abs((run.costTodayBrl ?? 0) - sum(({ costTodayBrl }) => costTodayBrl)), what).toBeLessThan(0.05);
  }

  /** Simular adds the depth of the recommendation to the water of today. */
  async function expectSimulated({ sector, recommendation }: SectorCard): Promise<void> {
    const run = recommendedRun(recommendation);
    if (run === null) return;
    const simulate = async (grossMm: number) => {
      const payload = { sectorId: sector._id, grossMm };
      const answer = await api.app.inject({ method: "POST", url: "/Irrigameter/Simulate", headers, payload });
      return answer.json<Projection>().withRain[0]?.irrGross ?? Number.NaN;
    };
    expect((await simulate(run.grossMm ?? 0)) - (await simulate(0))).toBeCloseTo(run.grossMm ?? 0, 2);
  }

  /** Each alert has the words of the greatest run of its machine. */
  async function expectAlerts(clientId: string, { sectors }: Irrigameter): Promise<void> {
    const tree = await loadFarmTree(api.database, [clientId]);
    const alerts = await watchRecommendations(api.database, tree, new Date(now));
    const byPivot = Map.groupBy(cardsOf([{ sectors }]), ({ card }) => card.sector.pivotId);
    for (const [pivotId, cards] of byPivot) {
      const runs = cards.flatMap(({ run }) => run ?? []);
      const [most] = runs.toSorted((one, other) => (other.grossMm ?? 0) - (one.grossMm ?? 0));
      const alert = alerts.find(({ subject }) => subject.startsWith(`${pivotId}:`));
      expect(alert !== undefined, pivotId).toBe(most !== undefined);
      if (alert === undefined || most === undefined) continue;
      const each = `${most.passes > 1 ? `${most.passes} × ` : ""}${number(most.depthPerPassMm ?? 0, 1)} mm`;
      const setting = most.percent === null ? "" : ` · ${number(most.percent)} %`;
      expect(alert.message).toContain(`irrigar hoje, ${each}${setting}`);
    }
  }
});

const cardsOf = (views: readonly Pick<Irrigameter, "sectors">[]) =>
  views.flatMap(({ sectors }) => sectors.map((card) => ({ card, run: recommendedRun(card.recommendation) })));
