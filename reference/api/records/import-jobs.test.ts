import { ImportJob, ImportReply } from "@lamina/shared/calls/views/field-records";
import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { and, eq, like } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";
import { programCaller } from "../../testing/program-caller.ts";
import { importedDefinitions } from "../app/records.ts";
import type { Clock } from "../core/clock.ts";
import { createEvents } from "../core/events.ts";
import { describeDatabases } from "../irrigation/testing/databases.ts";
import { plantField } from "../irrigation/testing/field.ts";
import { waterings } from "../schema/irrigation.ts";
import { createImportJobs } from "./import-jobs.ts";

const CLIENT = "demo-santa-clara";
/** More than two parts. */
const ROWS = 1_203;
/** What an import of such a file answers, also by the direct call. */
const OUTCOME = {
  inserted: ROWS - 2,
  duplicate: 1,
  changed: 0,
  conflicting: 0,
  errors: [{ row: 701, field: "grossMm", id: "too-big" }],
};

let files = 0;
/** Rows of waterings at minutes of their own; one is wrong, and the last repeats the first. */
function file(sectorId: string, today: FarmDay, note: string) {
  const start = Date.parse(`${addDays(today, -50)}T00:00:00Z`) + 60_000 * ++files;
  const rows = Array.from({ length: ROWS - 1 }, (_, index) => ({
    ...{ sectorId, start: new Date(start + index * 10 * 60_000).toISOString(), note },
    ...{ grossMm: index === 700 ? 1_000 : 0.5 },
  }));
  return [...rows, ...rows.slice(0, 1)];
}

describeApi("imports as jobs", (api) => {
  let token: string;
  let today: FarmDay;
  let sectorId: string;

  beforeAll(async () => {
    token = await api().login("ana");
    today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(today, -60), to: addDays(today, -1) };
    sectorId = (await plantField(api().database, { id: "jobs", clientId: CLIENT, ...span })).sectorId;
  });

  const rowsOf = (note: string) => file(sectorId, today, note);
  const add = (key: string, rows: readonly unknown[], body: object = {}) =>
    api().send("/Import/Insert", { token, body: { clientId: CLIENT, entity: "Watering", key, rows, ...body } });
  const jobOf = async (id: string) => ImportJob.parse((await api().send(`/Import/GetByID?ID=${id}`, { token })).body);
  const stored = (note: string) =>
    api().database.$count(waterings, and(eq(waterings.sectorId, sectorId), like(waterings.note, note)));
  const finished = (id: string) =>
    vi.waitFor(
      async () => {
        const job = await jobOf(id);
        expect(job.finishedAt).not.toBeNull();
        return job;
      },
      { timeout: 60_000, interval: 200 },
    );
  it("are answered at once, and end with the result of the direct call", async () => {
    const { status, body } = await add("file-at-once", rowsOf("at once"));
    expect(status).toBe(200);
    const job = ImportJob.parse(body);
    expect(job).toMatchObject({ rows: ROWS, finishedAt: null, inserted: 0 });
    expect(await finished(job._id)).toMatchObject({ done: ROWS, ...OUTCOME });
    expect(await stored("at once")).toBe(ROWS - 2);
  });

  it("are the same job for the same key, and refuse it for other rows", async () => {
    const rows = rowsOf("same key").slice(0, 3);
    const first = ImportJob.parse((await add("file-same-key", rows)).body);
    const again = ImportJob.parse((await add("file-same-key", rows)).body);
    expect(again._id).toBe(first._id);
    expectProblem(await add("file-same-key", rows.slice(1)), 422, "idempotency-key-reused");
    expect(await finished(first._id)).toMatchObject({ inserted: 3 });
    expect(await stored("same key")).toBe(3);
  });

  it("are shown to their author only", async () => {
    const job = ImportJob.parse((await add("file-author", rowsOf("author").slice(0, 1))).body);
    await finished(job._id);
    const other = await api().login("admin");
    expectProblem(await api().send(`/Import/GetByID?ID=${job._id}`, { token: other }), 404, "not-found");
  });

  it("leave the direct call as it is", async () => {
    const body = { clientId: CLIENT, key: "file-direct", rows: rowsOf("direct") };
    const reply = ImportReply.parse((await api().send("/Watering/Import", { token, body })).body);
    expect(reply).toMatchObject(OUTCOME);
  });
});

// Without a running program, whose own jobs would take parts of the import.
describeDatabases("an import as a job", (database) => {
  it("continues after a process that ended between two parts, and writes each row once", async () => {
    const [today, now] = ["2026-05-14", new Date("2026-05-14T15:00:00Z")];
    const span = { from: addDays(today, -60), to: addDays(today, -1) };
    const { clientId, sectorId } = await plantField(database(), { id: "killed", ...span });
    const programOf = (clock: Clock) =>
      createImportJobs({ database: database(), clock, events: createEvents(() => {}) }, importedDefinitions);
    // Each part asks for the time once: this process ends in its second part.
    let parts = 0;
    const killed = programOf({
      now: () => {
        if (++parts > 1) throw new Error("killed");
        return now;
      },
    });
    const others = [1, 2].map(() => programOf({ now: () => now }));
    const author = { ...programCaller([clientId]), userId: "ana" };
    const request = {
      clientId,
      entity: "Watering",
      key: "file-killed",
      rows: file(sectorId, today, "killed"),
    } as const;
    const added = await others[0]?.add(author, request, null);
    await expect(killed.job.run(clientId)).rejects.toThrow("killed");
    await Promise.all(others.map((other) => other.job.run(clientId)));
    expect(await others[1]?.get(author, added?._id ?? "")).toMatchObject({ done: ROWS, ...OUTCOME });
    expect(await database().$count(waterings, eq(waterings.note, "killed"))).toBe(ROWS - 2);
  });
});
