import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../../testing/api.ts";
import { pivotSectors, pivots } from "../../schema/farms.ts";
import { waterings } from "../../schema/irrigation.ts";
import { plantField, times } from "../testing/field.ts";

const CLIENT = "demo-santa-clara";
const FOREIGN = "demo-boa-esperanca";

describeApi("a run that a person records", (api) => {
  let token: string;
  let sectorIds: string[];
  let pivotId: string;
  let other: string;
  let foreign: string;

  beforeAll(async () => {
    token = await api().login("ana");
    const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(today, -30), to: addDays(today, -1) };
    // 100 m³/h on 100 ha: a quarter of the circle takes 6 hours for 2.4 mm.
    const pivot = { areaHa: 100, flowM3h: 100, angleStart: 0, angleEnd: 360 };
    const field = await plantField(api().database, { id: "run", clientId: CLIENT, ...span, pivot, sectors: 2 });
    [, other = ""] = field.sectorIds;
    const [first] = await api().database.select().from(pivotSectors).where(eq(pivotSectors._id, field.sectorId));
    if (!first) throw new Error("the field has a sector");
    ({ pivotId } = first);
    const quarters = [0, 90].map((angleStart) => ({
      ...{ ...first, ...times, _id: `run-q${angleStart}`, name: `Q${angleStart}`, areaHa: 25 },
      ...{ angleStart, angleEnd: angleStart + 90 },
    }));
    await api().database.insert(pivotSectors).values(quarters);
    sectorIds = quarters.map(({ _id }) => _id);
    ({ sectorId: foreign } = await plantField(api().database, { id: "run-foreign", clientId: FOREIGN, ...span }));
  });

  const ago = (hours: number) => new Date(api().clock.now().getTime() - hours * HOUR_MS).toISOString();
  const record = (run: object, key?: string) =>
    api().send("/Watering/Record", {
      token,
      body: { clientId: CLIENT, sectorIds, ...run },
      ...(key && { headers: { "idempotency-key": key } }),
    });
  const stored = async (note: string) =>
    (await api().database.select().from(waterings).where(eq(waterings.note, note)).orderBy(asc(waterings.start))).map(
      ({ sectorId, start, end, grossMm, source }) => ({ sectorId, start, end, grossMm, source }),
    );

  it("across now is applied until now, and the rest is planned", async () => {
    const start = ago(9);
    const reply = await record({ state: "running", start, grossMm: 2.4, note: "across" });
    expect(reply).toMatchObject({ status: 200, body: { inserted: 3, duplicate: 0, errors: [] } });
    const [begun, now, end] = [new Date(start), api().clock.now(), new Date(ago(-3))];
    // After 9 of its 12 hours the arm has wetted the first sector and half of the second.
    const rows = await stored("across");
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { sectorId: "run-q0", start: begun, end: now, grossMm: 2.4, source: "manual" },
        { sectorId: "run-q90", start: begun, end: now, grossMm: 1.2, source: "manual" },
        { sectorId: "run-q90", start: now, end, grossMm: 1.2, source: "plan" },
      ]),
    );
  });

  it("that waited for a connection is split at the moment of its record", async () => {
    const [start, at] = [ago(40), ago(34)];
    await record({ state: "running", start, at, grossMm: 2.4, note: "waited" });
    expect(await stored("waited")).toMatchObject([
      { sectorId: "run-q0", end: new Date(at), grossMm: 2.4, source: "manual" },
      { sectorId: "run-q90", start: new Date(at), grossMm: 2.4, source: "plan" },
    ]);
  });

  it("is not credited beyond the present", async () => {
    api().clock.advance(HOUR_MS);
    const start = ago(3);
    await record({ state: "running", start, at: ago(-20), grossMm: 2.4, note: "ahead" });
    const credited = (await stored("ahead")).filter(({ source }) => source === "manual");
    expect(credited).toMatchObject([{ sectorId: "run-q0", end: api().clock.now(), grossMm: 1.2 }]);
  });

  it("that ended is applied whole", async () => {
    await record({ state: "ended", start: ago(90), hours: 12, note: "ended" });
    const rows = await stored("ended");
    expect(rows.map(({ grossMm, source }) => [grossMm, source])).toEqual([
      [2.4, "manual"],
      [2.4, "manual"],
    ]);
  });

  it("is stored once for a key, also when it is sent twice at once", async () => {
    const run = { state: "running", start: ago(110), at: ago(107), grossMm: 2.4, note: "twice" };
    const [first, second] = await Promise.all([record(run, "run-key-1"), record(run, "run-key-1")]);
    expect(first).toMatchObject({ status: 200, body: { inserted: 3 } });
    expect(second.body).toEqual(first.body);
    api().clock.advance(HOUR_MS);
    expect((await record(run, "run-key-1")).body).toEqual(first.body);
    expect(await stored("twice")).toHaveLength(3);
    expectProblem(await record({ ...run, grossMm: 3 }, "run-key-1"), 422, "idempotency-key-reused");
  });

  it("that is stored already is a duplicate without a key too", async () => {
    const run = { state: "ended", start: ago(130), grossMm: 5, note: "again" };
    await record(run);
    expect(await record(run)).toMatchObject({ status: 200, body: { inserted: 0, duplicate: 2 } });
    expect(await stored("again")).toHaveLength(2);
  });

  it("names the refused sectors and why, and stores nothing of the others", async () => {
    const reply = await record({
      ...{ state: "ended", start: ago(150), grossMm: 5, note: "refused" },
      sectorIds: [...sectorIds, "no-such", foreign, other],
    });
    expectProblem(reply, 400, "validation");
    expect((reply.body as { errors: unknown }).errors).toEqual([
      { field: "sectorIds", id: "not-found", sectorId: "no-such", message: expect.stringMatching(/^O registro/) },
      { field: "sectorIds", id: "not-found", sectorId: foreign, message: expect.any(String) },
      { field: "sectorIds", id: "other-machine", sectorId: other, message: "O setor indicado é de outro pivô." },
    ]);
    const small = (areaHa: number) =>
      api().database.update(pivotSectors).set({ areaHa }).where(eq(pivotSectors._id, "run-q90"));
    await small(0.1);
    // The least hours that a sector gets are too much water for a tenth of a hectare with this flow.
    await api().database.update(pivots).set({ flowM3h: 2000 }).where(eq(pivots._id, pivotId));
    const tooMuch = await record({ state: "ended", start: ago(150), hours: 12, note: "refused" });
    await small(25);
    await api().database.update(pivots).set({ flowM3h: 100 }).where(eq(pivots._id, pivotId));
    expect(tooMuch.body).toMatchObject({
      ...{ status: 400, id: "validation" },
      errors: [{ field: "grossMm", id: "too-big", sectorId: "run-q90", message: expect.stringMatching(/100 mm/) }],
    });
    expect(await stored("refused")).toEqual([]);
  });

  it("is refused without an amount, and for another client", async () => {
    expect((await record({ state: "ended", start: ago(150) })).body).toMatchObject({
      errors: [{ field: "grossMm", id: "required" }],
    });
    expectProblem(await record({ state: "ended", start: ago(1), grossMm: 5, clientId: "no-such" }), 404, "not-found");
  });
});
