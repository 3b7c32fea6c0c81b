import { User } from "@lamina/shared/access/user";
import { ImportReply, UndoReply } from "@lamina/shared/calls/views/field-records";
import { beforeAll, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../../../testing/api.ts";
import { GroupId } from "../groups.ts";

const CLIENT = "demo-santa-clara";

describeApi("the import of users", (api) => {
  let token: string;
  let files = 0;
  beforeAll(async () => {
    token = await api().login("ana");
  });
  const send = (path: string, body: object, as = token) =>
    api().send(path, { token: as, body: { clientId: CLIENT, ...body } });
  const list = async () =>
    ((await api().send(`/User/GetByClientID?ID=${CLIENT}`, { token })).body as unknown[]).map((one) => User.parse(one));
  const named = async (login: string) => (await list()).find(({ userName }) => userName === login);
  const load = async (rows: readonly unknown[], batch = `users-batch-${files}`) => {
    const reply = await send("/User/Import", { key: `users-file-${++files}`, batch, rows });
    return ImportReply.parse(reply.body);
  };
  const person = (userName: string, more: object = {}) => ({
    ...{ name: `Pessoa ${userName}`, userName, groupId: GroupId.viewer, ...more },
  });

  it("adds people without a password, leaves equal ones, changes others, and refuses bad rows alone", async () => {
    const rows = [
      person("imp-1", { email: "um@fazenda.example" }),
      person("imp-2", { email: "isto não é e-mail" }),
      person("imp-3", { groupId: "grupo-de-ninguem" }),
      person("imp-4", { password: "segredo-do-arquivo" }),
      person("imp-1"),
      person("imp-5"),
      null,
    ];
    const preview = ImportReply.parse((await send("/User/ImportPreview", { rows })).body);
    expect(await named("imp-1")).toBeUndefined();
    const reply = await load(rows);
    expect(reply).toEqual(preview);
    expect(reply).toMatchObject({ inserted: 2, changed: 0 });
    expect(reply.errors.map(({ row, field }) => [row, field])).toEqual(
      expect.arrayContaining([
        [2, "email"],
        [3, "groupId"],
        [4, "password"],
        [7, "userName"],
      ]),
    );
    const added = await named("imp-1");
    expect(added).toMatchObject({ invited: true, active: true, email: "um@fazenda.example" });
    // Entering needs the code of an invitation.
    const code = await api().send("/User/Invite", { token, body: { _id: added?._id } });
    expect(code.body).toMatchObject({ code: expect.any(String) });

    const again = await load([
      person("imp-1", { phone: "64 99999-0000" }),
      person("imp-5"),
      { ...(await named("ana")) },
    ]);
    expect(again).toMatchObject({ inserted: 0, changed: 1, duplicate: 2, errors: [] });
    expect(await named("imp-1")).toMatchObject({ phone: "64 99999-0000", email: "um@fazenda.example" });
  });

  it("is undone as one, but for a person who has got a code since", async () => {
    await load([person("imp-a"), person("imp-b"), person("imp-1", { name: "Outro nome" })], "users-batch-undo");
    await api().send("/User/Invite", { token, body: { _id: (await named("imp-b"))?._id } });
    const undone = UndoReply.parse((await send("/Import/Undo", { batch: "users-batch-undo" })).body);
    expect(undone).toMatchObject({ undone: 2, left: 0, refused: [{ name: "Pessoa imp-b", id: "changed-since" }] });
    expect([await named("imp-a"), (await named("imp-1"))?.name]).toEqual([undefined, "Pessoa imp-1"]);
  });

  it("gives no right beyond the caller's own, and leaves the last administrator and oneself", async () => {
    const ana = await named("ana");
    const reply = await load([
      { _id: ana?._id, groupId: GroupId.viewer },
      { _id: ana?._id, active: false },
    ]);
    expect(reply).toMatchObject({ inserted: 0, changed: 0, errors: [{ row: 1 }, { row: 2 }] });
    expect((await named("ana"))?.groupId).toBe(ana?.groupId);
  });

  it("is for those who administer users only", async () => {
    const bruno = await api().login("bruno");
    for (const path of ["/User/Import", "/User/ImportPreview"])
      expectProblem(await send(path, { key: "users-file-bruno", rows: [person("imp-z")] }, bruno), 403, "forbidden");
    expect(await named("imp-z")).toBeUndefined();
  });
});
