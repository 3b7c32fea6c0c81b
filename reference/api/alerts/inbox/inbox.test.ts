import { MINUTE_MS } from "@lamina/shared/core/time";
import { Notification } from "@lamina/shared/records/alert";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { alertRules, notifications } from "../../schema/alerts.ts";
import { auditEntries } from "../../schema/audit.ts";
import { clients } from "../../schema/clients.ts";
import { memberships } from "../../schema/identity.ts";

const CLIENT = "demo-santa-clara";
const [HERE, THERE] = ["demo-fazenda-rio-de-ondas", "demo-fazenda-buriti"];
const START = Date.parse("2026-05-14T12:00:00Z");

let number = 0;

async function raise(api: TestApi, change: Partial<typeof notifications.$inferInsert> = {}): Promise<string> {
  const _id = `aviso-${++number}`;
  const date = new Date(START + number * MINUTE_MS);
  await api.database.insert(notifications).values({
    ...{ _id, key: `teste@${_id}`, clientId: CLIENT, date, createdAt: date, updatedAt: date },
    ...{
      type: "stress",
      severity: "warning",
      title: "Entrou em estresse",
      message: "Pivô 01 entrou em estresse",
      farmId: HERE,
    },
    ...change,
  });
  return _id;
}

const page = async (api: TestApi, token: string, query = "") => {
  const answer = await api.send(`/Notification/GetByClientID?ID=${CLIENT}&to=2026-06-01${query}`, { token });
  return answer.body as { items: Notification[]; next: string | null };
};
const post = (api: TestApi, token: string, call: string, body: object) =>
  api.send(`/Notification/${call}`, { token, body });

describeApi("the inbox", (api) => {
  // Clients are deactivated, because the engine would end these alerts: they match no situation of a farm.
  beforeAll(() => api().database.update(clients).set({ active: false }));

  it("lists alerts of the same moment by their ids", async () => {
    const token = await api().login("admin");
    const date = new Date(START);
    for (const _id of ["igual-2", "igual-4", "igual-1", "igual-3"]) await raise(api(), { _id, key: _id, date });
    const { items } = await page(api(), token);
    const ids = items.map((item) => item._id).filter((id) => id.startsWith("igual"));
    expect(ids).toEqual(["igual-4", "igual-3", "igual-2", "igual-1"]);
    await api().database.delete(notifications);
  });

  it("lists a client's alerts newest first, in pages that new alerts do not shift, without internal fields", async () => {
    const ids = [await raise(api()), await raise(api()), await raise(api()), await raise(api())];
    const token = await api().login("ana");
    const first = await page(api(), token, "&limit=2");
    expect(first.items.map(({ _id }) => _id)).toEqual([ids[3], ids[2]]);
    await raise(api());
    const second = await page(api(), token, `&limit=10&after=${encodeURIComponent(first.next ?? "")}`);
    expect(second.items.map(({ _id }) => _id).slice(0, 2)).toEqual([ids[1], ids[0]]);
    for (const item of first.items) {
      Notification.parse(item);
      for (const field of ["key", "lastSentAt", "resolvedBy"]) expect(item).not.toHaveProperty(field);
    }
    expect((await page(api(), token, `&from=${first.items[1]?.date}`)).items.map(({ _id }) => _id)).not.toContain(
      ids[1],
    );
    expectProblem(await api().send(`/Notification/GetByClientID?ID=${CLIENT}&after=x`, { token }), 400, "validation");
  });

  it("separates open alerts from closed ones", async () => {
    const [open, over] = [await raise(api()), await raise(api(), { resolvedAt: new Date(START) })];
    const token = await api().login("ana");
    const ids = async (query: string) => (await page(api(), token, query)).items.map(({ _id }) => _id);
    expect(await ids("&open=true")).toContain(open);
    expect(await ids("&open=true")).not.toContain(over);
    expect(await ids("&open=false")).toContain(over);
    expect(await ids("&open=false")).not.toContain(open);
  });

  it("is marked as read per user, once", async () => {
    const ids = [await raise(api()), await raise(api())];
    const [ana, bruno] = [await api().login("ana"), await api().login("bruno")];
    for (const token of [ana, ana, bruno])
      expect((await post(api(), token, "Read", { ids: [...ids, "nenhum"] })).body).toEqual({ matchedCount: 2 });
    const rows = await api()
      .database.select()
      .from(notifications)
      .where(eq(notifications._id, ids[0] ?? ""));
    expect(rows[0]?.readBy).toEqual(["demo-ana", "demo-bruno"]);
  });

  it("is taken by one user, who may repeat it; resolved with a note, which is stored in the audit", async () => {
    const _id = await raise(api());
    const [ana, bruno] = [await api().login("ana"), await api().login("bruno")];
    for (let time = 0; time < 2; time++)
      expect((await post(api(), bruno, "Take", { _id })).body).toEqual({ matchedCount: 1 });
    const refused = await post(api(), ana, "Take", { _id });
    expectProblem(refused, 409, "conflict");
    expect(refused.body).toMatchObject({ current: { _id, takenByName: "Bruno Alves" } });
    expect((await post(api(), ana, "Resolve", { _id, note: "Filtro limpo" })).body).toEqual({ matchedCount: 1 });
    expectProblem(await post(api(), bruno, "Take", { _id }), 409, "conflict");
    // A repetition changes nothing; another user is refused, because the note of the first one counts.
    expect((await post(api(), ana, "Resolve", { _id, note: "Filtro limpo" })).body).toEqual({ matchedCount: 1 });
    expectProblem(await post(api(), bruno, "Resolve", { _id, note: "Outra" }), 409, "conflict");
    const token = await api().login("ana");
    const [item] = (await page(api(), token)).items.filter((candidate) => candidate._id === _id);
    expect(item).toMatchObject({ resolvedByName: "Ana Martins", note: "Filtro limpo", takenByName: "Bruno Alves" });
    const entries = await api()
      .database.select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, _id))
      .orderBy(auditEntries.date);
    expect(entries.map(({ userName, reason }) => [userName, reason])).toEqual([
      ["bruno", null],
      ["ana", "Filtro limpo"],
    ]);
    expect((await api().send(`/Audit/GetByRecordID?ID=${_id}`, { token: bruno })).body).toMatchObject({
      items: [{}, {}],
    });
  });

  it("is opened again when its closing is undone, still taken by the same user", async () => {
    const _id = await raise(api());
    const token = await api().login("ana");
    await post(api(), token, "Take", { _id });
    await post(api(), token, "Resolve", { _id, note: "Engano" });
    expect((await post(api(), token, "Reopen", { _id })).body).toEqual({ matchedCount: 1 });
    const [item] = (await page(api(), token, "&open=true")).items.filter((candidate) => candidate._id === _id);
    expect(item).toMatchObject({ takenByName: "Ana Martins" });
    for (const field of ["resolvedAt", "resolvedByName", "note"]) expect(item).not.toHaveProperty(field);
  });

  it("is taken once when two users take it at the same time", async () => {
    const _id = await raise(api());
    const tokens = [await api().login("ana"), await api().login("bruno")];
    const answers = await Promise.all(tokens.map((token) => post(api(), token, "Take", { _id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("shows and changes nothing of another client, nor of farms that the user may not see", async () => {
    const foreign = await raise(api(), { clientId: "demo-boa-esperanca", farmId: "demo-sitio-boa-esperanca" });
    const there = await raise(api(), { farmId: THERE });
    const token = await api().login("bruno");
    const where = eq(memberships.userId, "demo-bruno");
    await api()
      .database.update(memberships)
      .set({ farmIds: [HERE] })
      .where(where);
    try {
      expect((await page(api(), token)).items.map(({ farmId }) => farmId)).not.toContain(THERE);
      for (const _id of [foreign, there, "nenhum"]) {
        expect((await post(api(), token, "Take", { _id })).body).toEqual({ matchedCount: 0 });
        expect((await post(api(), token, "Resolve", { _id })).body).toEqual({ matchedCount: 0 });
        expect((await post(api(), token, "Read", { ids: [_id] })).body).toEqual({ matchedCount: 0 });
      }
    } finally {
      await api().database.update(memberships).set({ farmIds: [] }).where(where);
    }
    const answer = await api().send("/Notification/GetByClientID?ID=demo-boa-esperanca", { token });
    expectProblem(answer, 404, "not-found");
  });

  it("gives a new client the built-in rules, as records that it may change", async () => {
    const token = await api().login("ana");
    const client = (await api().send("/Client/Insert", { token, body: { name: "Nova", typeChart: 1 } })).body as {
      _id: string;
    };
    const rules = (await api().send(`/AlertRule/GetByClientID?ID=${client._id}`, { token })).body as {
      _id: string;
      type: string;
    }[];
    expect(rules.length).toBeGreaterThan(15);
    const body = { _id: rules[0]?._id, enabled: false };
    expect((await api().send("/AlertRule/Update", { token, body })).body).toEqual({ matchedCount: 1 });
    await api().send("/Client/Update", { token, body: { _id: client._id, name: "Renomeada" } });
    expect(await api().database.$count(alertRules, eq(alertRules.clientId, client._id))).toBe(rules.length);
  });
});
