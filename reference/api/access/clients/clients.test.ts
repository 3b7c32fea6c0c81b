import { MenuList } from "@lamina/shared/access/menu";
import { ClientList } from "@lamina/shared/records/client";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { auditEntries } from "../../schema/audit.ts";
import { farms } from "../../schema/farms.ts";
import { memberships } from "../../schema/identity.ts";
import { menus } from "../../schema/menus.ts";

const SANTA_CLARA = "demo-santa-clara";
const BOA_ESPERANCA = "demo-boa-esperanca";

interface Sent {
  [field: string]: unknown;
  _id: string;
  id: string;
  updatedAt: string;
}

async function listClients(api: TestApi, token: string): Promise<Sent[]> {
  return (await api.send("/Client/GetAll", { token })).body as Sent[];
}

async function insertClient(api: TestApi, token: string, name: string): Promise<Sent> {
  return (await api.send("/Client/Insert", { token, body: { name, typeChart: 2 } })).body as Sent;
}

describeApi("clients", (api) => {
  it("shows each user their own clients, in the contract's format", async () => {
    const seen = async (userName: string) => {
      const list = await listClients(api(), await api().login(userName));
      return ClientList.parse(list).map(({ _id, typeChart }) => [_id, typeChart]);
    };
    const both = [
      [SANTA_CLARA, 1],
      [BOA_ESPERANCA, 2],
    ];
    expect(await seen("ana")).toEqual(both);
    expect(await seen("bruno")).toEqual([[SANTA_CLARA, 1]]);
    expect(await seen("carla")).toEqual([]);
    expect(await seen("admin")).toEqual(both);
  });

  it("answers a call on another's client as if the client did not exist", async () => {
    const hidden = await insertClient(api(), await api().login("admin"), "De outra pessoa");
    const token = await api().login("ana");
    for (const ID of [hidden._id, hidden.id, "nenhum"]) {
      for (const path of ["/Menu/GetByClientID", "/SensorType/GetTypeByID", "/Farm/GetByClientID"])
        expectProblem(await api().send(`${path}?ID=${ID}`, { token }), 404, "not-found");
      expectProblem(await api().send(`/Client/Delete?ID=${ID}`, { token, method: "DELETE" }), 404, "not-found");
      const update = await api().send("/Client/Update", { token, body: { _id: ID, name: "Tomado" } });
      expect(update).toMatchObject({ status: 200, body: { matchedCount: 0 } });
    }
    expect((await listClients(api(), await api().login("admin"))).map(({ name }) => name)).toContain("De outra pessoa");
  });

  it("updates the given fields, counts the match, and records the author", async () => {
    const token = await api().login("ana");
    const { _id } = await insertClient(api(), token, "Fazendas Reunidas");
    const body = { _id, id: "9", clientId: "outro", typeChart: "1", logoUrl: "https://exemplo.com.br/logo.svg" };
    const answer = await api().send("/Client/Update", { token, body });
    expect(answer).toMatchObject({ status: 200, body: { matchedCount: 1 } });

    const changed = (await listClients(api(), token)).find((client) => client._id === _id);
    expect(changed).toMatchObject({ name: "Fazendas Reunidas", typeChart: 1, logoUrl: body.logoUrl });
    expect(changed?.id).not.toBe("9");
    const entries = await api()
      .database.select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, _id))
      .orderBy(auditEntries.date);
    expect(entries.map(({ action, userName }) => [action, userName])).toEqual([
      ["insert", "ana"],
      ["update", "ana"],
    ]);
    expect(entries[1]?.changes).toContainEqual({ field: "typeChart", before: 2, after: 1 });
  });

  it("empties an optional field with null", async () => {
    const token = await api().login("ana");
    const { _id } = await insertClient(api(), token, "Com documento");
    await api().send("/Client/Update", { token, body: { _id, document: "12.345.678/0001-90" } });
    await api().send("/Client/Update", { token, body: { _id, document: null } });
    const changed = (await listClients(api(), token)).find((client) => client._id === _id);
    expect(changed).toMatchObject({ name: "Com documento" });
    expect(changed).not.toHaveProperty("document");
  });

  it("rejects a change of an older version, with the current client", async () => {
    const token = await api().login("ana");
    const { _id, updatedAt } = await insertClient(api(), token, "Disputado");
    const first = await api().send("/Client/Update", { token, body: { _id, updatedAt, name: "Primeira" } });
    const second = await api().send("/Client/Update", { token, body: { _id, updatedAt, name: "Segunda" } });
    expect(first.body).toEqual({ matchedCount: 1 });
    expectProblem(second, 409, "conflict");
    expect(second.body).toMatchObject({ current: { _id, name: "Primeira" } });
  });

  it("accepts only one of two simultaneous changes of the same version", async () => {
    const token = await api().login("ana");
    const { _id, updatedAt } = await insertClient(api(), token, "Simultâneo");
    const change = (name: string) => api().send("/Client/Update", { token, body: { _id, updatedAt, name } });
    const answers = await Promise.all(["a", "b", "c", "d"].map(change));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each([
    [{ typeChart: 3 }, "typeChart", "invalid-value"],
    [{ typeChart: "dois" }, "typeChart", "invalid-type"],
    [{ name: "" }, "name", "too-small"],
    [{ name: null }, "name", "required"],
    [{ name: "x".repeat(121) }, "name", "too-big"],
    [{ timezone: "America/New_York" }, "timezone", "invalid-value"],
    [{ logoUrl: "javascript:alert(1)" }, "logoUrl", "invalid-format"],
  ])("refuses %j in Portuguese, naming the field", async (change, field, id) => {
    const token = await api().login("ana");
    const answer = await api().send("/Client/Update", { token, body: { _id: SANTA_CLARA, ...change } });
    expectProblem(answer, 400, "validation");
    const { errors } = answer.body as { errors: { message: string }[] };
    expect(errors).toMatchObject([{ field, id }]);
    expect(errors[0]?.message).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  });

  it("adds a client with a number, a menu and its author as a member; others do not see it", async () => {
    const token = await api().login("ana");
    const added = await insertClient(api(), token, "  Nova Irrigação  ");
    expect(added).toMatchObject({ name: "Nova Irrigação", id: expect.stringMatching(/^\d+$/) });
    const menu = await api().send(`/Menu/GetByClientID?ID=${added.id}`, { token });
    expect(MenuList.parse(menu.body).length).toBeGreaterThan(10);
    expect((await listClients(api(), await api().login("bruno"))).map(({ _id }) => _id)).toEqual([SANTA_CLARA]);
  });

  it("refuses a new client without a name", async () => {
    const token = await api().login("ana");
    const answer = await api().send("/Client/Insert", { token, body: { typeChart: 1 } });
    expectProblem(answer, 400, "validation");
    expect(answer.body).toMatchObject({ errors: [{ field: "name", id: "required" }] });
  });

  it("deletes a client with all dependent records, except its audit", async () => {
    const { database } = api();
    const token = await api().login("ana");
    const { _id } = await insertClient(api(), token, "Passageiro");
    const farm = { clientId: _id, name: "Sede", lat: -15, lon: -47, altitude: 900, timezone: "America/Sao_Paulo" };
    expect((await api().send("/Farm/Insert", { token, body: farm })).status).toBe(200);

    const answer = await api().send(`/Client/Delete?ID=${_id}`, { token, method: "DELETE" });
    expect(answer.status).toBe(200);
    for (const table of [farms, menus, memberships])
      expect(await database.$count(table, eq(table.clientId, _id))).toBe(0);
    expect(await database.$count(auditEntries, eq(auditEntries.recordId, _id))).toBe(2);
    expectProblem(await api().send(`/Client/Delete?ID=${_id}`, { token, method: "DELETE" }), 404, "not-found");
  });

  it("prevents an operator and a visitor from changing clients", async () => {
    const bruno = await api().login("bruno");
    const carla = await api().login("carla");
    const remove = { method: "DELETE", token: bruno };
    const answers = [
      await api().send("/Client/Update", { token: bruno, body: { _id: SANTA_CLARA, name: "Minha" } }),
      await api().send(`/Client/Delete?ID=${SANTA_CLARA}`, remove),
      await api().send("/Client/Insert", { token: bruno, body: { name: "Minha", typeChart: 1 } }),
      await api().send("/Client/Insert", { token: carla, body: { name: "Minha", typeChart: 1 } }),
    ];
    for (const answer of answers) expectProblem(answer, 403, "forbidden");
  });
});
