import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { devices, pivotStatuses, readings } from "../telemetry/table.ts";
import { startTestApi, type TestApi } from "../testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: { DEMO_HISTORY_DAYS: "2" } });
}, 60_000);
afterAll(() => api?.close());

const MINUTE = 60_000;

it("lets devices speak through the broker, each at its interval, and what they say is stored", async () => {
  const { database, services, simulator, clock } = api;
  const before = { readings: await database.$count(readings), statuses: await database.$count(pivotStatuses) };
  for (let minute = 0; minute < 15; minute++) {
    clock.advance(MINUTE);
    await simulator?.tick();
  }
  const counts = services.telemetry.counts();
  expect(counts).toMatchObject({ rejected: 0, garbage: 0, duplicate: 0, waiting: 0 });
  expect(counts.stored).toBeGreaterThan(200);
  expect(await database.$count(pivotStatuses)).toBe(before.statuses + 8 * 15);
  expect(await database.$count(readings)).toBe(before.readings + counts.stored - 8 * 15);
  const now = clock.now().getTime();
  const [station] = await database.select().from(devices).where(eq(devices.serial, "EM-RO-01"));
  expect(now - (station?.lastSeen?.getTime() ?? 0)).toBeLessThan(5 * MINUTE);
});
