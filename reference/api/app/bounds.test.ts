import { beforeAll, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";
import type { JsonRecord } from "../core/serialize.ts";

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
    Array.from({ length: points }, (_, index) => {
      const angle = (2 * Math.PI * index) / points;
      return [-45 - Math.cos(angle) / 100, -12 - Math.sin(angle) / 100];
    });
  const closed = (points: number) => [...ring(points), ring(1)[0]];
  const polygon = (...coordinates: unknown[]) => ({ boundary: { type: "Polygon", coordinates } });

  it.each([
    ["/UsersGroup", "permissions", { name: "Grande", permissions: Array.from({ length: 8000 }, () => row) }],
    ["/UsersGroup", "alertDefaults", { name: "Grande", permissions: [], alertDefaults: Array(20_000).fill("rain") }],
    ["/UsersGroup", "alertDefaults.0", { name: "Grande", permissions: [], alertDefaults: ["tudo"] }],
    [
      "/AlertRule",
      "threshold",
      { scope: { kind: "client" }, type: "rain", severity: "info", channels: ["inbox"], threshold: 1e308 },
    ],
    ["/Sensor", "unit", { variable: "airTemp", unit: "°F" }],
    [
      "/User",
      "email",
      { name: "Ana", userName: "outra", groupId: "gestor", email: `${"a".repeat(64)}@${"b".repeat(190)}.com` },
    ],
  ])("is bounded in %s at %s", async (path, field, body) => {
    const device = await first("/Device/GetByClientID");
    const answer = await api().send(`${path}/Insert`, {
      token,
      body: { clientId: CLIENT, deviceId: device._id, ...body },
    });
    expectProblem(answer, 400, "validation");
    expect((answer.body as { errors: { field: string }[] }).errors.map((error) => error.field)).toContain(field);
  });

  it("is bounded in the note of a watering, of a rain and of a person at a machine", async () => {
    const pivot = await first("/Pivot/GetByClientID");
    const now = api().clock.now().toISOString();
    const note = "n".repeat(1001);
    for (const [path, body] of [
      ["/Watering/Insert", { sectorId: pivot._id, start: now, grossMm: 5, note }],
      ["/Rain/Insert", { farmId: pivot.farmId, date: now.slice(0, 10), mm: 5, note }],
      ["/FieldNote/Insert", { pivotId: pivot._id, at: now, note }],
    ] as const) {
      const answer = await api().send(path, { token, body: { clientId: CLIENT, ...body } });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({ errors: [{ field: "note", id: "too-big" }] });
    }
  });

  it("limits the outline of a farm, which must enclose an area", async () => {
    const { _id } = await first("/Farm/GetByClientID");
    const update = (body: object) => api().send("/Farm/Update", { token, body: { _id, lat: -12, lon: -45, ...body } });
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
