import { expect, it } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";

describeApi("devices of farms, pivots and sectors", (api) => {
  it("must belong to the same client and, as a gauge, to the same farm", async () => {
    const token = await api().login("admin");
    const call = (path: string, body?: object) => api().send(path, { token, ...(body && { body }) });
    type Row = Record<"_id" | "clientId" | "farmId" | "pivotId", string>;
    const list = async (path: string) => (await call(path)).body as Row[];
    const clients = await list("/Client/GetAll");
    const of = async (entity: string) =>
      (await Promise.all(clients.map(({ _id }) => list(`/${entity}/GetByClientID?ID=${_id}`)))).flat();
    const [farms, pivots, sectors, devices] = await Promise.all(["Farm", "Pivot", "PivotSector", "Device"].map(of));
    const [pivot] = pivots ?? [];
    const sector = sectors?.find(({ pivotId }) => pivotId === pivot?._id);
    const farm = farms?.find(({ _id }) => _id === pivot?.farmId);
    const own = devices?.find(({ farmId }) => farmId === pivot?.farmId);
    const elsewhere = devices?.find(({ clientId, farmId }) => clientId === pivot?.clientId && farmId !== pivot?.farmId);
    const foreign = devices?.find(({ clientId }) => clientId !== pivot?.clientId);
    if (!pivot || !sector || !farm || !own || !foreign) throw new Error("the demo lacks something");

    expectProblem(await call("/Farm/Update", { ...farm, stationDeviceId: foreign._id }), 400, "validation");
    for (const [path, record] of [
      ["/Pivot/Update", pivot],
      ["/PivotSector/Update", sector],
    ] as const) {
      expectProblem(await call(path, { ...record, gaugeDeviceId: foreign._id }), 400, "validation");
      if (elsewhere) expectProblem(await call(path, { ...record, gaugeDeviceId: elsewhere._id }), 400, "validation");
      expect((await call(path, { ...record, gaugeDeviceId: own._id })).status).toBe(200);
    }
  });
});
