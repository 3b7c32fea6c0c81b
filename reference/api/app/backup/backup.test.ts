import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type EntityName, entities } from "@lamina/shared/calls/entities";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compiled } from "../../../../scripts/testing/compiled.ts";
import { startTestApi, type TestApi } from "../../../testing/api.ts";
import { postgresAvailable, startPostgres } from "../../../testing/postgres.ts";
import { restoreBackup } from "./backup.ts";
import { copyKeptFiles, restoreKeptFiles } from "./contents.ts";
import { requestBackup } from "./request.ts";

const work = mkdtempSync(join(tmpdir(), "backup-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs `npm run backup` or `npm run restore` and returns what it printed: its result and, in brackets, the time it took. */
async function runCommand(
  data: { DATA_DIR: string; DATABASE_URL?: string },
  ...args: string[]
): Promise<{ result: string; took: string }> {
  const program = join(import.meta.dirname, "../../../backup.ts");
  const env = { PATH: process.env.PATH, ...compiled, ...data };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  const [, result = "", took = ""] = /^(.*) \((\d+\.\d s)\)\n$/.exec(stdout) ?? expect.fail(stdout);
  return { result, took };
}

/** Every record of every client that the user sees, as the API answers it. */
async function allRecords(api: TestApi, token: string): Promise<Record<string, unknown>> {
  const { body } = await api.send("/Client/GetAll", { token });
  const found: Record<string, unknown> = { clients: body };
  for (const { _id } of body as { _id: string }[]) {
    for (const name of Object.keys(entities) as EntityName[]) {
      const path = `${entities[name].getByClient.path}?ID=${_id}`;
      const { status, body: records } = await api.send(path, { token });
      expect([path, status]).toEqual([path, 200]);
      found[path] = records;
    }
  }
  return found;
}

describe("a backup of PGlite", () => {
  const dataDir = join(work, "data");
  let api: TestApi;
  let folder: string;
  let backupTook: string;
  let token: string;
  beforeAll(async () => {
    api = await startTestApi({ environment: { DATA_DIR: dataDir } });
    token = await api.login("ana");
    // During other calls.
    const [made, ...answers] = await Promise.all([
      runCommand({ DATA_DIR: dataDir }, "backup", join(work, "backups")),
      ...Array.from({ length: 5 }, () => api.send("/Client/GetAll", { token })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    ({ result: folder, took: backupTook } = made);
  });
  afterAll(() => api?.close());

  it("restores each record, users and keys: an old token is still valid", async ({ annotate }) => {
    const before = await allRecords(api, token);
    expect(Object.values(before).flat().length).toBeGreaterThan(200);
    const target = join(work, "restored");
    const { result, took } = await runCommand({ DATA_DIR: target }, "restore", folder);
    expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))).toMatchObject({
      format: 1,
      database: "pglite",
    });
    expect(result).toMatch(`Restored to ${target}: version `);
    await annotate(`backup ${backupTook}, restore ${took}`);
    const restored = await startTestApi({ environment: { DATA_DIR: target } });
    try {
      expect(await allRecords(restored, token)).toEqual(before);
      expect(readFileSync(restored.caFile, "utf8")).toBe(readFileSync(api.caFile, "utf8"));
    } finally {
      await restored.close();
    }
  });

  it("rejects a data folder that is not empty, and a modified backup", async () => {
    await expect(restoreBackup(folder, { dataDir, databaseServer: undefined })).rejects.toThrow(/is not empty/);
    const empty = { dataDir: join(work, "empty"), databaseServer: undefined };
    await expect(restoreBackup(work, empty)).rejects.toThrow(/no finished backup/);
    writeFileSync(join(folder, "keys", "token-key.json"), "{}");
    await expect(restoreBackup(folder, empty)).rejects.toThrow(/token-key.json is not as it was written/);
  });

  it("makes no request when no process is running", async () => {
    expect(await requestBackup(join(work, "nowhere"), work, console.error)).toBeUndefined();
  });
});

it("of an installation whose keys are in its database contains no files of keys", async () => {
  const [backup, target] = [join(work, "of-replicas"), join(work, "of-replicas-restored")];
  await copyKeptFiles(join(work, "no-files"), backup);
  await restoreKeptFiles(backup, target);
  expect(readdirSync(target)).toEqual([]);
});

describe.skipIf(!postgresAvailable || process.env.TEST_DATABASE_URL !== undefined)("a backup of PostgreSQL", () => {
  it("restores the database into an empty one", async ({ annotate }) => {
    const server = await startPostgres();
    const environment = {
      DATABASE_URL: await server.createMigratedDatabase(),
      DEMO: "1",
      DATA_DIR: join(work, "keys"),
    };
    const api = await startTestApi({ environment });
    try {
      const token = await api.login("ana");
      const made = await runCommand(environment, "backup", join(work, "postgres"));
      const target = { DATABASE_URL: await server.createDatabase(), DATA_DIR: join(work, "restored-keys") };
      const { took } = await runCommand(target, "restore", made.result);
      await annotate(`backup ${made.took}, restore ${took}`);
      const again = runCommand({ ...target, DATA_DIR: join(work, "again") }, "restore", made.result);
      await expect(again).rejects.toThrow(/The database is not empty: set DATABASE_URL to an empty one/);
      const restored = await startTestApi({ environment: { ...environment, ...target } });
      const records = await allRecords(restored, token);
      await restored.close();
      expect(records).toEqual(await allRecords(api, token));
    } finally {
      await api.close();
      await server.stop();
    }
  });
});
