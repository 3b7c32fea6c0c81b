import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";
import { plantField } from "../irrigation/testing/field.ts";
import { auditEntries } from "../schema/audit.ts";
import { waterings } from "../schema/irrigation.ts";
import { writeKeys } from "../schema/write-keys.ts";

const CLIENT = "demo-santa-clara";

describeApi("a write that is sent twice", (api) => {
  let token: string;
  let today: FarmDay;
  let sectorId: string;

  beforeAll(async () => {
    token = await api().login("ana");
    today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(today, -20), to: addDays(today, -1) };
    ({ sectorId } = await plantField(api().database, { id: "twice", clientId: CLIENT, ...span }));
  });

  const start = () => `${addDays(today, -3)}T12:00:00.000Z`;
  const insert = (key: string | undefined, body: object, path = "/Watering/Insert") =>
    api().send(path, {
      token,
      body: { clientId: CLIENT, ...body },
      ...(key && { headers: { "idempotency-key": key } }),
    });
  const stored = () => api().database.select().from(waterings).where(eq(waterings.sectorId, sectorId));

  it("adds one record and gets the same answer, also for simultaneous requests", async () => {
    const body = { sectorId, start: start(), grossMm: 12 };
    const [first, second] = await Promise.all([insert("key-0001", body), insert("key-0001", body)]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await insert("key-0001", body)).body).toEqual(first.body);
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row?._id).toBe((first.body as { _id: string })._id);
    const entries = await api()
      .database.select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, row?._id ?? ""))
      .orderBy(auditEntries.date);
    expect(entries).toHaveLength(1);
  });

  it("is rejected with another body, and is independent for another kind of record", async () => {
    const other = await insert("key-0001", { sectorId, start: start(), grossMm: 13 });
    expectProblem(other, 422, "idempotency-key-reused");
    const rain = await insert("key-0001", { sectorId, date: addDays(today, -3), mm: 4 }, "/Rain/Insert");
    expect(rain.status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it("may be repeated with its key after a rejection", async () => {
    const body = { sectorId, start: `${addDays(today, -4)}T12:00:00.000Z` };
    expectProblem(await insert("key-0002", body), 400, "validation");
    expect((await insert("key-0002", { ...body, grossMm: 9 })).status).toBe(200);
  });

  it("requires a key of valid length", async () => {
    const body = { sectorId, start: start(), grossMm: 12 };
    for (const key of ["short", "k".repeat(65)]) expectProblem(await insert(key, body), 400, "bad-request");
  });

  it("is rejected as an import of other rows with the same key", async () => {
    const send = (grossMm: number) =>
      api().send("/Watering/Import", {
        token,
        body: {
          clientId: CLIENT,
          key: "file-twice",
          rows: [{ sectorId, start: `${addDays(today, -6)}T12:00:00.000Z`, grossMm }],
        },
      });
    expect((await send(5)).body).toMatchObject({ inserted: 1 });
    expect((await send(5)).body).toMatchObject({ inserted: 1 });
    expectProblem(await send(6), 422, "idempotency-key-reused");
  });

  it("is deleted after 60 days", async () => {
    const old = new Date(api().clock.now().getTime() - 61 * DAY_MS);
    await api()
      .database.insert(writeKeys)
      .values({ clientId: CLIENT, entity: "Watering", key: "old-key-1", digest: "other", date: old, reply: {} });
    const body = { sectorId, start: `${addDays(today, -5)}T12:00:00.000Z`, grossMm: 3 };
    expect((await insert("old-key-1", body)).status).toBe(200);
    expect(await api().database.$count(writeKeys, eq(writeKeys.date, old))).toBe(0);
  });
});
