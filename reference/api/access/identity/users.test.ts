import { readClaims } from "@lamina/shared/access/authentication";
import { User, UsersGroup } from "@lamina/shared/access/user";
import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import { views } from "@lamina/shared/calls/views";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { DAY_MS } from "@lamina/shared/core/time";
import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { auditEntries } from "../../schema/audit.ts";
import { memberships, oneTimeCodes, users } from "../../schema/identity.ts";
import { builtInGroups, GroupId } from "./groups.ts";

const SANTA_CLARA = "demo-santa-clara";
const BOA_ESPERANCA = "demo-boa-esperanca";

let number = 0;
const newLogin = () => `pessoa-${++number}`;

async function insert(api: TestApi, token: string, change: object = {}) {
  const body = { clientId: SANTA_CLARA, name: "Pessoa", userName: newLogin(), groupId: GroupId.viewer, ...change };
  return api.send("/User/Insert", { token, body });
}

async function add(api: TestApi, token: string, change: object = {}): Promise<User> {
  return User.parse((await insert(api, token, change)).body);
}

const update = (api: TestApi, token: string, body: object) => api.send("/User/Update", { token, body });
const remove = (api: TestApi, token: string, id: string) =>
  api.send(`/User/Delete?ID=${id}`, { token, method: "DELETE" });

/** Logs in with a code as password, and sets a password with that token. */
async function setPassword(api: TestApi, userName: string, code: string, next: string) {
  return api.send("/User/SetPassword", { token: await api.login(userName, code), body: { next: encodeBase64(next) } });
}

/** A user with a password, logged in. */
async function enter(api: TestApi, token: string, user: User, password = "irrigar bem"): Promise<string> {
  const invitation = await api.send("/User/Invite", { token, body: { _id: user._id } });
  const { code } = invitation.body as { code: string };
  expect((await setPassword(api, user.userName, code, password)).body).toEqual({ matchedCount: 1 });
  return api.login(user.userName, password);
}

async function recordOf(api: TestApi, token: string, userId: string, clientId = SANTA_CLARA): Promise<User> {
  const list = (await api.send(`/User/GetByClientID?ID=${clientId}`, { token })).body as User[];
  const found = list.find((user) => user.userId === userId);
  if (found === undefined) throw new Error(`no user ${userId}`);
  return User.parse(found);
}

const isAlive = async (api: TestApi, token: string) => (await api.send("/User/Me", { token })).status;

describeApi("users of a client", (api) => {
  it("leave the turns of alert rules with an audit entry, so that no alert is for none", async () => {
    const ana = await api().login("ana");
    const [gone, left] = [await add(api(), ana, { groupId: GroupId.operator }), await add(api(), ana)];
    const body = {
      ...{ clientId: SANTA_CLARA, scope: { kind: "client" }, type: "low-battery", threshold: 20 },
      ...{ severity: "warning", channels: ["inbox"], repeatMin: 60 },
    };
    const insertRule = async (escalation: readonly object[]) => {
      const { status, body: rule } = await api().send("/AlertRule/Insert", {
        token: ana,
        body: { ...body, escalation },
      });
      expect([status, rule]).toMatchObject([200, {}]);
      return String((rule as { _id: string })._id);
    };
    const turn = (afterMin: number, ...people: readonly User[]) => ({
      userIds: people.map(({ userId }) => userId),
      afterMin,
    });
    const shared = await insertRule([turn(0, gone), turn(10, gone, left)]);
    const only = await insertRule([turn(0, gone)]);
    expect((await remove(api(), ana, gone._id)).status).toBe(200);
    const stepsOf = async (id: string) =>
      ((await api().send(`/AlertRule/GetByID?ID=${id}`, { token: ana })).body as { escalation: unknown }).escalation;
    expect([await stepsOf(shared), await stepsOf(only)]).toEqual([[turn(10, left)], []]);
    for (const id of [shared, only]) {
      const entries = await api()
        .database.select()
        .from(auditEntries)
        .where(eq(auditEntries.recordId, id))
        .orderBy(auditEntries.date);
      expect(entries.filter(({ action }) => action === "update")).toMatchObject([
        { userName: "ana", reason: auditReasons.personLeft, changes: [{ field: "escalation" }] },
      ]);
    }
  });

  it.each(["аnа", "ana\u200b", "a\u00adna", "анна", "ａｎａ", "ANA"])(
    "refuses the login %j beside ana",
    async (userName) => {
      const answer = await insert(api(), await api().login("ana"), { userName });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({ errors: [{ field: "userName" }] });
    },
  );

  it.each(["12345678", "senha123", "irrigar1", "aaaaaaaa"])("refuses the password %s", async (password) => {
    const ana = await api().login("ana");
    const user = await add(api(), ana);
    const invitation = await api().send("/User/Invite", { token: ana, body: { _id: user._id } });
    const { code } = invitation.body as { code: string };
    const answer = await setPassword(api(), user.userName, code, password);
    expectProblem(answer, 400, "validation");
    expect((await setPassword(api(), user.userName, code, "chuva na lavoura")).body).toEqual({ matchedCount: 1 });
  });

  it("finds a login with letters beyond ASCII and returns it as stored", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana, { userName: `Ção-${newLogin()}` });
    expect(await enter(api(), ana, user)).not.toBe("");
  });

  it("takes a new user from invitation to the first call", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana, { email: "joao@exemplo.com.br", groupId: GroupId.operator });
    expect(user).toMatchObject({ invited: true, active: true, groupId: GroupId.operator, farmIds: [] });
    expect(await api().login(user.userName, "")).toBe("");
    const token = await enter(api(), ana, user);
    const me = await api().send(`/User/Me?clientId=${SANTA_CLARA}`, { token });
    expect(me.body).toMatchObject({ _id: user.userId, userName: user.userName, groupName: "Operador", farmIds: [] });
    expect(await recordOf(api(), ana, user.userId ?? "")).toMatchObject({
      invited: false,
      lastAccess: expect.any(String),
    });
    expectProblem(await api().send(`/User/Me?clientId=${BOA_ESPERANCA}`, { token }), 404, "not-found");
  });

  it("shows no password and no hash, in any answer or audit", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana);
    const token = await enter(api(), ana, user, "segredo secreto");
    const next = encodeBase64("outro segredo");
    await api().send("/User/ChangePassword", { token, body: { current: encodeBase64("segredo secreto"), next } });
    const entries = await api()
      .database.select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, user._id))
      .orderBy(auditEntries.date);
    expect(entries.length).toBeGreaterThanOrEqual(4);
    const answers = await Promise.all(
      [`/User/GetByClientID?ID=${SANTA_CLARA}`, `/User/GetByID?ID=${user._id}`, "/User/Me"].map((path) =>
        api().send(path, { token: ana }),
      ),
    );
    const [row] = await api()
      .database.select()
      .from(users)
      .where(eq(users._id, user.userId ?? ""));
    const all = JSON.stringify([entries, answers.map(({ body }) => body)]);
    for (const secret of ["argon2", "passwordHash", "segredo", next, row?.passwordHash ?? "?"])
      expect(all).not.toContain(secret);
  });

  it("accepts only the newest code, once, in time, and for its own user", async () => {
    const ana = await api().login("ana");
    const [user, other] = [await add(api(), ana), await add(api(), ana)];
    const invite = async (_id: string) =>
      ((await api().send("/User/Invite", { token: ana, body: { _id } })).body as { code: string }).code;
    const set = (userName: string, code: string, next = "senha nova") => setPassword(api(), userName, code, next);
    const first = await invite(user._id);
    const code = await invite(user._id);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    for (const [userName, given] of [
      [user.userName, first],
      [other.userName, code],
      ["ninguem", code],
      [user.userName, ""],
    ] as const)
      expect(await api().login(userName, given)).toBe("");
    expectProblem(await set(user.userName, code, "curta"), 400, "validation");
    const [kept] = await api()
      .database.select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.userId, user.userId ?? ""));
    expect(JSON.stringify(kept)).not.toContain(code);
    // As people may type it.
    expect((await set(user.userName, code.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    expect(await api().login(user.userName, code)).toBe("");
    expect(await api().login(user.userName, "senha nova")).not.toBe("");

    const late = await invite(user._id);
    api().clock.advance(3 * DAY_MS);
    expect(await api().login(user.userName, late)).toBe("");
  });

  it("issues for a code a token of some minutes that sets the own password and does nothing else", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana);
    const { code } = (await api().send("/User/Invite", { token: ana, body: { _id: user._id } })).body as {
      code: string;
    };
    const token = await api().login(user.userName, code);
    expect(readClaims(token)).toMatchObject({ name: user.userName, roles: ["set-password"] });
    expect((readClaims(token)?.exp ?? 0) * 1000 - api().clock.now().getTime()).toBeLessThanOrEqual(600_000);
    for (const endpoint of allEndpoints.filter(
      ({ path, ...call }) => !call.public && path !== views.setPassword.path,
    )) {
      const { status } = await api().send(endpoint.path, { token, method: endpoint.method, body: {} });
      expect(`${endpoint.path} ${status}`).toBe(`${endpoint.path} 401`);
    }
    const next = encodeBase64("senha nova");
    expectProblem(await api().send("/User/SetPassword", { body: { next } }), 401, "token-not-found");
    expectProblem(await api().send("/User/SetPassword", { token: ana, body: { next } }), 401, "token-rejected");
    api().clock.advance(600_001);
    expectProblem(await api().send("/User/SetPassword", { token, body: { next } }), 401, "token-expired");
    const [again, spare] = [await api().login(user.userName, code), await api().login(user.userName, code)];
    expect((await api().send("/User/SetPassword", { token: again, body: { next } })).status).toBe(200);
    expect((await api().send("/User/SetPassword", { token: spare, body: { next } })).status).toBe(401);
  });

  it("changes a password only with the current one, and ends the other sessions", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana);
    const here = await enter(api(), ana, user);
    const elsewhere = await api().login(user.userName, "irrigar bem");
    const change = (current: string, next: string) =>
      api().send("/User/ChangePassword", {
        token: here,
        body: { current: encodeBase64(current), next: encodeBase64(next) },
      });
    expectProblem(await change("errada", "irrigar melhor"), 400, "validation");
    expectProblem(await change("irrigar bem", "1234567"), 400, "validation");
    expectProblem(
      await api().send("/User/ChangePassword", { token: here, body: { current: "%", next: "%" } }),
      400,
      "validation",
    );
    expect((await change("irrigar bem", "irrigar melhor")).body).toEqual({ matchedCount: 1 });
    expect([await isAlive(api(), here), await isAlive(api(), elsewhere)]).toEqual([200, 401]);
    expect(await api().login(user.userName, "irrigar bem")).toBe("");
  });

  it("invalidates an unused code when the password changes", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana);
    const token = await enter(api(), ana, user);
    const { code } = (await api().send("/User/Invite", { token: ana, body: { _id: user._id } })).body as {
      code: string;
    };
    const change = { current: encodeBase64("irrigar bem"), next: encodeBase64("irrigar melhor") };
    expect((await api().send("/User/ChangePassword", { token, body: change })).status).toBe(200);
    expect(await api().login(user.userName, code)).toBe("");
  });

  it("ends the access of a deactivated or deleted user at once, and notifies them", async () => {
    const ana = await api().login("ana");
    const published: { userName: string; topic: string }[] = [];
    const publish = vi.spyOn(api().broker.publisher, "publishToUser").mockImplementation(async (userName, topic) => {
      published.push({ userName, topic });
    });
    try {
      for (const end of [
        (user: User) => update(api(), ana, { _id: user._id, active: false }),
        (user: User) => remove(api(), ana, user._id),
      ]) {
        const user = await add(api(), ana);
        const token = await enter(api(), ana, user);
        expect(await isAlive(api(), token)).toBe(200);
        expect((await end(user)).status).toBe(200);
        expectProblem(await api().send("/Client/GetAll", { token }), 401, "token-rejected");
        expect(await api().login(user.userName, "irrigar bem")).toBe("");
        expect(published).toContainEqual({ userName: user.userName, topic: CHANGES_TOPIC });
      }
    } finally {
      publish.mockRestore();
    }
  });

  it("removes a right from the next call on", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana, { groupId: GroupId.manager });
    const token = await enter(api(), ana, user);
    expect((await insert(api(), token)).status).toBe(200);
    await update(api(), ana, { _id: user._id, groupId: GroupId.viewer });
    expectProblem(await insert(api(), token), 403, "forbidden");
    expectProblem(await api().send("/Client/Insert", { token, body: { name: "Meu", typeChart: 1 } }), 403, "forbidden");
    expect(await isAlive(api(), token)).toBe(200);
  });

  it("reactivates a deactivated user", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana);
    await enter(api(), ana, user);
    await update(api(), ana, { _id: user._id, active: false });
    await update(api(), ana, { _id: user._id, active: true });
    expect(await api().login(user.userName, "irrigar bem")).not.toBe("");
  });

  it("protects the last administrator, and the caller's own account", async () => {
    const admin = await api().login("admin");
    const client = (await api().send("/Client/Insert", { token: admin, body: { name: "Só um", typeChart: 1 } }))
      .body as { _id: string };
    const boss = await add(api(), admin, { clientId: client._id, groupId: GroupId.manager });
    const own = await recordOf(api(), admin, "demo-admin", client._id);
    expectProblem(await remove(api(), admin, own._id), 409, "conflict");
    const token = await enter(api(), admin, boss);
    for (const body of [{ active: false }, { groupId: GroupId.viewer }, { farmIds: ["x"] }])
      expect((await update(api(), token, { _id: boss._id, ...body })).status).toBeGreaterThanOrEqual(400);
    expectProblem(await update(api(), token, { _id: boss._id, active: false }), 409, "conflict");
    expectProblem(await remove(api(), token, boss._id), 409, "conflict");
    expect((await update(api(), token, { _id: boss._id, name: "Novo nome" })).body).toEqual({ matchedCount: 1 });

    await api().database.delete(memberships).where(eq(memberships._id, own._id));
    expectProblem(await update(api(), admin, { _id: boss._id, active: false }), 409, "conflict");
    expectProblem(await update(api(), admin, { _id: boss._id, groupId: GroupId.operator }), 409, "conflict");
    expectProblem(await remove(api(), admin, boss._id), 409, "conflict");
    expect(await isAlive(api(), token)).toBe(200);
  });

  it("keeps one of two last administrators who remove each other at the same time", async () => {
    const admin = await api().login("admin");
    const client = (await api().send("/Client/Insert", { token: admin, body: { name: "Dois", typeChart: 1 } }))
      .body as { _id: string };
    const two = [
      await add(api(), admin, { clientId: client._id, groupId: GroupId.manager }),
      await add(api(), admin, { clientId: client._id, groupId: GroupId.manager }),
    ] as const;
    const tokens = [await enter(api(), admin, two[0]), await enter(api(), admin, two[1])] as const;
    await api().database.delete(memberships).where(eq(memberships.userId, "demo-admin"));
    const answers = await Promise.all([remove(api(), tokens[0], two[1]._id), remove(api(), tokens[1], two[0]._id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("grants no right beyond the caller's own", async () => {
    const ana = await api().login("ana");
    const permissions = [{ screen: "user", view: true, create: true, edit: true, remove: false }];
    const group = UsersGroup.parse(
      (await api().send("/UsersGroup/Insert", { token: ana, body: { clientId: SANTA_CLARA, name: "RH", permissions } }))
        .body,
    );
    const user = await add(api(), ana, { groupId: group._id });
    const token = await enter(api(), ana, user);
    expectProblem(await insert(api(), token, { groupId: GroupId.manager }), 400, "validation");
    expect((await insert(api(), token, { groupId: group._id })).status).toBe(200);
    expectProblem(await insert(api(), token, { groupId: "nenhum" }), 400, "validation");
    const ID = (await recordOf(api(), ana, "demo-bruno"))._id;
    expectProblem(await update(api(), token, { _id: ID, groupId: GroupId.administrator }), 400, "validation");
    expectProblem(await remove(api(), token, ID), 403, "forbidden");
    // The code to their password would give the caller more rights.
    expectProblem(await api().send("/User/Invite", { token, body: { _id: ID } }), 403, "forbidden");
    const equal = await add(api(), ana, { groupId: group._id });
    expect((await api().send("/User/Invite", { token, body: { _id: equal._id } })).status).toBe(200);
  });

  it("does not let a caller remove rights that the caller could not grant", async () => {
    const ana = await api().login("ana");
    const all = (screen: string) => ({ screen, view: true, create: true, edit: true, remove: true });
    const group = async (name: string, permissions: object[]) =>
      (await api().send("/UsersGroup/Insert", { token: ana, body: { clientId: SANTA_CLARA, name, permissions } }))
        .body as UsersGroup;
    const staff = await group("Pessoal", [all("user"), all("usersgroup")]);
    const field = await group("Campo", [all("farms")]);
    const token = await enter(api(), ana, await add(api(), ana, { groupId: staff._id }));
    const manager = await add(api(), ana, { groupId: GroupId.manager });
    for (const answer of [
      await remove(api(), token, manager._id),
      await update(api(), token, { _id: manager._id, active: false }),
      await update(api(), token, { _id: manager._id, groupId: staff._id }),
      await api().send("/UsersGroup/Update", { token, body: { _id: field._id, permissions: [] } }),
      await api().send(`/UsersGroup/Delete?ID=${field._id}`, { token, method: "DELETE" }),
    ])
      expectProblem(answer, 403, "forbidden");
    const equal = await add(api(), ana, { groupId: staff._id });
    expect((await remove(api(), token, equal._id)).status).toBe(200);

    const ofOne = { groupId: GroupId.manager, farmIds: ["demo-fazenda-buriti"] };
    const limited = await enter(api(), ana, await add(api(), ana, ofOne));
    for (const answer of [
      await update(api(), limited, { _id: manager._id, active: false }),
      await remove(api(), limited, manager._id),
    ])
      expectProblem(answer, 403, "forbidden");
    const neighbour = await add(api(), ana, ofOne);
    expect((await update(api(), limited, { _id: neighbour._id, active: false })).status).toBe(200);
  });

  it("deletes the users of a deleted client, or keeps their other memberships", async () => {
    const [admin, ana] = [await api().login("admin"), await api().login("ana")];
    const client = (await api().send("/Client/Insert", { token: ana, body: { name: "Passageiro", typeChart: 1 } }))
      .body as { _id: string };
    const only = await add(api(), admin, { clientId: client._id, groupId: GroupId.manager });
    const both = await add(api(), ana, { groupId: GroupId.viewer });
    await add(api(), ana, { clientId: client._id, userName: both.userName, groupId: GroupId.manager });
    const tokens = [await enter(api(), admin, only), await enter(api(), ana, both)];
    expect((await api().send(`/Client/Delete?ID=${client._id}`, { token: ana, method: "DELETE" })).status).toBe(200);
    expect(await api().login(only.userName, "irrigar bem")).toBe("");
    expect(await Promise.all(tokens.map((token) => isAlive(api(), token)))).toEqual([401, 200]);
    const another = { token: tokens[1], body: { name: "Mais um", typeChart: 1 } };
    expectProblem(await api().send("/Client/Insert", another), 403, "forbidden");
    expect((await insert(api(), ana, { userName: only.userName })).status).toBe(200);
  });

  it("keeps the session of a person who is removed from only one client", async () => {
    const ana = await api().login("ana");
    const here = await add(api(), ana);
    const there = await add(api(), ana, { clientId: BOA_ESPERANCA, userName: here.userName });
    const token = await enter(api(), ana, here);
    await update(api(), ana, { _id: there._id, active: false });
    await remove(api(), ana, there._id);
    expect(await isAlive(api(), token)).toBe(200);
    await remove(api(), ana, here._id);
    expect(await isAlive(api(), token)).toBe(401);
  });

  it("gives each person a key for their devices, the same at each login", async () => {
    const key = async (userName: string) =>
      ((await api().send("/User/GetDeviceKey", { token: await api().login(userName) })).body as { key: string }).key;
    const [first, again, other] = [await key("ana"), await key("ana"), await key("bruno")];
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    const listed = await api().send(`/User/GetByClientID?ID=${SANTA_CLARA}`, { token: await api().login("ana") });
    expect(JSON.stringify(listed.body)).not.toContain(first);
  });

  it("rejects a password of blanks", async () => {
    const ana = await api().login("ana");
    const user = await add(api(), ana);
    const { code } = (await api().send("/User/Invite", { token: ana, body: { _id: user._id } })).body as {
      code: string;
    };
    for (const blank of [" ".repeat(8), " curta   "])
      expectProblem(await setPassword(api(), user.userName, code, blank), 400, "validation");
  });

  it("refuses the code of a person with all farms to a caller with one farm", async () => {
    const ana = await api().login("ana");
    const limited = await add(api(), ana, { groupId: GroupId.manager, farmIds: ["demo-fazenda-buriti"] });
    const token = await enter(api(), ana, limited);
    const everywhere = await add(api(), ana, { groupId: GroupId.viewer });
    expectProblem(await api().send("/User/Invite", { token, body: { _id: everywhere._id } }), 403, "forbidden");
  });

  it("protects a person of another client, and an administrator of the installation, from being taken over", async () => {
    const [ana, admin] = [await api().login("ana"), await api().login("admin")];
    const boss = await add(api(), ana, { groupId: GroupId.manager });
    const token = await enter(api(), ana, boss);
    const anaHere = await recordOf(api(), token, "demo-ana");
    expectProblem(await api().send("/User/Invite", { token, body: { _id: anaHere._id } }), 403, "forbidden");
    expectProblem(await update(api(), token, { _id: anaHere._id, userName: "ana2" }), 403, "forbidden");
    const taken = await insert(api(), token, { userName: "ANA" });
    expectProblem(taken, 400, "validation");
    expect(taken.body).toMatchObject({ errors: [{ field: "userName", id: "unique" }] });

    const client = (await api().send("/Client/Insert", { token: admin, body: { name: "Da instalação", typeChart: 1 } }))
      .body as { _id: string };
    const chief = await add(api(), admin, { clientId: client._id, groupId: GroupId.administrator });
    const chiefToken = await enter(api(), admin, chief);
    expect(((await api().send("/Client/GetAll", { token: chiefToken })).body as unknown[]).length).toBe(1);
    const installer = await recordOf(api(), chiefToken, "demo-admin", client._id);
    for (const answer of [
      await remove(api(), chiefToken, installer._id),
      await update(api(), chiefToken, { _id: installer._id, groupId: GroupId.viewer }),
      await api().send("/User/Invite", { token: chiefToken, body: { _id: installer._id } }),
    ])
      expectProblem(answer, 403, "forbidden");
  });

  it("adds a person to another client of the same administrator, with separate memberships", async () => {
    const ana = await api().login("ana");
    const here = await add(api(), ana, { groupId: GroupId.operator });
    const token = await enter(api(), ana, here);
    const there = await add(api(), ana, { clientId: BOA_ESPERANCA, userName: here.userName, groupId: GroupId.viewer });
    expect(there.userId).toBe(here.userId);
    expect(there._id).not.toBe(here._id);
    expectProblem(await insert(api(), ana, { clientId: BOA_ESPERANCA, userName: here.userName }), 400, "validation");
    const names = async () =>
      (
        (await api().send("/Client/GetAll", { token: await api().login(here.userName, "irrigar bem") }))
          .body as unknown[]
      ).length;
    expect(await names()).toBe(2);
    await remove(api(), ana, here._id);
    expect((await api().send("/Client/GetAll", { token })).body).toMatchObject([{ _id: BOA_ESPERANCA }]);
    expect(await names()).toBe(1);
    await remove(api(), ana, there._id);
    expectProblem(await api().send("/Client/GetAll", { token }), 401, "token-rejected");
    expect(await api().database.$count(users, eq(users._id, here.userId ?? ""))).toBe(0);
  });

  it("shows and changes nothing of another's client", async () => {
    const ana = await api().login("ana");
    const boss = await add(api(), ana, { groupId: GroupId.manager });
    const token = await enter(api(), ana, boss);
    const foreign = await recordOf(api(), ana, "demo-ana", BOA_ESPERANCA);
    expectProblem(await api().send(`/User/GetByID?ID=${foreign._id}`, { token }), 404, "not-found");
    expectProblem(await api().send(`/User/GetByClientID?ID=${BOA_ESPERANCA}`, { token }), 404, "not-found");
    expectProblem(await insert(api(), token, { clientId: BOA_ESPERANCA }), 404, "not-found");
    expectProblem(await remove(api(), token, foreign._id), 404, "not-found");
    expectProblem(await api().send("/User/Invite", { token, body: { _id: foreign._id } }), 404, "not-found");
    expect((await update(api(), token, { _id: foreign._id, name: "x" })).body).toEqual({ matchedCount: 0 });
  });

  it.each([
    [{ userName: "com/barra" }, "userName"],
    [{ userName: "$SYS" }, "userName"],
    [{ email: "sem-arroba" }, "email"],
    [{ farmIds: ["nenhuma"] }, "farmIds"],
    [{ groupId: undefined }, "groupId"],
  ])("refuses %j in Portuguese, naming the field", async (change, field) => {
    const answer = await insert(api(), await api().login("ana"), change);
    expectProblem(answer, 400, "validation");
    expect(answer.body).toMatchObject({ errors: [{ field, message: expect.stringMatching(/^[A-ZÁÉÍÓÚ].*\.$/) }] });
  });

  it("rejects a change of an older version, with the current user", async () => {
    const ana = await api().login("ana");
    const { _id, updatedAt } = await add(api(), ana);
    expect((await update(api(), ana, { _id, updatedAt, name: "Primeiro" })).body).toEqual({ matchedCount: 1 });
    const second = await update(api(), ana, { _id, updatedAt, name: "Segundo" });
    expectProblem(second, 409, "conflict");
    expect(second.body).toMatchObject({ current: { _id, name: "Primeiro" } });
    const [fresh] = ((await api().send(`/User/GetByClientID?ID=${SANTA_CLARA}`, { token: ana })).body as User[]).filter(
      (user) => user._id === _id,
    );
    const version = { _id, updatedAt: fresh?.updatedAt };
    const answers = await Promise.all(["a", "b", "c"].map((name) => update(api(), ana, { ...version, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describeApi("groups of a client", (api) => {
  const permissions = builtInGroups.find(({ _id }) => _id === GroupId.operator)?.permissions ?? [];
  const body = { clientId: SANTA_CLARA, name: "Pivozeiros", permissions };

  it("lists the built-in groups, which cannot be changed, and the client's own", async () => {
    const token = await api().login("ana");
    const own = UsersGroup.parse((await api().send("/UsersGroup/Insert", { token, body })).body);
    const list = (await api().send(`/UsersGroup/GetByClientID?ID=${SANTA_CLARA}`, { token })).body as UsersGroup[];
    for (const group of list) UsersGroup.parse(group);
    expect(list.map(({ name }) => name)).toEqual([...builtInGroups.map(({ name }) => name), "Pivozeiros"]);
    expect(list.filter(({ builtIn }) => builtIn)).toHaveLength(5);
    expect((await api().send(`/UsersGroup/GetByID?ID=${GroupId.operator}`, { token })).body).toMatchObject({
      builtIn: true,
    });
    expect((await api().send(`/UsersGroup/GetByID?ID=${own._id}`, { token })).body).toMatchObject({
      name: "Pivozeiros",
    });
    expectProblem(
      await api().send("/UsersGroup/Update", { token, body: { _id: GroupId.operator, name: "Meu" } }),
      403,
      "forbidden",
    );
    expectProblem(
      await api().send(`/UsersGroup/Delete?ID=${GroupId.viewer}`, { token, method: "DELETE" }),
      403,
      "forbidden",
    );
  });

  it("deletes a group only when it has no users", async () => {
    const token = await api().login("ana");
    const { _id } = UsersGroup.parse((await api().send("/UsersGroup/Insert", { token, body })).body);
    const user = await add(api(), token, { groupId: _id });
    const drop = () => api().send(`/UsersGroup/Delete?ID=${_id}`, { token, method: "DELETE" });
    expectProblem(await drop(), 409, "conflict");
    await remove(api(), token, user._id);
    expect((await drop()).status).toBe(200);
  });

  it("removes rights from all users of a group at once, except the last administration of a client", async () => {
    const admin = await api().login("admin");
    const client = (await api().send("/Client/Insert", { token: admin, body: { name: "Grupo só", typeChart: 1 } }))
      .body as { _id: string };
    const everything = builtInGroups.find(({ _id }) => _id === GroupId.manager)?.permissions ?? [];
    const group = UsersGroup.parse(
      (
        await api().send("/UsersGroup/Insert", {
          token: admin,
          body: { clientId: client._id, name: "Donos", permissions: everything },
        })
      ).body,
    );
    const boss = await add(api(), admin, { clientId: client._id, groupId: group._id });
    const token = await enter(api(), admin, boss);
    await api().database.delete(memberships).where(eq(memberships.userId, "demo-admin"));
    const change = (given: object[]) =>
      api().send("/UsersGroup/Update", { token: admin, body: { _id: group._id, permissions: given } });
    expectProblem(await change(permissions), 409, "conflict");
    expect((await change(everything.filter(({ screen }) => screen !== "farms"))).body).toEqual({ matchedCount: 1 });
    expectProblem(await api().send(`/Farm/GetByClientID?ID=${client._id}`, { token }), 403, "forbidden");
  });
});
