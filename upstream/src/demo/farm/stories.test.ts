import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBase64 } from "@lamina/shared/core/base64";
import type { Watering } from "@lamina/shared/records/irrigation";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { Forecast } from "@lamina/shared/views/forecast";
import type { FullIrrigameter } from "@lamina/shared/views/irrigameter";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningApi, start } from "../../app/start.ts";
import { readConfig } from "../../core/config.ts";
import { copyEmptyDatabase } from "../../testing/pglite.ts";
import { demoClientIds } from "./clients.ts";

/** A morning at the end of the dry season, in UTC. */
const NOW = "2026-09-14T11:30:00Z";
const DAYS = "14";

describe("the demo farm shows through the API", () => {
  let api: RunningApi;
  let folder: string;
  let views: FullIrrigameter[];
  let given: Recommendation[];
  const headers: Record<string, string> = {};

  async function get<Answer>(url: string): Promise<Answer> {
    const answer = await api.app.inject({ url, headers });
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 });
    return answer.json<Answer>();
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stories-"));
    await copyEmptyDatabase(join(folder, "database"));
    const config = readConfig({
      DATA_DIR: folder,
      PORT: "0",
      MQTT_PORT: "0",
      LOG_LEVEL: "silent",
      DEMO_HISTORY_DAYS: DAYS,
    });
    api = await start(config, { clock: { now: () => new Date(NOW) }, tickMs: 3_600_000 });
    const login = await api.app.inject({
      method: "POST",
      url: "/Authentication/Login",
      payload: { UserName: "ana", Password: encodeBase64("irrigar") },
    });
    headers.authorization = `Bearer ${login.json<{ token: string }>().token}`;
    views = [];
    for (const clientId of demoClientIds) views.push(await get(`/Irrigameter/GetByClientID?ID=${clientId}`));
    given = views.flatMap(({ sectors }) => sectors.flatMap(({ recommendation }) => recommendation ?? []));
  }, 240_000);
  afterAll(async () => {
    await api?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("a probe that contradicts the balance", () => {
    const contradicted = given.filter(({ confidence }) => confidence === "contradicted");
    expect(contradicted.map(({ contradiction }) => contradiction?.by)).toContain("probe");
  });

  it("a depth in two passes or more, and no watering above 25 mm", async () => {
    expect(Math.max(...given.map(({ passes }) => passes ?? 0))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...given.map(({ depthPerPassMm }) => depthPerPassMm ?? 0))).toBeLessThanOrEqual(25);
    for (const clientId of demoClientIds) {
      const waterings = await get<Watering[]>(`/Watering/GetByClientID?ID=${clientId}`);
      expect(Math.max(...waterings.filter(({ reason }) => !reason).map(({ grossMm }) => grossMm))).toBeLessThanOrEqual(
        25,
      );
    }
  });

  it("a table of speeds by angle, where the panel holds one", () => {
    const tables = views.flatMap(({ plans }) => plans.flatMap(({ items }) => items.map(({ shares = [] }) => shares)));
    const [rows = []] = tables.filter((shares) => shares.length > 0);
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ percent }) => percent)).size).toBeGreaterThan(1);
  });

  it("a wait with a date", () => {
    expect(given.some(({ action, waitUntil }) => action === "wait" && waitUntil !== null)).toBe(true);
  });

  it("a permit that blocks a run, on the plan and on the card", () => {
    const byPermit = (reasons: Recommendation["reasons"]) => reasons.some(({ key }) => key.startsWith("permit"));
    const blocked = views
      .flatMap(({ plans }) => plans.flatMap(({ unplaced }) => unplaced))
      .filter(({ reasons }) => byPermit(reasons));
    expect(blocked.length).toBeGreaterThan(0);
    expect(blocked.flatMap(({ reasons }) => reasons.filter(({ key }) => key === "waitsFor"))).toEqual([]);
    const cards = given.filter(({ reasons }) => byPermit(reasons));
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.map(({ startAt }) => startAt)).toEqual(cards.map(() => null));
  });

  it("a crop past its curve, which is not irrigated before its harvest is recorded", () => {
    const pending = given.filter(({ reasons }) => reasons.some(({ key }) => key === "harvestPending"));
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.every(({ action }) => action === "none")).toBe(true);
  });

  it("a day with an incomplete record of rain", async () => {
    const farms = views.flatMap((view) => view.farms);
    const days = await Promise.all(farms.map(({ _id }) => get<Forecast>(`/Forecast/GetByFarmID?ID=${_id}`)));
    const states = days.flatMap(({ verification }) => verification.map(({ state }) => state));
    expect(states).toContain("incomplete");
  });

  it("machines that keep up with their crops", () => {
    expect(given.filter(({ cannotKeepUp }) => cannotKeepUp).map(({ sectorId }) => sectorId)).toEqual([]);
  });
});
