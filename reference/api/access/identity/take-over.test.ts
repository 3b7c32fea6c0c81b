import { User } from "@lamina/shared/access/user";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { notifications } from "../../schema/alerts.ts";
import { auditEntries } from "../../schema/audit.ts";
import { reportSubscriptions } from "../../schema/mails.ts";
import { GroupId } from "./groups.ts";

const CLIENT = "demo-santa-clara";
let number = 0;

describeApi("a take-over", (api) => {
  async function add(token: string, groupId: string): Promise<User> {
    const body = { clientId: CLIENT, name: `Gestor ${++number}`, userName: `assume-${number}`, groupId };
    return User.parse((await api().send("/User/Insert", { token, body })).body);
  }

  /** A manager with an open alert, a closed one and a monthly report, and the new one. */
  async function managers({ database, clock }: TestApi, token: string) {
    const [old, next] = [await add(token, GroupId.manager), await add(token, GroupId.viewer)];
    const now = clock.now();
    const row = (resolvedAt: Date | null) => ({
      ...{
        _id: crypto.randomUUID(),
        clientId: CLIENT,
        createdAt: now,
        updatedAt: now,
        date: now,
        key: crypto.randomUUID(),
      },
      ...{ type: "stress" as const, severity: "warning" as const, title: "Mensagem", message: "seco", resolvedAt },
      ...{ takenBy: old.userId, takenByName: old.name, takenAt: now },
    });
    const [open, closed] = [row(null), row(now)];
    await database.insert(notifications).values([open, closed]);
    const mail = { _id: crypto.randomUUID(), createdAt: now, userId: old.userId ?? "", clientId: CLIENT };
    await database.insert(reportSubscriptions).values({ ...mail, report: "management", nextMonth: "2026-06" });
    const takers = async () => {
      const rows = await database.select().from(notifications);
      return [open, closed].map(({ _id }) => rows.find((one) => one._id === _id)?.takenBy);
    };
    const readers = async () =>
      (await database.select().from(reportSubscriptions).where(eq(reportSubscriptions._id, mail._id))).map(
        ({ userId }) => userId,
      );
    const user = async ({ _id }: User) => User.parse((await api().send(`/User/GetByID?ID=${_id}`, { token })).body);
    return { old, next, takers, readers, user };
  }

  it("moves open alerts, monthly mails and rights in one act, and undoes all of it within a day", async () => {
    const token = await api().login("ana");
    const { old, next, takers, readers, user } = await managers(api(), token);
    const body = { from: old._id, to: next._id, rights: true, deactivate: true };
    const { body: reply } = await api().send("/User/TakeOver", { token, body });
    expect(reply).toMatchObject({ alerts: 1, mails: 1 });
    expect(await takers()).toEqual([next.userId, old.userId]);
    expect(await readers()).toEqual([next.userId]);
    expect(await user(next)).toMatchObject({ groupId: GroupId.manager, active: true });
    expect(await user(old)).toMatchObject({ active: false });
    const ofUser = and(eq(auditEntries.entity, "User"), eq(auditEntries.recordId, next._id));
    const changes = (await api().database.select().from(auditEntries).where(ofUser).orderBy(auditEntries.date)).flatMap(
      (entry) => entry.changes,
    );
    expect(changes.map(({ field }) => field)).toEqual(expect.arrayContaining(["groupId", "takeOver"]));

    const undo = () => api().send("/User/UndoTakeOver", { token, body: { _id: (reply as { _id: string })._id } });
    expect((await undo()).body).toEqual({ matchedCount: 1 });
    expect(await takers()).toEqual([old.userId, old.userId]);
    expect(await readers()).toEqual([old.userId]);
    expect([await user(next), await user(old)]).toMatchObject([
      { groupId: GroupId.viewer },
      { groupId: GroupId.manager, active: true },
    ]);
    expect((await undo()).body).toEqual({ matchedCount: 0 });
  });

  it("leaves the rights without a request, and cannot be undone after a day", async () => {
    const token = await api().login("ana");
    const { old, next, user } = await managers(api(), token);
    const { body: reply } = await api().send("/User/TakeOver", { token, body: { from: old._id, to: next._id } });
    expect([await user(next), await user(old)]).toMatchObject([{ groupId: GroupId.viewer }, { active: true }]);
    api().clock.advance(DAY_MS + 1);
    const late = await api().login("ana");
    const body = { _id: (reply as { _id: string })._id };
    expect((await api().send("/User/UndoTakeOver", { token: late, body })).body).toEqual({ matchedCount: 0 });
  });

  it("is refused for one person twice, and to a caller who does not administer users", async () => {
    const token = await api().login("ana");
    const { old, next } = await managers(api(), token);
    const twice = await api().send("/User/TakeOver", { token, body: { from: old._id, to: old._id } });
    expectProblem(twice, 400, "validation");
    const bruno = await api().login("bruno");
    const foreign = await api().send("/User/TakeOver", { token: bruno, body: { from: old._id, to: next._id } });
    expect(foreign.status).toBe(403);
  });
});
