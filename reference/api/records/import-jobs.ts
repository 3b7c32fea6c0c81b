import { randomUUID } from "node:crypto";
import type { Access } from "@lamina/shared/access/rights";
import { views } from "@lamina/shared/calls/views";
import type { ImportJob } from "@lamina/shared/calls/views/field-records";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, asc, eq, isNull, lt } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import type { Job } from "../core/jobs.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { Router } from "../http/router.ts";
import { unstorableTexts } from "../http/validation.ts";
import { imports } from "../schema/imports.ts";
import type { RecordDefinition } from "./definition.ts";
import { type ImportRequest, importRecords } from "./import.ts";
import { createLookups } from "./lookups.ts";
import { createRecordStore } from "./store.ts";
import { writeOnce } from "./write-keys.ts";
import { createRecordWriter } from "./writer.ts";

/** Imports that run as jobs, without their page. */
export interface ImportJobs {
  /**
   * Takes the rows of a file, to be imported as a job. The same key takes nothing again and gets the same job.
   * @throws HttpProblem 403, 404 for the client, 422 for a key that was used for other rows
   */
  add(caller: Caller, request: ImportRequest & Pick<ImportJob, "entity">, access: Access | null): Promise<ImportJob>;
  /** How far an own import is. @throws HttpProblem 404 */
  get(caller: Caller, id: string): Promise<ImportJob>;
  job: Job;
}

type Row = typeof imports.$inferSelect;

/** Rows of one transaction: user requests wait for one part at most. */
const PART_ROWS = 500;
const LOOK_MS = 1_000;
/** Errors of one refusal. */
const SHOWN_ERRORS = 100;
/** How long a finished import can be asked for. */
const KEPT_MS = 60 * DAY_MS;

/** @param definitions of the entities that can be imported, by name */
export function createImportJobs(
  context: Pick<Context, "database" | "clock" | "events">,
  definitions: Record<ImportJob["entity"], RecordDefinition>,
): ImportJobs {
  const { database, clock } = context;
  const unfinished = isNull(imports.finishedAt);

  /** @returns whether the import has more parts */
  async function importPart({ _id, entity }: Pick<Row, "_id" | "entity">): Promise<boolean> {
    const definition = definitions[entity];
    const [store, writer] = [createRecordStore(definition), createRecordWriter(definition, context)];
    return writer.write(async (transaction) => {
      // Locked, so that a process that lost its lease cannot write the same part again.
      const [job] = await transaction
        .select()
        .from(imports)
        .where(and(eq(imports._id, _id), unfinished))
        .for("update");
      if (job === undefined) return { result: false, changes: [] };
      const date = clock.now();
      const { clientId, done } = job;
      const change = { transaction, caller: authorOf(job), clientId, recordId: "", date, lookups: createLookups() };
      const part = job.rows.slice(done, done + PART_ROWS);
      const { reply, changes } = await importRecords(definition, { store, writer }, change, part);
      const isLast = done + part.length >= job.total;
      await transaction
        .update(imports)
        .set({
          done: done + part.length,
          inserted: job.inserted + reply.inserted,
          duplicate: job.duplicate + reply.duplicate,
          changed: job.changed + reply.changed,
          conflicting: job.conflicting + reply.conflicting,
          errors: [...job.errors, ...reply.errors.map((error) => ({ ...error, row: error.row + done }))],
          ...(isLast && { finishedAt: date, rows: [] }),
        })
        .where(eq(imports._id, _id));
      return { result: !isLast, changes };
    });
  }

  async function importAll(clientId: string): Promise<void> {
    const waiting = await database
      .select({ _id: imports._id, entity: imports.entity })
      .from(imports)
      .where(and(eq(imports.clientId, clientId), unfinished))
      .orderBy(asc(imports.createdAt), asc(imports._id));
    for (const one of waiting) while (await importPart(one));
  }

  async function due(): Promise<string[]> {
    const rows = await database.selectDistinct({ clientId: imports.clientId }).from(imports).where(unfinished);
    return rows.map(({ clientId }) => clientId);
  }

  async function insert(transaction: Database, row: typeof imports.$inferInsert): Promise<{ _id: string }> {
    await transaction.delete(imports).where(lt(imports.createdAt, new Date(row.createdAt.getTime() - KEPT_MS)));
    await transaction.insert(imports).values(row);
    return { _id: row._id };
  }

  async function find(caller: Caller, id: string): Promise<Row> {
    const condition = and(eq(imports._id, id), eq(imports.userId, caller.userId ?? ""));
    const [row] = await database.select().from(imports).where(condition);
    if (row === undefined || !caller.clients.has(row.clientId)) throw problems.notFound();
    return row;
  }

  return {
    async add(caller, { clientId, key, entity, batch, rows }, access) {
      const rights = caller.clients.get(clientId);
      if (rights === undefined) throw problems.notFound("client");
      if (caller.userId === null || !mayOnClient(caller, access, clientId)) throw problems.forbidden();
      const unstorable = unstorableTexts(rows, undefined, "rows").map((field) => ({ field, id: "invalid-character" }));
      if (unstorable.length > 0) throw problems.validation(unstorable.slice(0, SHOWN_ERRORS));
      const { userId, userName, name } = caller;
      const now = clock.now();
      const { _id } = await database.transaction((transaction) =>
        writeOnce(transaction, { clientId, entity: "Import", key, caller, body: [entity, rows], now }, () =>
          insert(transaction, {
            ...{ _id: randomUUID(), clientId, entity, userId, userName, name, rights, batch },
            ...{ rows: [...rows], total: rows.length, errors: [], createdAt: now },
          }),
        ),
      );
      return viewOf(await find(caller, _id));
    },

    get: async (caller, id) => viewOf(await find(caller, id)),

    // A client's imports one after the other, so that a later one finds what an earlier one stored.
    job: {
      name: "imports",
      intervalMs: LOOK_MS,
      due,
      async run(clientId) {
        for (const one of clientId === undefined ? await due() : [clientId]) await importAll(one);
      },
    },
  };
}

/** The author with the rights of the time at which the import was accepted. */
const authorOf = ({ userId, userName, name, clientId, rights, batch }: Row): Caller => ({
  ...{ userId, userName, name, jti: "", groupId: null, permissions: [], ...(batch !== null && { batch }) },
  clients: new Map([[clientId, rights]]),
});

function viewOf({ _id, clientId, entity, total, done, errors, ...others }: Row): ImportJob {
  const { inserted, duplicate, changed, conflicting, ...times } = others;
  const [createdAt, finishedAt] = [times.createdAt.toISOString(), times.finishedAt?.toISOString() ?? null];
  return {
    _id,
    clientId,
    entity,
    rows: total,
    done,
    inserted,
    duplicate,
    changed,
    conflicting,
    errors,
    createdAt,
    finishedAt,
  };
}

/** The calls of imports that run as jobs. */
export function importRoutes(router: Router, jobs: ImportJobs): void {
  router.route(views.importInsert, ({ caller, body }) => jobs.add(caller, body, views.importInsert.access));
  router.route(views.importJob, ({ caller, query }) => jobs.get(caller, query.ID));
}
