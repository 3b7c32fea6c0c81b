import { addDays } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { auditEntries } from "../../schema/audit.ts";
import { machineCalibrations } from "../../schema/farms.ts";
import { detections, waterings } from "../../schema/irrigation.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import { upsertSensorTypes } from "../../telemetry/sensor-types/store.ts";
import { loadSectors } from "../sites/sectors.ts";
import { describeDatabases } from "../testing/databases.ts";
import { openIrrigation, plantField, times } from "../testing/field.ts";
import { waterBetween } from "../water-use/service.ts";

const TODAY = "2026-05-21";
const NOW = `${TODAY}T18:00:00Z`;

describeDatabases("a meter beside a panel", (database) => {
  /** A run of 20 h by the panel's setting, 180 m³/h, four days ago, and a meter that says another flow. */
  async function metered(id: string, flow: number) {
    const field = await plantField(database(), { id, from: addDays(TODAY, -30), to: addDays(TODAY, -1) });
    const { clientId, farmId, sectorId } = field;
    const pivotId = `${id}-pivot-1`;
    const own = { clientId, ...times };
    await upsertSensorTypes(database(), times.createdAt);
    const device = {
      _id: `${id}-meter`,
      farmId,
      pivotId,
      sensorTypeId: "flow-meter",
      serial: `${id}-m`,
      intervalMin: 15,
    };
    await database()
      .insert(devices)
      .values({ ...device, ...own, maintenance: false });
    const sensor = { _id: `${id}-flow`, deviceId: device._id, variable: "flow" as const, unit: "m³/h" };
    await database()
      .insert(sensors)
      .values({ ...sensor, ...own, calibA: 0, calibB: 1 });
    const opened = openIrrigation(database(), NOW);
    const start = Date.parse(`${addDays(TODAY, -4)}T03:00:00Z`);
    await database()
      .insert(waterings)
      .values({
        ...{ _id: `${id}-run`, ...own, sectorId, start: new Date(start), end: new Date(start + 20 * HOUR_MS) },
        ...{ grossMm: 7.2, netMm: 6.1, hours: 20, given: "hours", volumeM3: 3600, source: "manual" },
      });
    /** Hours of some days, all with a reading; the meter runs during a run of 20 h that begins at a moment. */
    const meter = (at: number, m3h: number) =>
      Array.from({ length: 48 }, (_, index) => {
        const value = index < 20 ? m3h : 0;
        const hour = new Date(at + index * HOUR_MS);
        return { sensorId: sensor._id, hour, count: 4, sum: 4 * value, min: value, max: value };
      });
    opened.telemetry.hours = meter(start, flow);
    const look = () => opened.irrigation.detections.detect();
    const open = () => opened.irrigation.detections.open([sectorId]);
    const answer = async (as: "meter" | "panel" | "check") => {
      const [[site], [found]] = [await loadSectors(database(), { sectorIds: [sectorId] }), await open()];
      if (!site || !found) throw new Error("No question");
      expect(await opened.irrigation.detections.resolve(programCaller([clientId]), site, { _id: found._id, as })).toBe(
        true,
      );
      return found._id;
    };
    return { ...field, ...opened, pivotId, sensorId: sensor._id, look, open, answer, start, meter };
  }

  it("is asked about once beyond a tenth, and holds no advice", async () => {
    const { look, open, irrigation, clientId } = await metered("asked", 150);
    await irrigation.settle();
    await look();
    await look();
    expect(await open()).toMatchObject([
      { evidence: "meter", date: addDays(TODAY, -1), meterM3: 3000, panelM3: 3600, state: "open" },
    ]);
    const { recommendations } = await irrigation.decisions.overview({ clientIds: [clientId] });
    expect([...recommendations.values()].map(({ blockedBy }) => blockedBy)).not.toContain("contradicted");
  });

  it("is not asked about within a tenth", async () => {
    const { look, open } = await metered("near", 170);
    await look();
    expect(await open()).toEqual([]);
  });

  it("that is right becomes a calibration from the first day of its week, and the depths follow", async () => {
    const { look, open, answer, pivotId, sectorId } = await metered("right", 150);
    await look();
    const _id = await answer("meter");
    const found = await database().select().from(machineCalibrations).where(eq(machineCalibrations.pivotId, pivotId));
    expect(found).toMatchObject([{ kind: "flow", flowM3h: 150, date: addDays(TODAY, -7) }]);
    const [run] = await database().select().from(waterings).where(eq(waterings.sectorId, sectorId));
    expect(run?.volumeM3).toBeCloseTo(3000, 6);
    await look();
    expect(await open()).toEqual([]);
    const entries = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, _id))
      .orderBy(auditEntries.date);
    expect(entries.map(({ changes }) => changes)).toContainEqual([{ field: "state", before: "open", after: "meter" }]);
    const [made] = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, found[0]?._id ?? ""))
      .orderBy(auditEntries.date);
    expect(made).toMatchObject({ entity: "MachineCalibration", action: "insert" });
  });

  it("that is wrong counts no more until a person has checked it, and is asked about again only with a new week", async () => {
    const { look, open, answer, clientId, sensorId, clock, telemetry, meter, start, sectorId } = await metered(
      "wrong",
      150,
    );
    const pumped = async () => {
      const days = { from: addDays(TODAY, -7), to: TODAY };
      const { pumping } = await waterBetween(
        { database: database(), telemetry },
        { clientIds: [clientId] },
        days,
        clock.now(),
      );
      return Math.round(pumping.reduce((sum, { m3 }) => sum + m3, 0));
    };
    await look();
    expect(await pumped()).toBe(3000);
    await answer("panel");
    expect(await pumped()).toBe(3600);
    const trust = () => database().update(sensors).set({ distrusted: null }).where(eq(sensors._id, sensorId));
    await trust();
    await look();
    expect(await open()).toEqual([]);
    clock.moment = new Date(Date.parse(NOW) + 8 * DAY_MS);
    const next = start + 8 * DAY_MS;
    telemetry.hours = meter(next, 150);
    const [run] = await database().select().from(waterings).where(eq(waterings.sectorId, sectorId));
    if (run)
      await database()
        .insert(waterings)
        .values({ ...run, _id: "wrong-next", start: new Date(next), end: new Date(next + 20 * HOUR_MS) });
    await look();
    expect(await open()).toMatchObject([{ evidence: "meter", meterM3: 3000 }]);
  });

  it("that is to be checked is asked about again after seven days, and no more once both agree", async () => {
    const { look, open, answer, clock, telemetry, meter, start, sectorId } = await metered("check", 150);
    await look();
    await answer("check");
    clock.moment = new Date(Date.parse(NOW) + 2 * DAY_MS);
    await look();
    expect(await open()).toEqual([]);
    clock.moment = new Date(Date.parse(NOW) + 7 * DAY_MS);
    const next = start + 7 * DAY_MS;
    telemetry.hours = meter(next, 150);
    const [run] = await database().select().from(waterings).where(eq(waterings.sectorId, sectorId));
    if (run)
      await database()
        .insert(waterings)
        .values({ ...run, _id: "check-next", start: new Date(next), end: new Date(next + 20 * HOUR_MS) });
    await look();
    expect(await open()).toHaveLength(1);
    telemetry.hours = meter(next, 178);
    await look();
    expect(await open()).toEqual([]);
    const all = await database().select().from(detections).where(eq(detections.sectorId, sectorId));
    expect(all.map(({ state }) => state).sort()).toEqual(["check", "ignored"]);
    const withdrawn = all.find(({ state }) => state === "ignored")?._id ?? "";
    const [entry] = await database()
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.recordId, withdrawn), eq(auditEntries.action, "update")))
      .orderBy(auditEntries.date);
    expect([entry?.userName, entry?.reason]).toEqual(["sistema", auditReasons.meterAgrees]);
  });
});
