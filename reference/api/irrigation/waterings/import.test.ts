import { PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import { ImportReply } from "@lamina/shared/calls/views/field-records";
import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { describeApi, expectProblem } from "../../../testing/api.ts";
import { countQueries } from "../../../testing/count-queries.ts";
import { auditEntries } from "../../schema/audit.ts";
import { waterings } from "../../schema/irrigation.ts";
import { rains } from "../../schema/weather.ts";
import { plantField } from "../testing/field.ts";

const CLIENT = "demo-santa-clara";
const Page = z.object({ items: z.array(z.looseObject({ _id: z.string() })), next: z.string().nullable() });

describeApi("imports and pages", (api) => {
  let token: string;
  let today: FarmDay;
  let field: Awaited<ReturnType<typeof plantField>>;

  beforeAll(async () => {
    token = await api().login("ana");
    today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(today, -60), to: addDays(today, -1) };
    field = await plantField(api().database, { id: "import", clientId: CLIENT, ...span, sectors: 2 });
    await api().services.irrigation.balances.markStale(field.sectorIds, span.from);
    await api().services.irrigation.settle();
  });

  const send = (path: string, key: string, rows: readonly unknown[]) =>
    api().send(path, { token, body: { clientId: CLIENT, key, rows } });
  const importWaterings = async (key: string, rows: readonly unknown[]) =>
    ImportReply.parse((await send("/Watering/Import", key, rows)).body);
  const importRains = async (key: string, rows: readonly unknown[]) =>
    ImportReply.parse((await send("/Rain/Import", key, rows)).body);
  const at = (day: number, hour = "12") => `${addDays(today, day)}T${hour}:00:00Z`;
  const row = async (day: number) =>
    (await api().services.irrigation.balances.rows(field.sectorId, addDays(today, day), addDays(today, day)))[0];

  it("imports valid waterings, reports invalid ones by row and field, and counts them in the balance", async () => {
    const reply = await importWaterings("file-0001", [
      { sectorId: field.sectorId, start: at(-20), grossMm: 12 },
      { sectorId: field.sectorId, start: "ontem", grossMm: 12 },
      { sectorId: "no-such", start: at(-19), grossMm: 12 },
      { sectorId: field.sectorId, start: at(-18), percent: 30 },
      { sectorId: field.sectorId, start: at(-17) },
      { sectorId: field.sectorId, start: at(-16), grossMm: 400 },
      { sectorId: field.sectorId, start: at(20), grossMm: 4 },
      "nada",
      { sectorId: field.sectorId, start: at(-20), grossMm: 12 },
      { sectorId: field.sectorId, start: "0001-01-01T00:00:00Z", grossMm: 12 },
      { sectorId: field.sectorId, start: at(-15), end: at(-4), grossMm: 12 },
      { sectorId: field.sectorId, start: at(-14), grossMm: 12, note: "chuva\0" },
      { sectorId: field.sectorId, start: at(-14), grossMm: 12, reason: "\ud83c" },
    ]);
    expect(reply).toMatchObject({ inserted: 2, duplicate: 1 });
    expect(reply.errors.map(({ row: number, field: name, id }) => [number, name, id])).toEqual([
      [2, "start", "invalid-format"],
      [3, "sectorId", "not-found"],
      [5, "grossMm", "required"],
      [6, "grossMm", "too-big"],
      [7, "start", "too-far-ahead"],
      [8, "", "invalid-type"],
      [10, "start", "invalid-format"],
      [11, "end", "too-long"],
      [12, "note", "invalid-character"],
      [13, "reason", "invalid-character"],
    ]);
    for (const { message } of reply.errors) expect(message).toMatch(/^[A-ZÁ-Ú].*\.$/);
    expect(await row(-20)).toMatchObject({ irrGross: 12, irrNet: 10.2 });
    expect((await row(-18))?.irrGross).toBeGreaterThan(5);
    const [stored] = await api().database.select().from(waterings).where(eq(waterings.sectorId, field.sectorId));
    expect(stored).toMatchObject({ source: "manual", userId: "demo-ana" });
    const entries = await api()
      .database.select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, stored?._id ?? ""))
      .orderBy(auditEntries.date);
    expect(entries).toMatchObject([{ entity: "Watering", action: "insert", userName: "ana" }]);
  });

  it("answers a retry the same and stores nothing twice, also for simultaneous imports or another key", async () => {
    const rows = [1, 2, 3].map((day) => ({ sectorId: field.sectorIds[1], start: at(-day), grossMm: 9 }));
    const count = () => api().database.$count(waterings, eq(waterings.sectorId, field.sectorIds[1] ?? ""));
    const [first, second] = await Promise.all([importWaterings("retry-01", rows), importWaterings("retry-01", rows)]);
    expect(first).toEqual({ inserted: 3, duplicate: 0, changed: 0, conflicting: 0, errors: [] });
    expect(second).toEqual(first);
    expect(await importWaterings("retry-01", rows)).toEqual(first);
    expect(await importWaterings("retry-02", rows)).toEqual({
      ...first,
      inserted: 0,
      duplicate: 3,
    });
    expect(await count()).toBe(3);
  });

  it("imports rain of farms and sectors, and recomputes the balance", async () => {
    const reply = await importRains("rain-0001", [
      { farmId: field.farmId, date: addDays(today, -9), mm: 22 },
      { farmId: field.farmId, sectorId: field.sectorId, date: addDays(today, -9), mm: 22 },
      { farmId: "no-such", date: addDays(today, -9), mm: 22 },
      { sectorId: field.sectorId, date: addDays(today, -8), mm: -1 },
      { farmId: field.farmId, date: addDays(today, -9), mm: 22 },
    ]);
    expect(reply).toMatchObject({ inserted: 1, duplicate: 1 });
    expect(reply.errors.map(({ row: number, field: name }) => [number, name])).toEqual([
      [2, "farmId"],
      [3, "farmId"],
      [4, "mm"],
    ]);
    expect(await row(-9)).toMatchObject({ rain: 22, rainEff: 22 });
    expect(await api().database.$count(rains, eq(rains.farmId, field.farmId))).toBe(1);
  });

  it("imports 5,000 waterings with a few hundred statements", { timeout: 240_000 }, async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      sectorId: field.sectorIds[1],
      start: new Date(Date.parse(at(-50)) + index * MINUTE_MS).toISOString(),
      grossMm: 0.5,
    }));
    const queries = await countQueries(async () =>
      expect(await importWaterings("large-01", rows)).toMatchObject({ inserted: 5000, errors: [] }),
    );
    // The count includes the program's recurring jobs.
    expect(queries).toBeLessThan(500);
  });

  it("lists at most the newest thousand, in less than 2 MB", async () => {
    const { body } = await api().send(`/Watering/GetByClientID?ID=${CLIENT}`, { token });
    const starts = z
      .array(z.object({ start: z.string() }))
      .parse(body)
      .map(({ start }) => start);
    expect(starts).toHaveLength(PAGE_RECORDS_MAX);
    expect(starts).toEqual(starts.toSorted());
    const { items } = Page.parse((await api().send(`/Watering/GetPage?ID=${CLIENT}&limit=1`, { token })).body);
    expect(items).toMatchObject([{ start: starts.at(-1) }]);
    expect(JSON.stringify(body).length).toBeLessThan(2_000_000);
  });

  it("gives pages, newest first, that new records do not shift", async () => {
    const [first, second] = [`${addDays(today, -30)}T00:00:00Z`, `${addDays(today, -15)}T00:00:00Z`];
    const query = `ID=${CLIENT}&from=${first}&to=${second}&limit=1`;
    const page = async (after?: string | null) =>
      Page.parse((await api().send(`/Watering/GetPage?${query}${after ? `&after=${after}` : ""}`, { token })).body);
    const newest = await page();
    expect(newest.items).toMatchObject([{ start: new Date(at(-18)).toISOString(), sectorId: field.sectorId }]);
    await importWaterings("meanwhile", [{ sectorId: field.sectorId, start: at(-16), grossMm: 3 }]);
    const next = await page(newest.next);
    expect(next.items).toMatchObject([{ start: new Date(at(-20)).toISOString() }]);
    expect(next.next).toBeNull();
    for (const kind of ["Watering", "Rain"])
      for (const wrong of ["from=ontem", "from=2026", "from=0000-01-01", "to=9999-12-31", "after=x", "after=2026~x"])
        expectProblem(await api().send(`/${kind}/GetPage?ID=${CLIENT}&${wrong}`, { token }), 400, "validation");
    const day = addDays(today, -9);
    const rain = Page.parse((await api().send(`/Rain/GetPage?ID=${CLIENT}&from=${day}&to=${day}`, { token })).body);
    expect(rain.items).toMatchObject([{ farmId: field.farmId, mm: 22, source: "manual" }]);
  });
});
