import { expect, it, onTestFinished } from "vitest";
import { describeApi, expectProblem } from "../../../testing/api.ts";
import { whitePixel } from "../../../testing/jpeg.ts";
import { QUOTAS } from "./quotas.ts";

const CLIENT = "demo-santa-clara";

/** A quota of this test alone. */
function limit(values: Partial<typeof QUOTAS>): void {
  const before = { ...QUOTAS };
  Object.assign(QUOTAS, values);
  onTestFinished(() => void Object.assign(QUOTAS, before));
}

describeApi("the quotas of a client", (api) => {
  it("refuse a record of a kind, alone or in a file, in a sentence that says what to do; changes are taken", async () => {
    const token = await api().login("ana");
    const farms = (await api().send(`/Farm/GetByClientID?ID=${CLIENT}`, { token })).body as { _id: string }[];
    limit({ records: farms.length });
    const row = { name: "Outra fazenda", lat: -12, lon: -45, altitude: 700, timezone: "America/Bahia" };
    const body = { ...row, clientId: CLIENT };
    const answer = await api().send("/Farm/Insert", { token, body });
    expectProblem(answer, 409, "quota-reached");
    expect(answer.body).toMatchObject({ detail: expect.stringContaining("Exclua os que não usa mais") });
    const rows = { clientId: CLIENT, key: "quota-of-farms", rows: [row] };
    expectProblem(await api().send("/Farm/Import", { token, body: rows }), 409, "quota-reached");
    const changed = await api().send("/Farm/Update", { token, body: { _id: farms[0]?._id, altitude: 710 } });
    expect(changed.body).toEqual({ matchedCount: 1 });
    limit({ records: farms.length + 1 });
    expect((await api().send("/Farm/Insert", { token, body })).status).toBe(200);
  });

  it("refuse a user and a photo too many", async () => {
    const token = await api().login("ana");
    limit({ records: 1, photoBytes: 100 });
    const user = { clientId: CLIENT, name: "Caio", userName: "caio", groupId: "consulta" };
    expectProblem(await api().send("/User/Insert", { token, body: user }), 409, "quota-reached");
    const photo = { clientId: CLIENT, data: whitePixel.toString("base64") };
    expectProblem(await api().send("/Photo/Insert", { token, body: photo }), 409, "quota-reached");
  });
});
