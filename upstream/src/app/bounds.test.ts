import { beforeAll, expect, it } from "vitest";
import type { JsonRecord } from "../core/serialize.ts";
import { describeApi, expectProblem } from "../testing/api.ts";

const CLIENT = "demo-santa-clara";

describeApi("limits of stored records", (api) => {
  let token: string;
  beforeAll(async () => {
    token = await api().login("ana");
  });
  const first = async (path: string) =>
    ((await api().send(`${path}?ID=${CLIENT}`, { token })).body as JsonRecord[])[0] ?? {};
  const row = { screen: "farms", view: true, create: false, edit: false, remove: false };
  const ring = (points: number) =>
    Array.from({ length: points }, (_, index) => [-45 - Math.cos(index) / 100, -12 - Math.sin(index) / 100]);
  const closed = (points: number) => [...ring(points), ring(1)[0]];
  const polygon = (...coordinates: unknown[]) => ({ boundary: { type: "Polygon", coordinates } });

  it.each([
    ["/UsersGroup", { name: "Grande", permissions: Array.from({ length: 8000 }, () => row) }, "permissions"],
    ["/UsersGroup", { name: "Grande", permissions: [], alertDefaults: Array(20_000).fill("rain") }, "alertDefaults"],
    ["/UsersGroup", { name: "Grande", permissions: [], alertDefaults: ["tudo"] }, "alertDefaults.0"],
    [
      "/AlertRule",
      { scope: { kind: "client" }, type: "rain", severity: "info", channels: ["inbox"], threshold: 1e308 },
      "threshold",
    ],
    ["/Sensor", { variable: "airTemp", unit: "°F" }, "unit"],
    [
      "/User",
      { name: "Ana", userName: "outra", groupId: "gestor", email: `${"a".repeat(64)}@${"b".repeat(190)}.com` },
      "email",
    ],
  ])("is bounded in %s of %j", async (path, body, field) => {
    const device = await first("/Device/GetByClientID");
    const answer = await api().send(`${path}/Insert`, {
      token,
      body: { clientId: CLIENT, deviceId: device._id, ...body },
    });
    expectProblem(answer, 400, "validation");
    expect((answer.body as { errors: { field: string }[] }).errors.map((error) => error.field)).toContain(field);
  });

  it("limits the outline of a farm, which must enclose an area", async () => {
    const { _id } = await first("/Farm/GetByClientID");
    const update = (body: object) => api().send("/Farm/Update", { token, body: { _id, ...body } });
    for (const outline of [
      polygon(closed(3000)),
      polygon([
        [-45, -12],
        [-45, -12],
        [-45, -12],
        [-45, -12],
      ]),
      polygon(ring(4)),
      polygon(...Array.from({ length: 11 }, () => closed(4))),
    ])
      expectProblem(await update(outline), 400, "validation");
    expect((await update(polygon(closed(200)))).status).toBe(200);
  });

  it("rejects text that cannot be stored, and names the field", async () => {
    const { _id } = await first("/Farm/GetByClientID");
    for (const name of ["a\0b", "\ud83c"]) {
      const answer = await api().send("/Farm/Update", { token, body: { _id, name } });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({ errors: [{ field: "name", id: "invalid-character" }] });
    }
  });
});
