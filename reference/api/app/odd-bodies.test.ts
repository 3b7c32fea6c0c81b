import { expect, it } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";

const CLIENT = "demo-santa-clara";

describeApi("odd bodies", (api) => {
  const first = async (entity: string) => {
    const token = await api().login("ana");
    const list = await api().send(`/${entity}/GetByClientID?ID=${CLIENT}`, { token });
    return { token, record: (list.body as { _id: string }[])[0] as { _id: string } };
  };

  it.each([
    ["Pivot", "speedBySector", false],
    ["Season", "stageUnit", "days"],
  ])("null empties %s.%s, which then has its default", async (entity, field, value) => {
    const { token, record } = await first(entity);
    const answer = await api().send(`/${entity}/Update`, { token, body: { _id: record._id, [field]: null } });
    expect(answer.body).toEqual({ matchedCount: 1 });
    const changed = await api().send(`/${entity}/GetByID?ID=${record._id}`, { token });
    expect(changed.body).toMatchObject({ [field]: value });
  });

  const rows = (...texts: string[]) =>
    `{"clientId":"${CLIENT}","entity":"Rain","key":"odd-bodies","rows":[${texts.join(",")}]}`;
  it.each([
    ["deep nesting", "/Rain/Import", rows("[".repeat(8000) + "]".repeat(8000)), "bad-request"],
    ["deep objects", "/Pivot/Update", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`, "bad-request"],
    ["half of a character", "/Import/Insert", rows('{"note":"\\ud800"}'), "validation"],
    ["half of a character in a name", "/Import/Insert", rows('{"\\ud800":1}'), "validation"],
  ])("%s is refused with 400", async (_what, path, body, id) => {
    const token = await api().login("ana");
    expectProblem(await api().send(path, { token, body }), 400, id);
  });

  it.each(["Duas\nlinhas", "Escape \u001b[31m", "de trás \u202e para frente", "\u200b", "Linha\u2028nova"])(
    "a name is one line of visible characters, not %j",
    async (name) => {
      const { token, record } = await first("Farm");
      const answer = await api().send("/Farm/Update", { token, body: { _id: record._id, name } });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({ errors: [{ field: "name", id: "invalid-character" }] });
    },
  );
});
