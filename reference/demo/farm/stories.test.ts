import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { addDays } from "@lamina/shared/core/farm-time";
import type { Watering } from "@lamina/shared/records/irrigation";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { Forecast } from "@lamina/shared/views/forecast";
import type { FullIrrigameter } from "@lamina/shared/views/irrigameter";
import type { ManagementReport } from "@lamina/shared/views/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLongFor } from "../../../scripts/testing/long.ts";
import { type RunningApi, start } from "../../api/app/start.ts";
import { readConfig } from "../../api/core/config.ts";
import { copyEmptyDatabase } from "../../testing/pglite.ts";
import { demo } from "../demo.ts";
import { demoClientIds } from "./clients.ts";

/** An evening at the end of the dry season, in the hours in which machines rest, with its days of history, in UTC. */
const NOW = "2026-09-14T23:45:00Z";
const DAYS = 14;
/**
 * Mornings of the rains, in the long run and after a change of the demo: a demo may be started on any day. The incomplete day of rain is five days old.
 * One has the year of history of a default installation.
 */
const OTHERS = [
  { now: "2026-01-20T11:30:00Z", days: 6 },
  { now: "2026-03-10T11:30:00Z", days: 6 },
  { now: "2026-11-23T11:30:00Z", days: 365 },
];
const isEach = isLongFor("reference/demo/");

/** A demo farm that was started at a moment, as its manager sees it. */
async function openDemo(now: string, days: number) {
  const folder = await mkdtemp(join(tmpdir(), "stories-"));
  await copyEmptyDatabase(join(folder, "database"));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: "0",
    MQTT_PORT: "0",
    LOG_LEVEL: "silent",
    DEMO_HISTORY_DAYS: String(days),
  });
  const api: RunningApi = await start(config, { demo, clock: { now: () => new Date(now) }, tickMs: 3_600_000 });
  const login = await api.app.inject({
    method: "POST",
    url: "/Authentication/Login",
    payload: { UserName: "ana", Password: encodeBase64("irrigar") },
  });
  const headers = { authorization: `Bearer ${login.json<{ token: string }>().token}` };

  async function get<Answer>(url: string): Promise<Answer> {
    const answer = await api.app.inject({ url, headers });
    expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 });
    return answer.json<Answer>();
  }

  const views: FullIrrigameter[] = [];
  for (const clientId of demoClientIds) views.push(await get(`/Irrigameter/GetByClientID?ID=${clientId}`));
  const farms = views.flatMap((view) => view.farms);
  const forecasts = await Promise.all(farms.map(({ _id }) => get<Forecast>(`/Forecast/GetByFarmID?ID=${_id}`)));
  return {
    get,
    views,
    given: views.flatMap(({ sectors }) => sectors.flatMap(({ recommendation }) => recommendation ?? [])),
    rainStates: forecasts.flatMap(({ verification }) => verification.map(({ state }) => state)),
    async close() {
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
type Demo = Awaited<ReturnType<typeof openDemo>>;

const hasReason = ({ reasons }: Recommendation, isOf: (key: string) => boolean) => reasons.some(({ key }) => isOf(key));
const isPending = (one: Recommendation) => hasReason(one, (key) => key === "harvestPending");
const hasDate = ({ action, waitUntil }: Recommendation) => action === "wait" && waitUntil !== null;
const isByProbe = ({ confidence, contradiction }: Recommendation) =>
  confidence === "contradicted" && contradiction?.by === "probe";

/** Machines in season that their permit stops, as their cards say. */
const stopped = ({ permits = [], sectors }: FullIrrigameter) =>
  permits
    .filter(({ isExpired }) => isExpired)
    .flatMap(({ pivotIds }) => pivotIds)
    .filter((id) => sectors.some(({ sector, season }) => sector.pivotId === id && season !== null));

describe.each(isEach ? OTHERS : [])(
  "the demo farm of $now with $days days of history shows",
  ({ now, days: history }) => {
    it("each story on today's screens, or in the report", { timeout: 240_000 }, async () => {
      const demo = await openDemo(now, history);
      try {
        const { given, rainStates, views } = demo;
        expect(given.filter(isByProbe), "a contradiction").not.toEqual([]);
        expect(given.filter(hasDate), "a wait with a date").not.toEqual([]);
        expect(given.filter(isPending), "a pending harvest").not.toEqual([]);
        expect(views.flatMap(stopped), "a permit that stops a machine").not.toEqual([]);
        expect(rainStates, "an incomplete day").toContain("incomplete");
        const days = [...given, ...(await reportedDays(demo, now, history))];
        expect(Math.max(...days.map(({ passes }) => passes ?? 0)), "two passes").toBeGreaterThanOrEqual(2);
        expect(Math.max(...days.map((one) => one.depthPerPassMm ?? 0)), "the deepest pass").toBeLessThanOrEqual(25);
      } finally {
        await demo.close();
      }
    });
  },
);

/** The days of the report over the whole history. */
async function reportedDays(demo: Demo, now: string, history: number) {
  const to = now.slice(0, 10);
  return (await reportedSeasons(demo, addDays(to, -history), to)).flatMap(({ rows }) => rows);
}

/** The seasons of the report, over all of its pages. */
async function reportedSeasons({ get }: Demo, from: string, to: string): Promise<ManagementReport["sectors"]> {
  const seasons: ManagementReport["sectors"] = [];
  for (const clientId of demoClientIds)
    for (let after = ""; ; ) {
      const page = `/Report/IrrigationManager?ID=${clientId}&from=${from}&to=${to}${after && `&after=${after}`}`;
      const { sectors, next } = await get<ManagementReport>(page);
      seasons.push(...sectors);
      if (!next) break;
      after = next;
    }
  return seasons;
}

/** From the dry season into the rains. */
const SEASON = { days: 120, to: "2026-11-23" };
/** A depth that was recommended in the last days of a month may be applied in the next one. */
const DELAY_DAYS = 10;
/** A month may exceed its recommendations by the rounding of panels and meters, mm. */
const MIN_EXCESS_MM = 5;

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isEach)
  it("the demo farm waters what the advice asks for, and not without a need", { timeout: 300_000 }, async () => {
    const demo = await openDemo(`${SEASON.to}T11:30:00Z`, SEASON.days);
    try {
      const seasons = await reportedSeasons(demo, addDays(SEASON.to, 1 - SEASON.days), SEASON.to);
      const months = seasons.flatMap(({ pivotName, sectorName, rows }) =>
        [...new Set(rows.map(({ date }) => date.slice(0, 7)))].map((month) => {
          const from = addDays(`${month}-01`, -DELAY_DAYS);
          const own = rows.filter(({ date }) => date >= from && date.slice(0, 7) <= month);
          const appliedMm = own.reduce((sum, one) => sum + (one.date.startsWith(month) ? one.irrGross : 0), 0);
          return {
            what: `${pivotName} ${sectorName} ${month}`,
            appliedMm,
            requiredMm: own.reduce((sum, one) => sum + (one.requiredMm ?? 0), 0),
          };
        }),
      );
      expect(months.filter(({ appliedMm }) => appliedMm > 30).length).toBeGreaterThan(30);
      expect(months.filter(({ appliedMm, requiredMm }) => appliedMm > requiredMm + MIN_EXCESS_MM)).toEqual([]);
    } finally {
      await demo.close();
    }
  });

describe("the demo farm shows through the API", () => {
  let demo: Demo;
  let views: FullIrrigameter[];
  let given: Recommendation[];

  beforeAll(async () => {
    demo = await openDemo(NOW, DAYS);
    ({ views, given } = demo);
  }, 240_000);
  afterAll(() => demo?.close());

  it("a probe that contradicts the balance", () => {
    expect(given.filter(isByProbe)).not.toEqual([]);
  });

  it("a depth in two passes or more, and no watering above 25 mm", async () => {
    expect(Math.max(...given.map(({ passes }) => passes ?? 0))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...given.map(({ depthPerPassMm }) => depthPerPassMm ?? 0))).toBeLessThanOrEqual(25);
    for (const clientId of demoClientIds) {
      const waterings = await demo.get<Watering[]>(`/Watering/GetByClientID?ID=${clientId}`);
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
    expect(given.some(hasDate)).toBe(true);
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
    const pending = given.filter(isPending);
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.every(({ action }) => action === "none")).toBe(true);
  });

  it("a day with an incomplete record of rain", () => {
    expect(demo.rainStates).toContain("incomplete");
  });

  it("machines that keep up with their crops", () => {
    expect(given.filter(({ cannotKeepUp }) => cannotKeepUp).map(({ sectorId }) => sectorId)).toEqual([]);
  });
});
