import { addDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import { type RecordChanged, recordChanged } from "../../core/record-changed.ts";
import { auditEntries } from "../../schema/audit.ts";
import { detections, pivotRuns, waterings } from "../../schema/irrigation.ts";
import { devices, monitors, sensors } from "../../schema/telemetry.ts";
import { rains } from "../../schema/weather.ts";
import { upsertSensorTypes } from "../../telemetry/sensor-types/store.ts";
import { acceptFieldCapacity, suggestFieldCapacity } from "../sites/field-capacity.ts";
import { describeDatabases } from "../testing/databases.ts";
import { openIrrigation, plantField, times, watering } from "../testing/field.ts";

const FROM = "2026-05-01";
const TODAY = addDays(FROM, 20);
const NOW = `${TODAY}T18:00:00Z`;
/** Sweep between two reports of a panel. */
const STEP_DEG = 3;

type Opened = ReturnType<typeof openIrrigation>;
const runJob = ({ irrigation }: Opened, name: string) => irrigation.jobs.find((job) => job.name === name)?.run();

/** Reports every 15 minutes of a pivot that turns, then stops. */
function panelReports(
  pivotId: string,
  start: number,
  running: number,
  change: Partial<PivotStatus> = {},
): PivotStatus[] {
  return Array.from({ length: running + 1 }, (_, index) => ({
    pivotId,
    date: new Date(start + index * 15 * MINUTE_MS).toISOString(),
    running: index < running,
    wet: index < running,
    direction: index < running ? ("forward" as const) : ("stopped" as const),
    angleDeg: Math.min(index, running) * STEP_DEG,
    percent: 40,
    flowM3h: 170,
    ...(index < running ? change : {}),
  }));
}

describeDatabases("unrecorded irrigation", (database) => {
  async function probedField(id: string) {
    const field = await plantField(database(), { id, from: FROM, to: addDays(TODAY, -1) });
    const own = { clientId: field.clientId, ...times };
    await upsertSensorTypes(database(), times.createdAt);
    await database()
      .insert(devices)
      .values({
        _id: `${id}-probe`,
        ...own,
        farmId: field.farmId,
        sensorTypeId: "soil-moisture-probe",
        serial: `${id}-1`,
        intervalMin: 15,
        maintenance: false,
      });
    const depths = [10, 30];
    await database()
      .insert(sensors)
      .values(
        depths.map((depthCm) => ({
          _id: `${id}-${depthCm}`,
          ...own,
          deviceId: `${id}-probe`,
          variable: "soilMoist" as const,
          unit: "% vol",
          depthCm,
          calibA: 0,
          calibB: 1,
        })),
      );
    const sensorIds = depths.map((depthCm) => `${id}-${depthCm}`);
    await database()
      .insert(monitors)
      .values({ _id: `${id}-monitor`, ...own, name: "Sonda", sectorId: field.sectorId, sensorIds, alertIds: [] });
    const opened = openIrrigation(database(), NOW);
    await opened.irrigation.settle();
    return { field, opened, sensorIds };
  }

  /** The probe dries slowly and rises by some points, usually a day ago. */
  function jump({ telemetry, clock }: Opened, sensorIds: readonly string[], points: number, hoursAgo = 24): void {
    const end = clock.moment.getTime();
    telemetry.hours = sensorIds.flatMap((sensorId) =>
      Array.from({ length: 60 }, (_, index) => {
        const value = 24 - index * 0.02 + (index >= 60 - hoursAgo ? points : 0);
        return {
          sensorId,
          hour: new Date(end - (60 - index) * HOUR_MS),
          count: 4,
          sum: 4 * value,
          min: value,
          max: value,
        };
      }),
    );
  }
  const open = (clientId: string) =>
    database()
      .select()
      .from(detections)
      .where(and(eq(detections.clientId, clientId), eq(detections.state, "open")));

  it("is detected in the soil once, and becomes a watering when a person confirms it", async () => {
    const { field, opened, sensorIds } = await probedField("seen");
    const { irrigation } = opened;
    const changed: RecordChanged[] = [];
    opened.events.on("record", (event) => void changed.push(event));
    jump(opened, sensorIds, 6);
    await runJob(opened, "unrecorded irrigation");
    await runJob(opened, "unrecorded irrigation");
    const [found, ...others] = await irrigation.detections.open([field.sectorId]);
    expect(others).toEqual([]);
    if (!found) throw new Error("not detected");
    expect(found).toMatchObject({ evidence: "probe", state: "open", date: addDays(TODAY, -1) });
    expect(found.risePoints).toBeCloseTo(6, 0);

    const [site] = (await irrigation.decisions.overview({ sectorIds: [field.sectorId] })).states;
    if (!site) throw new Error("no sector");
    const caller = programCaller([field.clientId]);
    const before = (await irrigation.balances.rows(field.sectorId, found.date, found.date))[0]?.dr ?? 0;
    expect(await irrigation.detections.resolve(caller, site.site, { _id: found._id, as: "irrigation" })).toBe(true);
    expect(await irrigation.detections.resolve(caller, site.site, { _id: found._id, as: "ignored" })).toBe(false);
    const { sectorId } = field;
    expect(changed).toMatchObject([
      { entity: "Detection", after: { sectorId, state: "open" } },
      { entity: "Detection", before: { sectorId, state: "open" }, after: { sectorId, state: "irrigation" } },
      { entity: "Watering", after: { sectorId, source: "detected" } },
    ]);
    const [made] = await database().select().from(waterings).where(eq(waterings.sectorId, field.sectorId));
    expect(made).toMatchObject({ source: "detected" });
    expect(made?.netMm).toBeCloseTo(found.estimatedMm, 6);
    expect(made?.grossMm).toBeCloseTo(found.estimatedMm / 0.85, 6);
    const row = (await irrigation.balances.rows(field.sectorId, found.date, found.date))[0];
    expect(row?.dr).toBeLessThan(before);
    expect(await open(field.clientId)).toEqual([]);
    await runJob(opened, "unrecorded irrigation");
    expect(await open(field.clientId)).toEqual([]);
  });

  it("is not detected where a gauge of the farm measured the rain of the day", async () => {
    const { field, opened, sensorIds } = await probedField("rains");
    const { irrigation, telemetry, clock } = opened;
    const own = { clientId: field.clientId, ...times };
    const gauge = { _id: "rains-gauge", farmId: field.farmId, sensorTypeId: "rain-gauge", serial: "rains-2" };
    await database()
      .insert(devices)
      .values({ ...gauge, ...own, intervalMin: 15, maintenance: false });
    const sensor = {
      _id: "rains-rain",
      deviceId: gauge._id,
      variable: "rain" as const,
      unit: "mm",
      calibA: 0,
      calibB: 1,
    };
    await database()
      .insert(sensors)
      .values({ ...sensor, ...own });
    jump(opened, sensorIds, 6, 10);
    const dry = telemetry.hours;
    const hour = new Date(clock.moment.getTime() - 10 * HOUR_MS);
    telemetry.hours = [...dry, { sensorId: sensor._id, hour, count: 4, sum: 30, min: 0, max: 12 }];
    await runJob(opened, "unrecorded irrigation");
    expect(await irrigation.detections.open([field.sectorId])).toEqual([]);
    telemetry.hours = dry;
    await runJob(opened, "unrecorded irrigation");
    expect(await irrigation.detections.open([field.sectorId])).toHaveLength(1);
  });

  it("may have been rain, or nothing", async () => {
    const { field, opened, sensorIds } = await probedField("was-rain");
    jump(opened, sensorIds, 5);
    await runJob(opened, "unrecorded irrigation");
    const [found] = await opened.irrigation.detections.open([field.sectorId]);
    const [site] = (await opened.irrigation.decisions.overview({ sectorIds: [field.sectorId] })).states;
    if (!site || !found) throw new Error("not detected");
    const caller = programCaller([field.clientId]);
    await opened.irrigation.detections.resolve(caller, site.site, { _id: found._id, as: "rain", mm: 11 });
    const [rain] = await database().select().from(rains).where(eq(rains.sectorId, field.sectorId));
    expect(rain).toMatchObject({ mm: 11, date: found.date, source: "manual" });
    expect((await opened.irrigation.balances.rows(field.sectorId, found.date, found.date))[0]?.rain).toBe(11);
  });

  it("that was rain comes on top of the day's known rain, which the sector's record replaces", async () => {
    const { field, opened, sensorIds } = await probedField("more-rain");
    jump(opened, sensorIds, 5);
    await runJob(opened, "unrecorded irrigation");
    const [found] = await opened.irrigation.detections.open([field.sectorId]);
    const [site] = (await opened.irrigation.decisions.overview({ sectorIds: [field.sectorId] })).states;
    if (!site || !found) throw new Error("not detected");
    const own = { clientId: field.clientId, ...times };
    await database()
      .insert(rains)
      .values({ _id: "more-rain-farm", ...own, farmId: field.farmId, date: found.date, mm: 4, source: "manual" });
    const caller = programCaller([field.clientId]);
    await opened.irrigation.detections.resolve(caller, site.site, { _id: found._id, as: "rain" });
    const [rain] = await database().select().from(rains).where(eq(rains.sectorId, field.sectorId));
    expect(rain?.mm).toBeCloseTo(4 + found.estimatedMm, 0);
  });

  it("is not detected when it was recorded or rained, nor for a small rise", async () => {
    const { field, opened, sensorIds } = await probedField("recorded");
    jump(opened, sensorIds, 0.8);
    await runJob(opened, "unrecorded irrigation");
    expect(await open(field.clientId)).toEqual([]);
    jump(opened, sensorIds, 6);
    const start = new Date(opened.clock.moment.getTime() - 26 * HOUR_MS).toISOString();
    await database()
      .insert(waterings)
      .values(watering(field, "recorded-w", start, 26));
    await runJob(opened, "unrecorded irrigation");
    expect(await open(field.clientId)).toEqual([]);
  });

  it("is withdrawn at once when a person records it afterwards, with an audit entry", async () => {
    const { field, opened, sensorIds } = await probedField("late");
    jump(opened, sensorIds, 6);
    await runJob(opened, "unrecorded irrigation");
    const [found] = await open(field.clientId);
    if (!found) throw new Error("not detected");
    // Approximate time: later on the same day than the probe's rise.
    const start = new Date(opened.clock.moment.getTime() - 20 * HOUR_MS).toISOString();
    await database()
      .insert(waterings)
      .values(watering(field, "late-w", start));
    await opened.events.emit("record", recordChanged("Watering", { clientId: field.clientId, recordId: "late-w" }));
    expect(await open(field.clientId)).toEqual([]);
    const entries = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, found._id))
      .orderBy(auditEntries.date);
    expect(entries.map(({ action, userName }) => [action, userName])).toEqual(
      expect.arrayContaining([
        ["insert", "sistema"],
        ["update", "sistema"],
      ]),
    );
    expect(entries.find(({ action }) => action === "update")?.changes).toEqual([
      { field: "state", before: "open", after: "irrigation" },
    ]);
    await runJob(opened, "unrecorded irrigation");
    expect(await open(field.clientId)).toEqual([]);
  });

  it("is not explained by a planned watering", async () => {
    const { field, opened, sensorIds } = await probedField("planned");
    jump(opened, sensorIds, 6);
    const yesterday = (hours: number) => new Date(opened.clock.moment.getTime() - hours * HOUR_MS).toISOString();
    await database()
      .insert(waterings)
      .values([
        { ...watering(field, "planned-past", yesterday(26)), source: "plan" },
        watering(field, "planned-later", yesterday(-2)),
      ]);
    await runJob(opened, "unrecorded irrigation");
    // Detected today, in the hours before a watering that is planned for this evening.
    await database().update(detections).set({ date: TODAY }).where(eq(detections.clientId, field.clientId));
    await opened.events.emit(
      "record",
      recordChanged("Watering", { clientId: field.clientId, recordId: "planned-later" }),
    );
    expect(await open(field.clientId)).toHaveLength(1);
  });

  it("suggests the field capacity of the probe's own wettings, which counts once a person has accepted it", async () => {
    const { field, opened, sensorIds } = await probedField("capacity");
    const [sensorId = ""] = sensorIds;
    const end = opened.clock.moment.getTime();
    // Three wettings that drain to a plateau near 30.7 %.
    const wetting = (hour: number) => (hour < 6 ? 26 : 31 + 4 * Math.exp(-(hour - 6) / 6) - 0.01 * (hour - 6));
    opened.telemetry.hours = Array.from({ length: 360 }, (_, index) => {
      const value = wetting(index % 120);
      return { sensorId, hour: new Date(end - (360 - index) * HOUR_MS), count: 1, sum: value, min: value, max: value };
    });
    const { telemetry, clock, events } = opened;
    const sources = { database: database(), telemetry, clock, events };
    const changed: RecordChanged[] = [];
    events.on("record", (event) => void changed.push(event));
    const monitor = { monitorId: "capacity-monitor", sectorId: field.sectorId };
    const suggested = async () => (await suggestFieldCapacity(sources, monitor, opened.clock.moment)).depths;
    const [shallow, deep] = await suggested();
    expect(shallow).toMatchObject({ sensorId, wettings: 3, suggestedPct: expect.closeTo(30.7, 0) });
    expect(shallow?.usedPct).not.toBe(shallow?.suggestedPct);
    expect(deep).toMatchObject({ suggestedPct: null, wettings: 0 });
    const accept = (fcPct: number | null) =>
      acceptFieldCapacity(sources, programCaller([field.clientId]), {
        _id: "capacity-monitor",
        depths: [{ sensorId, fcPct }],
      });
    expect(await accept(shallow?.suggestedPct ?? null)).toBe(1);
    expect(changed.map(({ entity, after }) => ({ entity, after }))).toEqual([
      {
        entity: "Monitor",
        after: expect.objectContaining({ fieldCapacities: { [sensorId]: shallow?.suggestedPct } }),
      },
    ]);
    expect((await suggested())[0]?.usedPct).toBe(shallow?.suggestedPct);
    await accept(null);
    expect((await suggested())[0]?.usedPct).toBe(shallow?.usedPct);
    const entries = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, "capacity-monitor"))
      .orderBy(auditEntries.date);
    expect(entries).toHaveLength(2);
  });

  it("is explained by the water of a run in progress", async () => {
    const { field, opened, sensorIds } = await probedField("passing");
    jump(opened, sensorIds, 6);
    await runJob(opened, "unrecorded irrigation");
    expect(await open(field.clientId)).toHaveLength(1);
    // The panel's report arrives later than the probe's: the arm has been turning since before the rise.
    const pivotId = `${field.sectorId.replace("-sector", "-pivot")}`;
    const start = opened.clock.moment.getTime() - 26 * HOUR_MS;
    opened.telemetry.reports = panelReports(pivotId, start, 26 * 4).slice(0, -1);
    await opened.events.emit("pivotStatus", { clientId: field.clientId, farmId: field.farmId, pivotId });
    await runJob(opened, "pivot runs");
    await runJob(opened, "unrecorded irrigation");
    expect(await open(field.clientId)).toEqual([]);

    // When the panel reports first, there is no detection.
    await database().delete(detections).where(eq(detections.clientId, field.clientId));
    await runJob(opened, "unrecorded irrigation");
    expect(await database().select().from(detections).where(eq(detections.clientId, field.clientId))).toEqual([]);
    expect(await database().select().from(waterings).where(eq(waterings.sectorId, field.sectorId))).toEqual([]);
  });
});

describeDatabases("water applied by pivots", (database) => {
  const START = Date.parse(`${TODAY}T06:00:00Z`);
  const reports = (pivotId: string, change: Partial<PivotStatus> = {}) => panelReports(pivotId, START, 33, change);

  async function open(id: string) {
    const field = await plantField(database(), { id, from: FROM, to: addDays(TODAY, -1) });
    const opened = openIrrigation(database(), NOW);
    await opened.irrigation.settle();
    const pivotId = `${id}-pivot-1`;
    const speak = () => opened.events.emit("pivotStatus", { clientId: field.clientId, farmId: field.farmId, pivotId });
    const recorded = () => database().select().from(waterings).where(eq(waterings.sectorId, field.sectorId));
    return { field, opened, pivotId, speak, recorded };
  }

  it("becomes one watering when the pivot stops", async () => {
    const { field, opened, pivotId, speak, recorded } = await open("stops");
    const all = reports(pivotId);
    opened.clock.moment = new Date(START + 5 * HOUR_MS);
    opened.telemetry.reports = all.slice(0, 20);
    await speak();
    await runJob(opened, "pivot runs");
    expect(await recorded()).toEqual([]);
    expect((await opened.irrigation.waterings.revolutions([pivotId])).get(pivotId)?.sectors).toHaveProperty(
      field.sectorId,
    );
    opened.telemetry.reports = all;
    opened.clock.moment = new Date(NOW);
    const planned = { ...watering(field, "planned-run", new Date(START).toISOString()), source: "plan" as const };
    await database().insert(waterings).values(planned);
    const changed: RecordChanged[] = [];
    opened.events.on("record", (event) => void changed.push(event));
    for (let look = 0; look < 2; look++) {
      await speak();
      await runJob(opened, "pivot runs");
    }
    const [made, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(changed).toMatchObject([
      { entity: "Watering", recordId: "planned-run", before: { source: "plan" } },
      { entity: "Watering", recordId: made?._id, after: { source: "telemetry" } },
    ]);
    const areaHa = (Math.PI * 400 ** 2) / 1e4;
    expect(made).toMatchObject({ source: "telemetry", measured: true, userId: null, start: new Date(START) });
    expect(made?.grossMm).toBeCloseTo((8.25 * 170) / (10 * areaHa), 6);
    expect(made?.netMm).toBeCloseTo((made?.grossMm ?? 0) * 0.85, 6);
    expect(made?.percent).toBeCloseTo(40);
    expect((await opened.irrigation.waterings.revolutions([pivotId])).size).toBe(0);
    const [entry] = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, made?._id ?? ""))
      .orderBy(auditEntries.date);
    expect(entry).toMatchObject({ entity: "Watering", action: "insert", userName: "sistema" });
  });

  it("is in progress with the first report, and over with the report that says so, without waiting for a job", async () => {
    const { field, opened, pivotId, speak } = await open("at-once");
    const { decisions, waterings } = opened.irrigation;
    const all = reports(pivotId);
    const decided = () => opened.emitted.filter(({ name }) => name === "recommendation").length;
    opened.clock.moment = new Date(START + 60_000);
    opened.telemetry.reports = all.slice(0, 1);
    const before = decided();
    await speak();
    const { plans, recommendations } = await decisions.overview({ clientIds: [field.clientId] });
    expect(plans.flatMap(({ items }) => items)).toMatchObject([{ pivotId, underWay: true }]);
    expect(recommendations.get(field.sectorId)?.underWay?.startedAt).toBe(new Date(START).toISOString());
    expect(decided()).toBe(before + 1);
    // Reports of a run that continues wait for the job.
    opened.telemetry.reports = all.slice(0, 2);
    await speak();
    expect(decided()).toBe(before + 1);
    opened.telemetry.reports = all;
    opened.clock.moment = new Date(NOW);
    await speak();
    expect((await waterings.revolutions([pivotId])).size).toBe(0);
    expect(decided()).toBeGreaterThan(before + 1);
  });

  it("is in progress after a history whose reports nothing announced", async () => {
    const { opened, pivotId } = await open("imported");
    opened.clock.moment = new Date(START + 5 * HOUR_MS);
    opened.telemetry.reports = reports(pivotId).slice(0, 20);
    await runJob(opened, "pivot runs");
    const runs = await opened.irrigation.waterings.revolutions([pivotId]);
    expect(runs.get(pivotId)?.startAt).toBe(START);
  });

  it("is estimated from its hours, and not measured, when the panel reports no flow", async () => {
    const { opened, pivotId, speak, recorded } = await open("no-flow");
    opened.telemetry.reports = reports(pivotId, { flowM3h: null });
    await speak();
    await runJob(opened, "pivot runs");
    const [made] = await recorded();
    expect(made).toMatchObject({ source: "telemetry", measured: false });
    expect(made?.volumeM3).toBeCloseTo(8.25 * 180, 6);
  });

  it("ends when the panel becomes silent", async () => {
    const { opened, pivotId, speak, recorded } = await open("silent");
    opened.telemetry.reports = reports(pivotId).slice(0, 20);
    await speak();
    await runJob(opened, "pivot runs");
    opened.clock.moment = new Date(opened.clock.moment.getTime() + 3 * HOUR_MS);
    await runJob(opened, "pivot runs");
    expect(await recorded()).toHaveLength(1);
    const [state] = await database().select().from(pivotRuns).where(eq(pivotRuns.pivotId, pivotId));
    expect(state?.run).toBeNull();
  });

  it.each([
    ["that began during it", HOUR_MS, null],
    ["whose hours end at its start", -10 * HOUR_MS, 10],
  ])("yields to a person's record %s, before or after", async (_which, afterMs, hours) => {
    const before = await open(`written-before-${afterMs}`);
    const start = new Date(START + afterMs).toISOString();
    await database()
      .insert(waterings)
      .values({ ...watering(before.field, `written-1-${afterMs}`, start), hours });
    before.opened.telemetry.reports = reports(before.pivotId);
    await before.speak();
    await runJob(before.opened, "pivot runs");
    expect((await before.recorded()).map(({ source }) => source)).toEqual(["manual"]);

    const after = await open(`written-after-${afterMs}`);
    after.opened.telemetry.reports = reports(after.pivotId);
    await after.speak();
    await runJob(after.opened, "pivot runs");
    const recordId = `written-2-${afterMs}`;
    await database()
      .insert(waterings)
      .values({ ...watering(after.field, recordId, start), hours });
    const { clientId, sectorId } = after.field;
    const wire = { sectorId, start, hours, source: "manual" };
    await after.opened.events.emit("record", recordChanged("Watering", { clientId, recordId, after: wire }));
    expect((await after.recorded()).map(({ source }) => source)).toEqual(["manual"]);
  });

  it("becomes a detection when the panel reports neither flow nor setting", async () => {
    const { field, opened, pivotId, speak, recorded } = await open("guess");
    opened.telemetry.reports = reports(pivotId, { flowM3h: null, percent: null });
    const changed: RecordChanged[] = [];
    opened.events.on("record", (event) => void changed.push(event));
    await speak();
    await runJob(opened, "pivot runs");
    expect(await recorded()).toEqual([]);
    expect(changed).toMatchObject([{ entity: "Detection", after: { sectorId: field.sectorId, evidence: "pivot" } }]);
    const [found] = await opened.irrigation.detections.open([field.sectorId]);
    expect(found).toMatchObject({ evidence: "pivot", state: "open", date: TODAY, risePoints: null });
    expect(found?.estimatedMm).toBeGreaterThan(1);
  });
});
