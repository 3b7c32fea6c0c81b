import fs, { mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { copyBareDatabase } from "../../../testing/pglite.ts";
import { openClient } from "./pglite.ts";

let folder: string;
const synced = vi.spyOn(fs, "fsyncSync");

beforeAll(async () => {
  syncBuiltinESMExports();
  folder = mkdtempSync(join(tmpdir(), "durable-"));
  await copyBareDatabase(join(folder, "database"));
});
afterAll(() => {
  synced.mockRestore();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

test("each commit reaches the disk before it is answered, a question costs nothing, and a checkpoint syncs the tables", async () => {
  await using client = await openClient(join(folder, "database"));
  await client.exec("create table notes (text text)");
  const syncsOf = async (statement: string) => {
    const before = synced.mock.calls.length;
    await client.exec(statement);
    return synced.mock.calls.length - before;
  };
  expect(await syncsOf("insert into notes values ('a')")).toBe(1);
  expect(await syncsOf("begin; insert into notes values ('b'); insert into notes values ('c'); commit")).toBe(1);
  expect(await syncsOf("select * from notes")).toBe(0);
  expect(await syncsOf("checkpoint")).toBeGreaterThan(3);
});
