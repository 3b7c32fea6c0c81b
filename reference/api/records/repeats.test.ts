import { ImportPreviewReply, ImportReply } from "@lamina/shared/calls/views/field-records";
import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";
import type { JsonRecord } from "../core/serialize.ts";
import { plantField } from "../irrigation/testing/field.ts";
import { auditEntries } from "../schema/audit.ts";
import { waterings } from "../schema/irrigation.ts";
import { rains } from "../schema/weather.ts";

const CLIENT = "demo-santa-clara";

describeApi("a record that is sent again", (api) => {
  let token: string;
  let today: FarmDay;
  let number = 0;
  let field: Awaited<ReturnType<typeof plantField>>;

  beforeAll(async () => {
    token = await api().login("ana");
    today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
  });
  const plant = async () => {
    const span = { from: addDays(today, -40), to: addDays(today, -1) };
    field = await plantField(api().database, { id: `again-${++number}-${today}`, clientId: CLIENT, ...span });
  };
  const send = (path: string, body: object) => api().send(path, { token, body: { clientId: CLIENT, ...body } });
  const importAll = async (kind: "Watering" | "Rain", rows: readonly unknown[]) => {
    const { status, body } = await send(`/${kind}/Import`, { key: `again-key-${++number}`, rows });
    expect(status).toBe(200);
    return ImportReply.parse(body);
  };
  const counts = { inserted: 0, duplicate: 0, changed: 0, conflicting: 0, errors: [] };
  const at = (day: number, time = "12:00:00.000") => `${addDays(today, day)}T${time}Z`;
  const stored = () => api().database.select().from(waterings).where(eq(waterings.sectorId, field.sectorId));
  const storedRain = () => api().database.select().from(rains).where(eq(rains.farmId, field.farmId));
  const sumOf = (replies: readonly ImportReply[], count: "inserted" | "duplicate") =>
    replies.reduce((sum, reply) => sum + reply[count], 0);

  it("shows in a preview the stored record that a row contradicts, and changes it where the row names it", async () => {
    await plant();
    const watering = { sectorId: field.sectorId, start: at(-3), grossMm: 10, note: "lido no painel" };
    const rain = { farmId: field.farmId, date: addDays(today, -3), mm: 7 };
    await importAll("Watering", [watering]);
    await importAll("Rain", [rain]);
    const [record] = await stored();
    const preview = async (kind: string, rows: readonly object[]) =>
      ImportPreviewReply.parse((await send(`/${kind}/ImportPreview`, { rows })).body);
    const other = { sectorId: field.sectorId, start: at(-3), grossMm: 14 };
    const foreseen = await preview("Watering", [{ ...other, start: at(-4) }, other]);
    expect(foreseen.conflicts).toEqual([
      { row: 2, changes: expect.any(Boolean), stored: expect.objectContaining({ _id: record?._id, grossMm: 10 }) },
    ]);
    expect(Object.keys(foreseen.conflicts[0]?.stored ?? {})).not.toContain("clientId");
    expect((await preview("Rain", [{ ...rain, mm: 9 }])).conflicts).toMatchObject([{ row: 1, stored: { mm: 7 } }]);
    expect((await preview("Watering", [watering])).conflicts).toEqual([]);
    expect(await stored()).toHaveLength(1);
    expect(await importAll("Watering", [{ ...other, _id: record?._id }])).toEqual({ ...counts, changed: 1 });
    expect(await stored()).toMatchObject([{ _id: record?._id, grossMm: 14, note: "lido no painel" }]);
  });

  describe("at once", () => {
    it.each([2, 6, 20])("by %i imports is stored once, and the others count duplicates", async (imports) => {
      await plant();
      const rows = Array.from({ length: 100 }, (_, index) => ({
        sectorId: field.sectorId,
        start: new Date(Date.parse(at(-30)) + index * 5 * HOUR_MS).toISOString(),
        grossMm: 5,
      }));
      const days = Array.from({ length: 30 }, (_, day) => ({
        farmId: field.farmId,
        date: addDays(today, -day),
        mm: 2,
      }));
      const replies = await Promise.all(Array.from({ length: imports }, () => importAll("Watering", rows)));
      expect([sumOf(replies, "inserted"), sumOf(replies, "duplicate")]).toEqual([100, 100 * (imports - 1)]);
      expect(await stored()).toHaveLength(100);
      const rainReplies = await Promise.all(Array.from({ length: imports }, () => importAll("Rain", days)));
      expect([sumOf(rainReplies, "inserted"), sumOf(rainReplies, "duplicate")]).toEqual([30, 30 * (imports - 1)]);
    });

    it("by single calls, an import and a job is stored once, and each call answers the stored one", async () => {
      await plant();
      const watering = { sectorId: field.sectorId, start: at(-3), grossMm: 12.3456 };
      const rain = { farmId: field.farmId, date: addDays(today, -3), mm: 7.25 };
      const [, , job, ...answers] = await Promise.all([
        importAll("Watering", [watering]),
        importAll("Rain", [rain]),
        send("/Import/Insert", { entity: "Watering", key: `again-key-${++number}`, rows: [watering] }),
        ...Array.from({ length: 20 }, () => send("/Watering/Insert", watering)),
        ...Array.from({ length: 20 }, () => send("/Rain/Insert", rain)),
      ]);
      expect(job?.status).toBe(200);
      const ids = answers.map(({ body }) => (body as JsonRecord)._id);
      expect(new Set(ids).size).toBe(2);
      expect(await send("/Watering/Insert", watering)).toMatchObject({ status: 200, body: { _id: ids[0] } });
      expect([(await stored()).length, (await storedRain()).length]).toEqual([1, 1]);
    });

    it("gets the note that it lacks, and another depth is another record", async () => {
      await plant();
      const watering = { sectorId: field.sectorId, start: at(-3), grossMm: 9 };
      const first = (await send("/Watering/Insert", watering)).body as JsonRecord;
      const second = (await send("/Watering/Insert", { ...watering, note: "de novo" })).body as JsonRecord;
      expect(second).toMatchObject({ _id: first._id, note: "de novo" });
      await send("/Watering/Insert", { ...watering, grossMm: 9.5 });
      expect(await stored()).toHaveLength(2);
    });
  });

  describe("by an export", () => {
    /** A panel's run as it is stored: with fractions of seconds and all decimals. */
    const ran = async (day: number, time: string, grossMm: number) => {
      const start = new Date(at(day, time));
      const _id = `${field.sectorId} ${start.toISOString()}`;
      const own = { _id, clientId: CLIENT, createdAt: start, updatedAt: start, sectorId: field.sectorId, start };
      const end = new Date(start.getTime() + 3 * HOUR_MS);
      await api()
        .database.insert(waterings)
        .values({ ...own, end, grossMm, netMm: grossMm * 0.85, hours: 3, source: "telemetry", measured: true });
      return _id;
    };
    const old = (day: number, time: string, grossMm: number) => ({
      sectorId: field.sectorId,
      start: at(day, time),
      grossMm,
    });
    const depths = async () => (await stored()).map(({ grossMm, source }) => [grossMm, source]).sort();

    it("changes nothing: neither with ids, nor rounded by an old export, nor beside a neighbour of the same day", async () => {
      await plant();
      const ids = [await ran(-5, "12:00:41.377", 8.4137), await ran(-5, "16:30:09.100", 7.0402)];
      const before = await stored();
      const whole = before.map(({ _id, start, grossMm }) => ({
        ...{ _id, sectorId: field.sectorId, grossMm },
        start: start.toISOString(),
      }));
      expect(await importAll("Watering", whole)).toEqual({ ...counts, duplicate: 2 });
      const rounded = [old(-5, "12:00:00.000", 8.4), old(-5, "16:30:00.000", 7)];
      expect(await importAll("Watering", rounded)).toEqual({ ...counts, duplicate: 2 });
      expect(await stored()).toEqual(before);
      expect(ids).toEqual(before.map(({ _id }) => _id).sort());
      await importAll("Rain", [{ farmId: field.farmId, date: addDays(today, -5), mm: 1.25 }]);
      const rain = [{ farmId: field.farmId, date: addDays(today, -5), mm: 1.3 }];
      expect(await importAll("Rain", rain)).toEqual({ ...counts, duplicate: 1 });
    });

    it("changes one record for one edited row, which keeps its source", async () => {
      await plant();
      const [first, second] = [await ran(-5, "12:00:41.377", 8.4137), await ran(-5, "16:30:09.100", 7.0402)];
      const rows = [
        { _id: first, ...old(-5, "12:00:41.377", 8.4137) },
        { _id: second, ...old(-5, "16:30:09.100", 20) },
      ];
      const expected = { ...counts, duplicate: 1, changed: 1 };
      expect(ImportReply.parse((await send("/Watering/ImportPreview", { rows })).body)).toEqual(expected);
      expect(await depths()).toEqual([
        [7.0402, "telemetry"],
        [8.4137, "telemetry"],
      ]);
      expect(await importAll("Watering", rows)).toEqual(expected);
      expect(await depths()).toEqual([
        [20, "telemetry"],
        [8.4137, "telemetry"],
      ]);
      const notes = await api()
        .database.select({ action: auditEntries.action })
        .from(auditEntries)
        .where(and(eq(auditEntries.recordId, second), eq(auditEntries.entity, "Watering")))
        .orderBy(auditEntries.date);
      expect(notes).toEqual([{ action: "update" }]);
      // Without ids too, as an old export has no column for them.
      const edited = [old(-5, "12:00:00.000", 8.4), old(-5, "16:30:00.000", 21)];
      expect(await importAll("Watering", edited)).toEqual(expected);
      expect(await depths()).toEqual([
        [21, "telemetry"],
        [8.4137, "telemetry"],
      ]);
    });

    it("adds a line that a person copied, empties a note, and names a second amount of rain", async () => {
      await plant();
      const note = { sectorId: field.sectorId, start: at(-6), grossMm: 6, note: "vento" };
      const { _id } = (await send("/Watering/Insert", note)).body as JsonRecord;
      const copied = { ...note, _id, start: at(-4) };
      expect(await importAll("Watering", [copied, { ...note, _id }])).toEqual({
        ...counts,
        inserted: 1,
        duplicate: 1,
      });
      expect(await importAll("Watering", [{ ...note, _id, note: null }])).toEqual({ ...counts, changed: 1 });
      expect((await stored()).find((row) => row._id === _id)).toMatchObject({ note: null, grossMm: 6 });
      const rain = { farmId: field.farmId, date: addDays(today, -6), mm: 12 };
      await send("/Rain/Insert", rain);
      expect(await importAll("Rain", [{ ...rain, mm: 30 }])).toEqual({ ...counts, inserted: 1, conflicting: 1 });
    });

    it("of a correction that a file has twice is one correction", async () => {
      await plant();
      const watering = { sectorId: field.sectorId, start: at(-6), grossMm: 5 };
      await send("/Watering/Insert", watering);
      const corrected = { ...watering, grossMm: 7 };
      expect(await importAll("Watering", [corrected, corrected])).toEqual({ ...counts, changed: 1, duplicate: 1 });
      expect((await stored()).map(({ grossMm }) => grossMm)).toEqual([7]);
    });

    it("of a set-up file that two people send is stored once; another machine of that name is counted", async () => {
      await plant();
      const pivot = { farmId: field.farmId, name: "Pivô repetido", kind: "pivot", lat: -15, lon: -47 };
      const row = { ...pivot, radiusM: 300, flowM3h: 150, efficiencyPct: 85 };
      const load = async (rows: readonly object[]) =>
        ImportReply.parse((await send("/Pivot/Import", { key: `again-key-${++number}`, rows })).body);
      const both = await Promise.all([load([row]), load([row])]);
      expect([sumOf(both, "inserted"), sumOf(both, "duplicate")]).toEqual([1, 1]);
      expect(await load([{ ...row, flowM3h: 99 }])).toEqual({ ...counts, inserted: 1, conflicting: 1 });
    });

    it("of a person without the right to change is refused where it differs", async () => {
      await plant();
      const watering = { sectorId: field.sectorId, start: at(-6), grossMm: 6 };
      const { _id } = (await send("/Watering/Insert", watering)).body as JsonRecord;
      const group = (
        await send("/UsersGroup/Insert", {
          name: `Só inclui ${number}`,
          permissions: [{ screen: "watering", view: true, create: true, edit: false, remove: false }],
        })
      ).body as JsonRecord;
      const userName = `inclui${number}`;
      const user = (await send("/User/Insert", { name: "Inclui", userName, groupId: group._id })).body as JsonRecord;
      const { code } = (await api().send("/User/Invite", { token, body: { _id: user._id } })).body as {
        code: string;
      };
      const once = await api().login(userName, code);
      const next = Buffer.from("senha-de-quem-inclui").toString("base64");
      await api().send("/User/SetPassword", { token: once, body: { next } });
      const own = await api().login(userName, "senha-de-quem-inclui");
      const rows = [
        { ...watering, _id, grossMm: 8 },
        { ...watering, start: at(-7) },
      ];
      const body = { clientId: CLIENT, key: `again-key-${++number}`, rows };
      expect(ImportReply.parse((await api().send("/Watering/Import", { token: own, body })).body)).toMatchObject({
        ...counts,
        inserted: 1,
        errors: [{ row: 1, field: "grossMm", id: "stored-differently" }],
      });
    });
  });
});
