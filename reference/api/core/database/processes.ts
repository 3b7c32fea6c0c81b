import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { DatabaseServer } from "../config.ts";
import type { Notice, NoticeSender } from "../events.ts";
import type { Log } from "../log.ts";
import { connectionTo, unreachable } from "./open.ts";

const CHANNEL = "lamina";
/** Maximum notices with their places in one notification of PostgreSQL, which holds less than 8000 bytes. */
const MAX_NOTICES = 6;
/** Arbitrary numbers of advisory locks. The functions of months have 5_648_290. */
const PRESENCE_LOCK = 5_648_202;
const FIRST_START_LOCK = 5_648_203;
const TASK_LOCKS = { ingest: 5_648_204, simulator: 5_648_205 } as const;
const PRESENCE_WAIT_MS = 5_000;
/** Interval of attempts to reconnect, and to take a task of another process that ended. */
const RETRY_MS = 2_000;

/** Tasks that one process does for all. */
type SingleTask = keyof typeof TASK_LOCKS;

type Begin = () => Promise<() => Promise<unknown>>;

/** The processes of one installation: an embedded database has one. */
interface Processes extends NoticeSender {
  /**
   * Calls `receive` with the notices of other processes, and `missed` when some may be lost, because the connection
   * was. Further calls add handlers.
   */
  listen(receive: (notices: readonly Notice[]) => void, missed: () => void): void;
  /** Does the work of a first start, which processes that start together must not do at once. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Begins a task when no other process does it; `begin` returns the function that ends it, for a process that lost its
   * connection, and with it the task.
   */
  lead(task: SingleTask, begin: Begin): Promise<void>;
  close(): Promise<void>;
}

/** The only process of an embedded database. */
export const onlyProcess: Processes = {
  send: async () => {},
  listen: () => {},
  alone: (work) => work(),
  lead: async (_task, begin) => void (await begin()),
  close: async () => {},
};

interface ProcessOptions {
  /** Whether this process can share the installation; one that cannot must be the only one. */
  isShared: boolean;
  log: Pick<Log, "info" | "warn">;
  /** How long to wait for a process that is ending. */
  waitMs?: number;
  retryMs?: number;
}

/**
 * Joins the other processes on a PostgreSQL by a connection of its own, which holds advisory locks and listens. The
 * locks end with the connection, so a killed process leaves none.
 * @throws Error a sentence, when the processes exclude each other
 */
export async function joinProcesses(
  server: DatabaseServer,
  { isShared, log, waitMs = PRESENCE_WAIT_MS, retryMs = RETRY_MS }: ProcessOptions,
): Promise<Processes> {
  const { default: pg } = await import("pg");
  const processId = randomUUID();
  const receivers: { receive: (notices: readonly Notice[]) => void; missed: () => void }[] = [];
  const tasks = new Map<SingleTask, { begin: Begin; end?: (() => Promise<unknown>) | undefined }>();
  let isClosed = false;
  let isConnected = false;
  let retry: NodeJS.Timeout | undefined;
  let attending = Promise.resolve();
  let lastQuery: Promise<unknown> = Promise.resolve();

  async function connect() {
    const client = new pg.Client({ ...connectionTo(server), keepAlive: true, application_name: "lamina processes" });
    client.on("error", () => {});
    await client.connect().catch((error: unknown) => {
      throw unreachable(server.url, error);
    });
    try {
      await client.query(`set lock_timeout = ${waitMs}`);
      await client
        .query(`select pg_advisory_lock${isShared ? "_shared" : ""}($1)`, [PRESENCE_LOCK])
        .catch((error: { code?: string }) => {
          throw error.code === LOCK_TIMEOUT ? new Error(excluded(isShared)) : error;
        });
      await client.query("set lock_timeout = 0");
      client.on("notification", ({ payload = "" }) => {
        const { from, notices }: { from: string; notices: Notice[] } = JSON.parse(payload);
        if (from !== processId) for (const { receive } of receivers) receive(notices);
      });
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.on("end", () => {
      isConnected = false;
      if (!isClosed) tryAgain();
    });
    isConnected = true;
    return client;
  }

  /** Sends one query at a time, because the next version of the driver queues none on a connection. */
  function ask(text: string, values: readonly unknown[]) {
    const answer = lastQuery.then(() => connection.query(text, [...values]));
    lastQuery = answer.catch(() => {});
    return answer;
  }

  /**
   * Reconnects if needed, and takes the tasks that are free. One call at a time: PostgreSQL grants a lock to a connection
   * that has it already, so that a second call would begin a task that the first one is beginning.
   */
  function attend(): Promise<void> {
    const result = attending.then(async () => {
      if (isClosed) return;
      if (!isConnected) await reconnect();
      await takeTasks();
    });
    attending = result.catch(() => {});
    return result;
  }

  async function reconnect(): Promise<void> {
    connection = await connect();
    for (const { missed } of receivers) missed();
    if (isClosed) await connection.end();
  }

  async function takeTasks(): Promise<void> {
    for (const [task, state] of tasks) {
      const { rows } = await ask("select pg_try_advisory_lock($1) as taken", [TASK_LOCKS[task]]);
      const isTaken = rows[0]?.taken === true;
      if (isTaken === (state.end !== undefined)) continue;
      log.info({ task }, isTaken ? "task begun" : "another process has the task");
      if (!isTaken) await state.end?.();
      state.end = isTaken ? await state.begin() : undefined;
    }
    const waits = [...tasks.values()].some(({ end }) => end === undefined);
    if (waits && !isClosed) tryAgain();
  }

  function tryAgain(): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      attend().catch((error: unknown) => {
        log.warn({ reason: (error as Error).message }, "processes");
        if (!isClosed) tryAgain();
      });
    }, retryMs);
  }

  let connection = await connect();

  return {
    async send(notices, transaction) {
      for (let first = 0; first < notices.length; first += MAX_NOTICES) {
        const payload = JSON.stringify({ from: processId, notices: notices.slice(first, first + MAX_NOTICES) });
        if (transaction) await transaction.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
        else await ask("select pg_notify($1, $2)", [CHANNEL, payload]);
      }
    },
    listen: (receive, missed) => void receivers.push({ receive, missed }),
    async alone(work) {
      await ask("select pg_advisory_lock($1)", [FIRST_START_LOCK]);
      try {
        return await work();
      } finally {
        await ask("select pg_advisory_unlock($1)", [FIRST_START_LOCK]);
      }
    },
    async lead(task, begin) {
      tasks.set(task, { begin });
      await attend();
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await connection.end();
    },
  };
}

const LOCK_TIMEOUT = "55P03";

const excluded = (isShared: boolean) =>
  isShared
    ? "A process without SECRET_KEY_FILE uses this database: stop it, or start it with the same key."
    : "Another process uses this database: stop it, or give all processes the same SECRET_KEY_FILE and an external broker (reference/docs/scale.md).";
