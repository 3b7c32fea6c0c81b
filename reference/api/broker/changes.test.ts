import { HOUR_MS } from "@lamina/shared/core/time";
import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import type { ChangeMessage } from "@lamina/shared/records/alert";
import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { describeApi } from "../../testing/api.ts";
import { quietLog } from "../../testing/quiet-log.ts";
import { createEvents } from "../core/events.ts";
import { users } from "../schema/identity.ts";
import { monitors, sensors } from "../schema/telemetry.ts";
import { publishChanges } from "./changes.ts";

const SANTA_CLARA = "demo-santa-clara";
const BOA_ESPERANCA = "demo-boa-esperanca";

describeApi("changes", (api) => {
  const published: { userName: string; topic: string; message: unknown }[] = [];
  const publisher = {
    commandDevice: async () => {},
    publishToUser: async (userName: string, topic: string, message: unknown) => {
      published.push({ userName, topic, message });
    },
  };
  const names = () => published.map(({ userName }) => userName).sort();
  const open = (intervalMs: number) => {
    const events = createEvents(() => {});
    const log = { ...quietLog, warn: vi.fn() };
    const { database } = api();
    const changes = publishChanges({ database, clock: api().clock, events, publisher, log }, intervalMs);
    return { events, changes, log };
  };
  const reading = { clientId: SANTA_CLARA, farmId: "f", sensorIds: ["s"], from: "2026-05-14" };

  beforeEach(() => {
    published.length = 0;
  });
  afterEach(() => api().database.update(users).set({ active: true }).where(eq(users._id, "demo-bruno")));

  it("notifies each user of the client of the changed entities, once for many changes", async () => {
    const { events, changes } = open(20);
    for (let count = 0; count < 50; count++) await events.emit("readings", reading);
    await events.emit("record", { clientId: SANTA_CLARA, entity: "Watering", recordId: "w" });
    await vi.waitFor(() => expect(published.length).toBeGreaterThan(0));
    await changes.close();
    expect(names()).toEqual(["admin", "ana", "bruno"]);
    expect(new Set(published.map(({ topic }) => topic))).toEqual(new Set([CHANGES_TOPIC]));
    expect(published[0]?.message).toEqual({
      clientId: SANTA_CLARA,
      entities: ["Device", "Reading", "SensorSummary", "Watering"],
      version: expect.any(Number),
      listeners: 3,
    });
  });

  it("names what changed: the place, the device, its monitor and their sector, with a growing version", async () => {
    const { events, changes } = open(5);
    const [monitor] = await api().database.select().from(monitors).where(eq(monitors.clientId, SANTA_CLARA)).limit(1);
    const sensorIds = monitor?.sensorIds.slice(0, 1) ?? [];
    const [sensor] = await api().database.select().from(sensors).where(inArray(sensors._id, sensorIds));
    await events.emit("readings", { ...reading, sensorIds });
    await vi.waitFor(() => expect(published).toHaveLength(3));
    const after = { farmId: "f2", pivotId: "p", sectorId: "s" } as never;
    await events.emit("record", { clientId: SANTA_CLARA, entity: "Season", recordId: "new", after });
    await vi.waitFor(() => expect(published).toHaveLength(6));
    await changes.close();
    const [first, second] = [published[0]?.message, published[3]?.message] as ChangeMessage[];
    expect(first).toMatchObject({
      farmIds: ["f"],
      sectorIds: [monitor?.sectorId],
      monitorIds: [monitor?._id],
      deviceIds: [sensor?.deviceId],
    });
    expect(second).toMatchObject({ farmIds: ["f2"], pivotIds: ["p"], sectorIds: ["s"] });
    expect(second?.version).toBeGreaterThan(first?.version ?? Number.POSITIVE_INFINITY);
  });

  it("sends the first change after a quiet time at once, and later ones after the interval", async () => {
    const { events, changes } = open(HOUR_MS);
    await events.emit("readings", reading);
    await vi.waitFor(() => expect(names()).toEqual(["admin", "ana", "bruno"]));
    await events.emit("forecast", { clientId: SANTA_CLARA, farmId: "f" });
    await changes.close();
    expect(published.slice(3).map(({ message }) => message)).toEqual(
      Array(3).fill(expect.objectContaining({ clientId: SANTA_CLARA, entities: ["Forecast"], farmIds: ["f"] })),
    );
  });

  it("notifies no user of another client and no deactivated user", async () => {
    await api().database.update(users).set({ active: false }).where(eq(users._id, "demo-bruno"));
    const { events, changes } = open(10);
    await events.emit("forecast", { clientId: BOA_ESPERANCA, farmId: "f" });
    await changes.close();
    expect(names()).toEqual(["admin", "ana"]);
    published.length = 0;
    const again = open(10);
    await again.events.emit("balance", { clientId: SANTA_CLARA, sectorIds: [], from: "2026-05-14" });
    await again.changes.close();
    expect(names()).toEqual(["admin", "ana"]);
  });

  it("sends pending changes when it closes, and nothing afterwards", async () => {
    const { events, changes } = open(HOUR_MS);
    await events.emit("alert", { clientId: SANTA_CLARA, notificationId: "n" });
    expect(published).toEqual([]);
    await changes.close();
    expect(published[0]?.message).toMatchObject({ clientId: SANTA_CLARA, entities: ["Notification"] });
    const before = published.length;
    await events.emit("alert", { clientId: SANTA_CLARA, notificationId: "n" });
    await changes.close();
    expect(published.length).toBe(before);
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
