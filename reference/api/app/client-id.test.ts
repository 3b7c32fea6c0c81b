import { CLIENT_ID_HEADER } from "@lamina/shared/calls/client-id-header";
import { beforeAll, expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";
import type { Sent } from "../../testing/http.ts";
import { recordDefinitions } from "./records.ts";

const CLIENT = "demo-santa-clara";
const OTHER = "demo-boa-esperanca";

describeApi("the client that an answer names", (api) => {
  let token: string;
  beforeAll(async () => {
    token = await api().login("admin");
  });
  const ask = async (path: string, sent: Sent = {}) => {
    const { status, headers, body } = await api().send(path, { token, ...sent });
    return { status, client: headers[CLIENT_ID_HEADER], body: body as Record<string, unknown> };
  };

  it("is that of a record's calls, from its insertion to its deletion", async () => {
    const soil = { clientId: OTHER, name: "Solo", layers: [{ depthCm: 60, fcPct: 30, wpPct: 15 }] };
    const inserted = await ask("/Soil/Insert", { body: soil });
    expect(inserted).toMatchObject({ status: 200, client: OTHER });
    const id = String(inserted.body._id);
    // Also where the body names another client: a record stays where it is.
    const change = { _id: id, name: "Outro", clientId: CLIENT };
    expect(await ask("/Soil/Update", { body: change })).toMatchObject({ status: 200, client: OTHER });
    expect(await ask(`/Soil/GetByID?ID=${id}`)).toMatchObject({
      status: 200,
      client: OTHER,
      body: { clientId: OTHER },
    });
    expect(await ask(`/Soil/Delete?ID=${id}`, { method: "DELETE" })).toMatchObject({ status: 200, client: OTHER });
  });

  it("is that of the lists of a client's records and of its views", async () => {
    const views = ["Irrigameter", "Map", "Recommendation", "SensorSummary"].map((name) => `/${name}/GetByClientID`);
    for (const path of [...recordDefinitions.map(({ calls }) => calls.getByClient.path), ...views]) {
      for (const ID of [CLIENT, OTHER])
        expect(await ask(`${path}?ID=${ID}`), path).toMatchObject({ status: 200, client: ID });
    }
  });

  it("is missing where a call fails or matches nothing", async () => {
    for (const [path, sent, status] of [
      ["/Soil/Insert", { body: { clientId: CLIENT } }, 400],
      ["/Soil/Insert", { body: { clientId: "x", name: "Solo" } }, 400],
      ["/Soil/Update", { body: { _id: "x", name: "y" } }, 200],
      ["/Soil/Delete?ID=x", { method: "DELETE" }, 404],
      ["/Soil/GetByID?ID=x", {}, 404],
      ["/Soil/GetByClientID?ID=x", {}, 404],
      ["/Map/GetByClientID?ID=x", {}, 404],
    ] as const)
      expect(await ask(path, sent), path).toMatchObject({ status, client: undefined });
    const bruno = await api().login("bruno");
    expect(await ask(`/Soil/GetByClientID?ID=${OTHER}`, { token: bruno })).toMatchObject({
      status: 404,
      client: undefined,
    });
    const [soil] = (await ask(`/Soil/GetByClientID?ID=${CLIENT}`)).body as unknown as { _id: string }[];
    const stale = { _id: soil?._id, name: "x", updatedAt: "2001-01-01T00:00:00.000Z" };
    expect(await ask("/Soil/Update", { body: stale })).toMatchObject({ status: 409, client: undefined });
  });

  it("is missing for all that other clients' screens may show", async () => {
    for (const path of [
      ...["/Client/GetAll", "/Menu/GetAll", "/SensorType/GetAll", "/Notification/GetPage"],
      ...["Menu", "User", "UsersGroup", "Audit"].map((name) => `/${name}/GetByClientID?ID=${CLIENT}`),
      `/Record/GetByClientID?ID=${CLIENT}&of=farm,user`,
      `/SensorType/GetTypeByID?ID=${CLIENT}`,
    ]) {
      expect((await ask(path)).client, path).toBeUndefined();
    }
    const group = { clientId: CLIENT, name: "Grupo", permissions: [] };
    const { body, ...inserted } = await ask("/UsersGroup/Insert", { body: group });
    expect(inserted).toEqual({ status: 200, client: undefined });
    const user = { clientId: CLIENT, userName: "edu", name: "Edu", groupId: body._id };
    const added = await ask("/User/Insert", { body: user });
    expect(added).toMatchObject({ status: 200, client: undefined });
    for (const [path, sent] of [
      ["/UsersGroup/Update", { body: { _id: body._id, name: "Outro" } }],
      ["/User/Update", { body: { _id: added.body._id, name: "Eduardo" } }],
      [`/User/Delete?ID=${added.body._id}`, { method: "DELETE" }],
      [`/UsersGroup/Delete?ID=${body._id}`, { method: "DELETE" }],
      ["/Client/Update", { body: { _id: CLIENT, name: "Santa Clara" } }],
      ["/Notification/Read", { body: { ids: ["x"] } }],
    ] as const)
      expect(await ask(path, sent), path).toMatchObject({ status: 200, client: undefined });
  });
});
