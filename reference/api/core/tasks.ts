import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import type { AttachableClock, Clock as EngineClock, PgBoss } from "pg-boss";
import { connectionTo, type Engine } from "./database/open.ts";
import type { Log } from "./log.ts";

const SCHEMA = "jobs";
const QUEUE = "work";
const DEAD = "dead";
/** A task whose process sent no heartbeat for this long is given to another process. */
const LEASE_SECONDS = 10;
const HEARTBEAT_MS = 3_000;
/** Interval of the search for abandoned tasks. An embedded database has one process, so no other could take them. */
const SUPERVISE_SECONDS = { shared: 5, embedded: 60 };
const LONGEST_SECONDS = 3600;
const CONNECTIONS = 3;
/** How long finished tasks stay stored. It is also the shortest time between rounds. */
const KEPT_SECONDS = 2 * 3600;

const DEAD_KEPT_SECONDS = 30 * 86_400;

/** A piece of work, given to one process at a time. */
export interface Task {
  /** Name of the job that does it. */
  job: string;
  /** Subject of the work, usually a client: of one job and key only one task waits or runs. */
  key?: string | undefined;
  /** Input that no row has; such a task is always added. */
  data?: unknown;
  /** Minimum interval between two additions, over all processes. */
  everySeconds?: number;
}

interface DeadTask {
  job: string;
  key: string | null;
  /** The last time, and how often. */
  failedAt: string;
  times: number;
  reason: string;
}

/** The tasks of all processes: stored in the database, and started oldest first. */
export interface Tasks {
  add(tasks: readonly Task[]): Promise<void>;
  /**
   * Does the oldest waiting task; a failure is tried again later, and in the end becomes a dead letter.
   * @returns whether there was one
   */
  doNext(perform: (task: Task) => Promise<void>): Promise<boolean>;
  /** Tasks that failed every time, until they are cleared. */
  dead(): Promise<DeadTask[]>;
  clearDead(): Promise<void>;
  /** Numbers of tasks by state: waiting, active, dead. */
  counts(): Promise<Record<"waiting" | "active" | "dead", number>>;
  close(): Promise<void>;
}

interface TaskOptions {
  log: Pick<Log, "error" | "warn">;
  failed?: (job: string) => void;
  /** Replaces the system clock in tests. */
  clock?: EngineClock | AttachableClock;
}

/** An object without its undefined properties, which the engine's types do not allow. */
const definedOnly = (options: object) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

type Stored = { job: string; key?: string | undefined; data?: unknown };

/** Opens the tasks in the database, and makes their tables. */
export async function openTasks(engine: Engine, { log, failed = () => {}, clock }: TaskOptions): Promise<Tasks> {
  const { PgBoss, fromPglite, systemClock } = await import("pg-boss");
  const timers = clock ?? systemClock;
  const isEmbedded = "client" in engine;
  const supervision = SUPERVISE_SECONDS[isEmbedded ? "embedded" : "shared"];
  const boss: PgBoss = new PgBoss({
    ...(isEmbedded
      ? { db: fromPglite(engine.client), backend: "pglite" as const }
      : { ...definedOnly(connectionTo(engine.server)), max: CONNECTIONS, application_name: "lamina jobs" }),
    schema: SCHEMA,
    schedule: false,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
    maintenanceIntervalSeconds: 600,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    monitorVacuum: false,
    reindex: !isEmbedded,
    // With a clock, the engine's first statement on a connection must end before the next, as the driver requires.
    ...(clock && { clock, verify: (client: ClientBase, done: () => void) => client.once("drain", done) }),
  });
  boss.on("error", (error) => log.warn({ reason: error.message }, "jobs"));
  await boss.start();
  await boss.createQueue(DEAD, { retentionSeconds: DEAD_KEPT_SECONDS });
  await boss.createQueue(QUEUE, {
    policy: "exclusive",
    deadLetter: DEAD,
    heartbeatSeconds: LEASE_SECONDS,
    expireInSeconds: LONGEST_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
  });
  const query = async <Row>(text: string): Promise<Row[]> => (await boss.getDb().executeSql(text)).rows;
  // No other process has an embedded database, so what runs in it belongs to one that was killed.
  if (isEmbedded) await query(`update ${SCHEMA}.job set heartbeat_on = 'epoch' where state = 'active'`);
  if (isEmbedded) await boss.supervise(QUEUE);

  return {
    async add(tasks) {
      if (tasks.length === 0) return;
      await boss.insert(
        QUEUE,
        tasks.map(({ job, key, data, everySeconds }) => ({
          data: { job, key, data } satisfies Stored,
          singletonKey: `${job}/${key ?? (data === undefined ? "" : randomUUID())}`,
          ...(everySeconds !== undefined && { singletonSeconds: everySeconds }),
        })),
      );
    },

    async doNext(perform) {
      const [task] = await boss.fetch<Stored>(QUEUE);
      if (task === undefined) return false;
      // An attempt whose lease ended no longer counts, because another process has the task.
      const attempt = { id: task.id, retryCount: task.retryCount };
      const heartbeat = timers.setInterval(() => {
        boss.touch(QUEUE, attempt).catch((error: Error) => log.warn({ reason: error.message }, "lease not renewed"));
      }, HEARTBEAT_MS);
      try {
        await perform(task.data);
        await boss.complete(QUEUE, attempt);
      } catch (error) {
        failed(task.data.job);
        log.error({ job: task.data.job, key: task.data.key, err: error }, "job failed");
        // Without a database the lease ends by itself.
        await boss.fail(QUEUE, attempt, { reason: (error as Error).message }).catch(() => {});
      } finally {
        timers.clearInterval(heartbeat);
      }
      return true;
    },

    async dead() {
      const rows = await query<{ data: Stored; created_on: Date; times: number; source_output: { reason?: string } }>(`
        select distinct on (singleton_key) data, created_on, source_output,
          count(*) over (partition by singleton_key)::int as times
        from ${SCHEMA}.job where name = '${DEAD}' order by singleton_key, created_on desc`);
      return rows.map(({ data, created_on, times, source_output }) => ({
        job: data.job,
        key: data.key ?? null,
        failedAt: new Date(created_on).toISOString(),
        times,
        // The engine's own reason for a process that ended has no such field.
        reason: source_output?.reason ?? "the process ended",
      }));
    },

    clearDead: async () => void (await boss.deleteAllJobs(DEAD)),

    async counts() {
      const rows = await query<{ state: "waiting" | "active" | "dead"; count: number }>(`
        select case when name = '${DEAD}' then 'dead' when state = 'active' then 'active' else 'waiting' end as state,
          count(distinct singleton_key)::int as count
        from ${SCHEMA}.job where state in ('created', 'retry', 'active') group by 1`);
      return { waiting: 0, active: 0, dead: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
    },

    close: () => boss.stop({ graceful: false }),
  };
}
