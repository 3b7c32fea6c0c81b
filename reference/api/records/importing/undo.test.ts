import { ImportBatch, ImportReply, UndoReply } from "@lamina/shared/calls/views/field-records";
import { Pivot, Soil } from "@lamina/shared/records/farm";
import { beforeAll, expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import type { JsonRecord } from "../../core/serialize.ts";

const CLIENT = "demo-santa-clara";
const layers = [{ depthCm: 60, fcPct: 30, wpPct: 16 }];

describeApi("the undo of an import", (api) => {
  let token: string;
  let files = 0;
  beforeAll(async () => {
    token = await api().login("ana");
  });
  const send = (path: string, body: object, as = token) =>
    api().send(path, { token: as, body: { clientId: CLIENT, ...body } });
  const list = async (kind: string) =>
    (await api().send(`/${kind}/GetByClientID?ID=${CLIENT}`, { token })).body as JsonRecord[];
  const load = async (kind: string, batch: string, rows: readonly object[]) => {
    const { status, body } = await send(`/${kind}/Import`, { key: `undo-file-${++files}`, batch, rows });
    expect([status, body]).toMatchObject([200, { errors: [] }]);
    return ImportReply.parse(body);
  };
  const undo = async (batch: string, as = token) => UndoReply.parse((await send("/Import/Undo", { batch }, as)).body);
  const batches = async () =>
    ((await api().send(`/Import/GetByClientID?ID=${CLIENT}`, { token })).body as unknown[]).map((one) =>
      ImportBatch.parse(one),
    );

  it("deletes what the file added, and gives changed fields their former values", async () => {
    const before = (await list("Soil")).map((soil) => Soil.parse(soil));
    const [known] = before;
    await load("Soil", "batch-whole", [
      { name: "Gleba 1", layers },
      { name: "Gleba 2", layers },
      { _id: known?._id, infiltrationMmH: 77 },
    ]);
    expect((await list("Soil")).find(({ _id }) => _id === known?._id)?.infiltrationMmH).toBe(77);
    expect((await batches())[0]).toMatchObject({
      ...{ _id: "batch-whole", entities: ["Soil"], inserted: 2, changed: 1, undone: false, userName: "ana" },
    });
    expect(await undo("batch-whole")).toEqual({ undone: 3, left: 0, refused: [] });
    const timeless = (soils: readonly JsonRecord[]) => soils.map(({ updatedAt: _, ...soil }) => soil);
    expect(timeless(await list("Soil"))).toEqual(timeless(before));
    expect((await batches())[0]).toMatchObject({ _id: "batch-whole", undone: true });
    expect(await undo("batch-whole")).toEqual({ undone: 0, left: 0, refused: [] });
  });

  it("names what a person changed since or built upon, and takes the parts of a machine before it", async () => {
    const farm = Pivot.parse((await list("Pivot"))[0]);
    const base = { farmId: farm.farmId, kind: "pivot", lat: farm.lat, lon: farm.lon, radiusM: 300, flowM3h: 150 };
    const names = ["A importar", "Editado", "Com setor"];
    await load(
      "Pivot",
      "batch-part",
      names.map((name) => ({ ...base, name, efficiencyPct: 85 })),
    );
    const pivots = await list("Pivot");
    const idOf = (name = "") => String(pivots.find((pivot) => pivot.name === name)?._id);
    const soilId = (await list("Soil"))[0]?._id;
    const sector = (pivotId: string) => ({ pivotId, name: "Único", angleStart: 0, angleEnd: 360, soilId });
    await load("PivotSector", "batch-part", [sector(idOf(names[0]))]);
    await send("/Pivot/Update", { _id: idOf(names[1]), flowM3h: 160 });
    await send("/PivotSector/Insert", sector(idOf(names[2])));
    const reply = await undo("batch-part");
    expect(reply).toMatchObject({ undone: 2, left: 0 });
    expect(reply.refused.map(({ name, id }) => [name, id])).toEqual([
      ["Editado", "changed-since"],
      ["Com setor", "conflict"],
    ]);
    expect((await list("Pivot")).filter(({ name }) => names.includes(String(name)))).toHaveLength(2);
  });

  it("needs the right to delete, and hides the imports of other clients", async () => {
    await load("Soil", "batch-right", [{ name: "Gleba 3", layers }]);
    const other = await api().login("bruno");
    const refused = UndoReply.safeParse((await send("/Import/Undo", { batch: "batch-right" }, other)).body);
    expect(refused.data?.undone ?? 0).toBe(0);
    expect((await list("Soil")).some(({ name }) => name === "Gleba 3")).toBe(true);
    expect(await undo("batch-unknown")).toEqual({ undone: 0, left: 0, refused: [] });
  });
});
