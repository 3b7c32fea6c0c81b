import { randomUUID } from "node:crypto";
import { DAY_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createMetrics } from "../../http/metrics.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { notifications } from "../../schema/alerts.ts";
import { auditEntries } from "../../schema/audit.ts";
import { pivotCommands } from "../../schema/commands.ts";
import { deviceHealth, pivotStatuses, readingDays, readings } from "../../schema/telemetry.ts";
import { writeKeys } from "../../schema/write-keys.ts";
import { batchOf, CLIENT, describeField, NOW, PIVOT, type TestField } from "../../telemetry/testing/field.ts";
import { measureTables, retentionJob } from "./retention.ts";

const KEEP = { readingsMonths: 24, notificationsMonths: 24, auditMonths: 60 };
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

describeField("data beyond its retention time", (getField) => {
  let field: TestField;
  let sensor: string;
  const metrics = createMetrics("0");

  beforeAll(async () => {
    field = getField();
    const device = await field.addDevice({ serial: "OLD" });
    sensor = await field.addSensor(device, "airTemp");
    // A reading a day for three years, and one hour with a reading a minute.
    const daily = Array.from({ length: 1095 }, (_, day) => [day * 1440, 20 + (day % 9)] as const);
    await field.telemetry.ingestMany([batchOf("OLD", "airTemp", ago(1095), daily)]);
    const { database } = field;
    const status = { running: false, wet: false, direction: "stopped" as const, angleDeg: 0 };
    await database
      .insert(pivotStatuses)
      .values([ago(900), ago(10)].map((date) => ({ pivotId: PIVOT, date, ...status })));
    await database.insert(deviceHealth).values([ago(900), ago(10)].map((date) => ({ deviceId: device, date })));
    const own = { clientId: CLIENT, createdAt: NOW, updatedAt: NOW };
    const alert = { ...own, type: "rain" as const, severity: "info" as const, title: "Mensagem", message: "Chuva" };
    await database.insert(notifications).values(
      [
        { date: ago(900), resolvedAt: ago(899) },
        { date: ago(900), resolvedAt: null },
        { date: ago(10), resolvedAt: ago(9) },
      ].map((one) => ({ _id: randomUUID(), key: randomUUID(), ...alert, ...one })),
    );
    const command = { ...own, pivotId: PIVOT, order: { command: "stop" as const }, byName: "Ana" };
    await database.insert(pivotCommands).values(
      [2000, 900].map((days) => ({
        ...{ ...command, _id: `c${days}`, issuedAt: ago(days), expiresAt: ago(days) },
        ...{ state: "done" as const, states: [] },
      })),
    );
    const entry = {
      userName: "ana",
      clientId: CLIENT,
      entity: "Farm",
      recordId: "f",
      action: "update" as const,
      changes: [],
    };
    await database
      .insert(auditEntries)
      .values([2000, 900].map((days) => ({ _id: randomUUID(), date: ago(days), ...entry })));
    const keyed = { clientId: CLIENT, entity: "Rain", reply: {} };
    await database
      .insert(writeKeys)
      .values([61, 59].map((days) => ({ key: `key-${days}`, date: ago(days), ...keyed })));
  });

  it("is deleted by kind; rollups remain", async () => {
    const { database, context } = field;
    const before = await field.telemetry.dayAggregates([sensor], "2023-01-01", "2026-12-31");
    await retentionJob(context, KEEP, metrics).run();
    const left = await database.select({ at: readings.at }).from(readings).orderBy(readings.at);
    expect(left[0]?.at.toISOString().slice(0, 7)).toBe("2024-05");
    expect(left.length).toBeLessThan(740);
    expect(await field.telemetry.dayAggregates([sensor], "2023-01-01", "2026-12-31")).toEqual(before);
    expect(await database.$count(readingDays)).toBe(1095);
    const counts = await Promise.all([pivotStatuses, deviceHealth].map((table) => database.$count(table)));
    expect(counts).toEqual([1, 1]);
    expect(await database.$count(notifications)).toBe(2);
    expect(await database.$count(auditEntries, eq(auditEntries.entity, "Farm"))).toBe(1);
    expect(await database.select({ _id: pivotCommands._id }).from(pivotCommands)).toEqual([{ _id: "c900" }]);
    expect(await database.select({ key: writeKeys.key }).from(writeKeys)).toEqual([{ key: "key-59" }]);
  });

  it("is noted once in the history of each client, with the limit of each kind and the cause", async () => {
    const { database, context } = field;
    const entries = () =>
      database.select().from(auditEntries).where(eq(auditEntries.recordId, CLIENT)).orderBy(auditEntries.date);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      userId: null,
      userName: "sistema",
      entity: "Client",
      reason: auditReasons.forgotten,
    });
    const kinds = ["readings", "pivotStatuses", "deviceHealth", "notifications", "audit", "commands"];
    expect(entry?.changes.map(({ field: name }) => name).sort()).toEqual(kinds.map((kind) => `${kind}Before`).sort());
    await retentionJob(context, KEEP).run();
    expect(await entries()).toHaveLength(1);
  });

  it("is counted by metrics, with the size of the tables", async () => {
    if (metrics.registry.getSingleMetric("api_table_bytes") === undefined) measureTables(metrics, field.database);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/api_forgotten_rows_total\{kind="readings"\} [1-9]/);
    expect(text).toMatch(/api_table_bytes\{table="readings"\} [1-9]/);
  });

  it("remains when the installation sets no limit", async () => {
    const { database, context } = field;
    const before = await database.$count(readings);
    context.clock.now = () => new Date(NOW.getTime() + 3650 * DAY_MS);
    await retentionJob(context, { readingsMonths: null, notificationsMonths: null, auditMonths: null }).run();
    expect(await database.$count(readings)).toBe(before);
    context.clock.now = () => NOW;
  });
});
