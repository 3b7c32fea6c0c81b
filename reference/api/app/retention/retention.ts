import { views } from "@lamina/shared/calls/views";
import { RESTORE_DAYS } from "@lamina/shared/calls/views/deletions";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { Retention } from "@lamina/shared/views/retention";
import { sql } from "drizzle-orm";
import { Counter, Gauge } from "prom-client";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import type { Job } from "../../core/jobs.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import type { Metrics } from "../../http/metrics.ts";
import type { Router } from "../../http/router.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { auditAll, PROGRAM } from "../../records/audit/write.ts";
import { KEY_LIFETIME_MS } from "../../records/write-keys.ts";
import { clients } from "../../schema/clients.ts";
import { forgetBefore, type Kind } from "./forget.ts";

/** How long an address from which a login succeeded is remembered. */
const KNOWN_LOGIN_MS = 90 * DAY_MS;
/** A photo arrives before its record, which a weak connection may delay. */
const PHOTO_WITHOUT_RECORD_MS = DAY_MS;

/** The setting of the installation that applies to each kind. */
const MONTHS_OF: Readonly<Partial<Record<Kind, keyof Retention>>> = {
  readings: "readingsMonths",
  pivotStatuses: "readingsMonths",
  deviceHealth: "readingsMonths",
  notifications: "notificationsMonths",
  audit: "auditMonths",
  commands: "auditMonths",
};

/** Tables that grow with time. */
const GROWING = [
  "readings",
  "reading_hours",
  "reading_days",
  "pivot_statuses",
  "device_health",
  "notifications",
  "pivot_commands",
  "audit_entries",
  "write_keys",
  "known_logins",
  "balances",
  "waterings",
  "photos",
  "deleted_rows",
];

/** Deletes data beyond the installation's retention times, once an hour. */
export function retentionJob(
  { database, clock, log }: Pick<Context, "database" | "clock" | "log">,
  keep: Retention,
  metrics?: Metrics,
): Job {
  const forgotten =
    metrics &&
    new Counter({
      name: "api_forgotten_rows_total",
      help: "Rows removed because they are older than they are kept, by kind",
      labelNames: ["kind"] as const,
      registers: [metrics.registry],
    });
  async function forget(kind: Kind, limit: Date): Promise<number> {
    const count = await forgetBefore(database, kind, limit);
    forgotten?.inc({ kind }, count);
    if (count > 0) log.info({ kind, count, before: limit.toISOString() }, "forgotten");
    return count;
  }

  /** The limits are days, so that a client's history has at most one entry a day. */
  async function note(limits: JsonRecord, date: Date): Promise<void> {
    if (Object.keys(limits).length === 0) return;
    const all = await database.select({ clientId: clients._id }).from(clients);
    const entry = {
      author: PROGRAM,
      date,
      entity: "Client",
      before: {},
      after: limits,
      reason: auditReasons.forgotten,
    };
    await auditAll(
      database,
      all.map(({ clientId }) => ({ ...entry, clientId, recordId: clientId })),
    );
  }

  return {
    name: "retention",
    intervalMs: HOUR_MS,
    async run() {
      const now = clock.now();
      const limits: Record<string, string> = {};
      for (const [kind, name] of Object.entries(MONTHS_OF)) {
        const months = keep[name];
        if (typeof months !== "number") continue;
        const limit = monthsBefore(now, months);
        if ((await forget(kind as Kind, limit)) > 0) limits[`${kind}Before`] = limit.toISOString();
      }
      await note(limits, now);
      await forget("writeKeys", new Date(now.getTime() - KEY_LIFETIME_MS));
      await forget("knownLogins", new Date(now.getTime() - KNOWN_LOGIN_MS));
      await forget("deletions", new Date(now.getTime() - RESTORE_DAYS * DAY_MS));
      await forget("photos", new Date(now.getTime() - PHOTO_WITHOUT_RECORD_MS));
    },
  };
}

/** The beginning of the day that many months ago, in UTC. */
function monthsBefore(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate()));
}

/** Measures the sizes of the growing tables. */
export function measureTables({ registry }: Metrics, database: Database): void {
  new Gauge({
    name: "api_table_bytes",
    help: "Size of tables that grow with time, with their indexes",
    labelNames: ["table"] as const,
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, bytes } of await sizes(database).catch(() => [])) this.set({ table: name }, bytes);
    },
  });
}

/** When the database is away, only this measurement fails, and not the whole scrape. */
async function sizes(database: Database): Promise<{ name: string; bytes: number }[]> {
  const names = sql.join(
    GROWING.map((name) => sql`${name}`),
    sql`, `,
  );
  const { rows } = await database.execute(sql`
        select relname, (pg_total_relation_size(oid) + coalesce((
          select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = c.oid), 0))::float8 as bytes
        from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname in (${names})`);
  return rows.map(({ relname, bytes }) => ({ name: String(relname), bytes: Number(bytes) }));
}

export function retentionRoute(router: Router, keep: Retention): void {
  router.route(views.retention, async () => keep);
}
