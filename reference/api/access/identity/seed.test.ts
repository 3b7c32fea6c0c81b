import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../testing/pglite.ts";
import { usersGroups } from "../../schema/identity.ts";
import { builtInGroups, GroupId } from "./groups.ts";
import { upsertGroups } from "./seed.ts";

test("a built-in group of an earlier version gets the rights on a new screen, and no other change", async () => {
  const { database, close } = await openTestDatabase();
  const [before, after] = [new Date("2026-05-01T12:00:00Z"), new Date("2026-05-02T12:00:00Z")];
  onTestFinished(close);
  await upsertGroups(database, before);
  const ofManager = eq(usersGroups._id, GroupId.manager);
  const whole = builtInGroups.find(({ _id }) => _id === GroupId.manager)?.permissions ?? [];
  await database
    .update(usersGroups)
    .set({ permissions: whole.slice(1), alertDefaults: ["frost"] })
    .where(ofManager);

  await upsertGroups(database, after);

  const groups = await database.select().from(usersGroups);
  expect(groups).toHaveLength(builtInGroups.length);
  const manager = groups.find(({ _id }) => _id === GroupId.manager);
  expect(manager).toMatchObject({ permissions: whole, alertDefaults: ["frost"], createdAt: before, updatedAt: after });
  const others = groups.filter(({ _id }) => _id !== GroupId.manager);
  expect(new Set(others.map(({ updatedAt }) => updatedAt.getTime()))).toEqual(new Set([before.getTime()]));
});
