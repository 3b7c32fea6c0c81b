import { AuditEntry } from "@lamina/shared/access/user";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { pivotSectors } from "../../schema/farms.ts";
import { memberships } from "../../schema/identity.ts";
import { detections } from "../../schema/irrigation.ts";

const SANTA_CLARA = "demo-santa-clara";
const FARM = { name: "Nova", lat: -12, lon: -45, altitude: 700, timezone: "America/Bahia" };

const trail = (api: TestApi, token: string, ID: string, more = "") =>
  api.send(`/Audit/GetByRecordID?ID=${ID}${more}`, { token });

async function addFarm(api: TestApi, token: string, clientId = SANTA_CLARA): Promise<string> {
  const answer = await api.send("/Farm/Insert", { token, body: { ...FARM, clientId } });
  return (answer.body as { _id: string })._id;
}

describeApi("audit", (api) => {
  it("lists author, content and time of each write, newest first, in pages, also after the record is deleted", async () => {
    const token = await api().login("ana");
    const _id = await addFarm(api(), token);
    for (const altitude of [710, 720, 730]) {
      api().clock.advance(1000);
      await api().send("/Farm/Update", { token, body: { _id, altitude } });
    }
    const first = (await trail(api(), token, _id, "&limit=3")).body as { items: AuditEntry[]; next: string };
    expect(first.items.map((entry) => AuditEntry.parse(entry).changes[0]?.after)).toEqual([730, 720, 710]);
    expect(first.items[0]).toMatchObject({ userName: "ana", userId: "demo-ana", entity: "Farm", action: "update" });
    api().clock.advance(1000);
    await api().send(`/Farm/Delete?ID=${_id}`, { token, method: "DELETE" });
    const rest = (await trail(api(), token, _id, `&limit=3&after=${encodeURIComponent(first.next)}`)).body;
    expect(rest).toMatchObject({ items: [{ action: "insert" }], next: null });
    expect((await trail(api(), token, _id)).body).toMatchObject({ items: [{ action: "delete" }, {}, {}, {}, {}] });
  });

  it("has only who made it for a record that was never changed", async () => {
    const token = await api().login("ana");
    expect((await trail(api(), token, "demo-fazenda-buriti")).body).toMatchObject({
      items: [{ action: "insert", userName: "ana" }],
      next: null,
    });
  });

  it("covers a client and its users", async () => {
    const token = await api().login("ana");
    await api().send("/Client/Update", { token, body: { _id: SANTA_CLARA, document: "12.345.678/0001-90" } });
    expect((await trail(api(), token, SANTA_CLARA)).body).toMatchObject({ items: [{ entity: "Client" }] });
    const body = { clientId: SANTA_CLARA, name: "João", userName: "joao", groupId: "consulta" };
    const user = (await api().send("/User/Insert", { token, body })).body as { _id: string };
    expect((await trail(api(), token, user._id)).body).toMatchObject({ items: [{ entity: "User", action: "insert" }] });
    expectProblem(await trail(api(), await api().login("bruno"), user._id), 403, "forbidden");
  });

  it("shows the answer on a detection to users who see its sector", async () => {
    const [ana, bruno] = [await api().login("ana"), await api().login("bruno")];
    const resolved = async (clientId: string): Promise<string> => {
      const [sector] = await api().database.select().from(pivotSectors).where(eq(pivotSectors.clientId, clientId));
      const [_id, now] = [crypto.randomUUID(), api().clock.now()];
      const own = { _id, clientId, sectorId: sector?._id ?? "", createdAt: now, updatedAt: now };
      const seen = { date: "2026-05-10", estimatedMm: 12, evidence: "probe", state: "open" } as const;
      await api()
        .database.insert(detections)
        .values({ ...own, ...seen });
      await api().send("/Detection/Resolve", { token: ana, body: { _id, as: "ignored" } });
      return _id;
    };
    expect((await trail(api(), bruno, await resolved(SANTA_CLARA))).body).toMatchObject({
      items: [
        { entity: "Detection", userName: "ana", changes: [{ field: "state", before: "open", after: "ignored" }] },
      ],
    });
    expectProblem(await trail(api(), bruno, await resolved("demo-boa-esperanca")), 404, "not-found");
  });

  it("rejects records of other clients, unknown records and callers without the right", async () => {
    const [ana, bruno] = [await api().login("ana"), await api().login("bruno")];
    const hidden = await addFarm(api(), ana, "demo-boa-esperanca");
    for (const id of [hidden, "demo-sitio-boa-esperanca", "nenhum"])
      expectProblem(await trail(api(), bruno, id), 404, "not-found");
    expectProblem(await trail(api(), bruno, SANTA_CLARA), 403, "forbidden");
    expectProblem(await trail(api(), ana, hidden, "&after=ontem"), 400, "validation");
  });

  it("shows a user of some farms only records of those farms", async () => {
    const ana = await api().login("ana");
    const [here, gone] = [await addFarm(api(), ana), await addFarm(api(), ana)];
    await api().send(`/Farm/Delete?ID=${gone}`, { token: ana, method: "DELETE" });
    const where = eq(memberships.userId, "demo-bruno");
    await api()
      .database.update(memberships)
      .set({ farmIds: [here] })
      .where(where);
    try {
      const bruno = await api().login("bruno");
      expect((await trail(api(), bruno, here)).status).toBe(200);
      for (const id of [gone, "demo-fazenda-buriti"]) expectProblem(await trail(api(), bruno, id), 404, "not-found");
    } finally {
      await api().database.update(memberships).set({ farmIds: [] }).where(where);
    }
  });
});
