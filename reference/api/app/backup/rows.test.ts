import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AllRows, allRows, countRows, rowDifferences } from "../../../testing/all-rows.ts";
import { startTestApi, type TestApi } from "../../../testing/api.ts";
import { copyEmptyDatabase } from "../../../testing/pglite.ts";
import { postgresAvailable, startPostgres, type TestServer } from "../../../testing/postgres.ts";
import { runProgram } from "../../../testing/program.ts";
import { openDatabase } from "../../core/database/open.ts";
import type { JsonRecord } from "../../core/serialize.ts";

const WRITERS = 4;
/** Most writes of a writer, because each row is compared. */
const WRITES = 150;
/** Moments of a restore at which it is killed, as shares of its duration. */
const KILLS = Array.from({ length: 10 }, (_, index) => (index + 0.5) / 10);

type Place = { DATA_DIR: string; DATABASE_URL?: string };

async function command(
  place: Place,
  ...args: string[]
): Promise<{ code: number | null; output: string; tookMs: number }> {
  const began = performance.now();
  const { exit, output } = runProgram("backup.ts", { ...place }, args);
  return { code: await exit, output: output(), tookMs: performance.now() - began };
}

async function rowsOf({ DATA_DIR, DATABASE_URL: url }: Place): Promise<AllRows> {
  const { database, close } = await openDatabase(
    url === undefined ? { directory: join(DATA_DIR, "database") } : { url },
  );
  return allRows(database).finally(close);
}

/** Writes one watering after the other, until it is stopped. Returns their ids, in the order of the answers. */
function startWriter(api: TestApi, token: string, sectorId: string, number: number) {
  const ids: string[] = [];
  let isStopped = false;
  const written = (async () => {
    while (!isStopped && ids.length < WRITES) {
      const start = new Date(api.clock.now().getTime() - (ids.length * WRITERS + number + 1) * MINUTE_MS);
      const body = { clientId: "demo-santa-clara", sectorId, start: start.toISOString(), grossMm: 1 };
      const { status, body: made } = await api.send("/Watering/Insert", { token, body });
      expect([status, made]).toMatchObject([200, {}]);
      ids.push(String((made as JsonRecord)._id));
    }
    return ids;
  })();
  return {
    count: () => ids.length,
    stop() {
      isStopped = true;
      return written;
    },
  };
}

describe.skipIf(!postgresAvailable && !process.env.CI).each(["PGlite", "PostgreSQL"])("row by row, on %s", (kind) => {
  const work = mkdtempSync(join(tmpdir(), "rows-"));
  let server: TestServer | undefined;
  const place = async (name: string): Promise<Place> => {
    const DATA_DIR = join(work, name);
    return server ? { DATA_DIR, DATABASE_URL: await server.createDatabase() } : { DATA_DIR };
  };
  let source: Place;
  let api: TestApi;
  beforeAll(async () => {
    server = kind === "PGlite" ? undefined : await startPostgres();
    source = await place("source");
    if (!server) await copyEmptyDatabase(join(source.DATA_DIR, "database"));
    api = await startTestApi({ environment: { ...source, DEMO: "1" } });
  });
  afterAll(async () => {
    await api?.close();
    await server?.stop();
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  });

  it("a backup that is made during writes has each row as it was at one moment", { timeout: 10 * MINUTE_MS }, async ({
    annotate,
  }) => {
    const token = await api.login("ana");
    const { rows } = await api.database.execute<{ id: string }>(sql`
      select s._id as id from pivot_sectors s join pivots p on p._id = pivot_id
      where p.client_id = 'demo-santa-clara' order by 1`);
    const sectors = rows.map(({ id }) => id);
    const before = await allRows(api.database);
    const writers = Array.from({ length: WRITERS }, (_, number) =>
      startWriter(api, token, sectors[number % sectors.length] ?? "", number),
    );
    await vi.waitFor(() => expect(Math.min(...writers.map(({ count }) => count()))).toBeGreaterThan(0));
    const counts = writers.map(({ count }) => count());
    const made = await command(source, "backup", join(work, "during"));
    const written = await Promise.all(writers.map(({ stop }) => stop()));
    expect(made).toMatchObject({ code: 0 });
    const after = await allRows(api.database);

    const target = await place("during-restored");
    expect(await command(target, "restore", made.output.split(" (")[0] ?? "")).toMatchObject({ code: 0 });
    const restored = await rowsOf(target);
    // A row that no one changed is equal; of a changed one the state before, between or after.
    const wrong = [...after].flatMap(([table, rows]) =>
      [...rows].filter(([key, row]) => before.get(table)?.get(key) === row && restored.get(table)?.get(key) !== row),
    );
    expect(wrong).toEqual([]);
    const invented = [...restored].flatMap(([table, rows]) =>
      [...rows.keys()]
        .filter((key) => !before.get(table)?.has(key) && !after.get(table)?.has(key))
        .map((key) => table + key),
    );
    // Jobs and logins come and go.
    expect(invented.filter((name) => !name.startsWith("pgboss."))).toEqual([]);

    // Of each writer the first ones, with all that was answered before the backup began, and each with its audit entry.
    const waterings = restored.get("public.waterings");
    const audit = [...(restored.get("public.audit_entries")?.values() ?? [])].join("\n");
    for (const [number, ids] of written.entries()) {
      const kept = ids.filter((id) => waterings?.has(id));
      expect(kept).toEqual(ids.slice(0, kept.length));
      expect(kept.length).toBeGreaterThanOrEqual(counts[number] ?? 0);
      expect(ids.filter((id) => audit.includes(id))).toEqual(kept);
      expect(kept.map((id) => waterings?.get(id))).toEqual(kept.map((id) => after.get("public.waterings")?.get(id)));
    }
    await annotate(
      `${countRows(restored)} rows; ${written.flat().length} writes, ${counts.reduce((a, b) => a + b)} before`,
    );
  });

  it("a restore that is killed at ten points and run again has each row of the source", {
    timeout: 10 * MINUTE_MS,
  }, async ({ annotate }) => {
    await api.close();
    const made = await command(source, "backup", join(work, "quiet"));
    const backup = made.output.split(" (")[0] ?? "";
    const whole = await place("whole");
    const { code, tookMs } = await command(whole, "restore", backup);
    expect(code).toBe(0);
    const expected = await rowsOf(source);
    expect(rowDifferences(expected, await rowsOf(whole))).toEqual([]);
    let killed = 0;
    for (const share of KILLS) {
      const target = await place(`killed-${share}`);
      const restore = runProgram("backup.ts", { ...target }, ["restore", backup]);
      await Promise.race([restore.exit, setTimeout(tookMs * share)]);
      restore.child.kill("SIGKILL");
      if ((await restore.exit) === null) killed++;
      else continue;
      expect(await command(target, "restore", backup), `killed at ${share}`).toMatchObject({ code: 0 });
      expect(rowDifferences(expected, await rowsOf(target)), `killed at ${share}`).toEqual([]);
    }
    await annotate(`${countRows(expected)} rows, ${killed} kills in ${Math.round(tookMs)} ms`);
  });
});
