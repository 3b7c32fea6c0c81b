import { HOUR_MS } from "@lamina/shared/core/time";
import { CHANGES_TOPIC } from "@lamina/shared/records/alert";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createEvents } from "../core/events.ts";
import { users } from "../schema/identity.ts";
import { describeApi } from "../testing/api.ts";
import { publishChanges } from "./changes.ts";

const SANTA_CLARA = "demo-santa-clara";
const BOA_ESPERANCA = "demo-boa-esperanca";

describeApi("changes", (api) => {
  const told: { userName: string; topic: string; message: unknown }[] = [];
  const publisher = {
    publishToUser: async (userName: string, topic: string, message: unknown) => {
      told.push({ userName, topic, message });
    },
  };
  const names = () => told.map(({ userName }) => userName).sort();
  const open = (intervalMs: number) => {
    const events = createEvents(() => {});
    const log = { warn: vi.fn() };
    const { database } = api();
    const changes = publishChanges({ database, events, publisher, log: log as never }, intervalMs);
    return { events, changes, log };
  };
  const reading = { clientId: SANTA_CLARA, farmId: "f", sensorIds: ["s"], from: "2026-05-14" };

  beforeEach(() => {
    told.length = 0;
  });
  afterEach(() => api().database.update(users).set({ active: true }).where(eq(users._id, "demo-bruno")));

  it("notifies each user of the client of the changed entities, once for many changes", async () => {
    const { events, changes } = open(20);
    for (let count = 0; count < 50; count++) await events.emit("readings", reading);
    await events.emit("record", { clientId: SANTA_CLARA, entity: "Watering", recordId: "w" });
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
    await changes.close();
    expect(names()).toEqual(["admin", "ana", "bruno"]);
    expect(new Set(told.map(({ topic }) => topic))).toEqual(new Set([CHANGES_TOPIC]));
    expect(told[0]?.message).toEqual({
      clientId: SANTA_CLARA,
      entities: ["Device", "Reading", "SensorSummary", "Watering"],
    });
  });

  it("sends the first change after a quiet time at once, and later ones after the interval", async () => {
    const { events, changes } = open(HOUR_MS);
    await events.emit("readings", reading);
    await vi.waitFor(() => expect(names()).toEqual(["admin", "ana", "bruno"]));
    await events.emit("forecast", { clientId: SANTA_CLARA, farmId: "f" });
    await changes.close();
    expect(told.slice(3).map(({ message }) => message)).toEqual(
      Array(3).fill({ clientId: SANTA_CLARA, entities: ["Forecast"] }),
    );
  });

  it("notifies no user of another client and no deactivated user", async () => {
    await api().database.update(users).set({ active: false }).where(eq(users._id, "demo-bruno"));
    const { events, changes } = open(10);
    await events.emit("forecast", { clientId: BOA_ESPERANCA, farmId: "f" });
    await changes.close();
    expect(names()).toEqual(["admin", "ana"]);
    told.length = 0;
    const again = open(10);
    await again.events.emit("balance", { clientId: SANTA_CLARA, sectorIds: [], from: "2026-05-14" });
    await again.changes.close();
    expect(names()).toEqual(["admin", "ana"]);
  });

  it("sends pending changes when it closes, and nothing afterwards", async () => {
    const { events, changes } = open(HOUR_MS);
    await events.emit("alert", { clientId: SANTA_CLARA, notificationId: "n" });
    expect(told).toEqual([]);
    await changes.close();
    expect(told[0]?.message).toEqual({ clientId: SANTA_CLARA, entities: ["Notification"] });
    const before = told.length;
    await events.emit("alert", { clientId: SANTA_CLARA, notificationId: "n" });
    await changes.close();
    expect(told.length).toBe(before);
  });

  it("continues after the broker rejects a message", async () => {
    const { events, changes, log } = open(5);
    const publish = vi.spyOn(publisher, "publishToUser").mockRejectedValueOnce(new Error("gone"));
    await events.emit("weather", { clientId: SANTA_CLARA, farmId: "f", from: "2026-05-14" });
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1));
    publish.mockRestore();
    await events.emit("weather", { clientId: SANTA_CLARA, farmId: "f", from: "2026-05-14" });
    await vi.waitFor(() => expect(names()).toContain("ana"));
    await changes.close();
  });
});
