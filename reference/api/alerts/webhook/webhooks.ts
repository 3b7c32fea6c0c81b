import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Webhook, WebhookFields, WebhookTest, WebhookVersion } from "@lamina/shared/views/webhook";
import { and, eq, isNull } from "drizzle-orm";
import type * as z from "zod";
import type { Context } from "../../core/context.ts";
import { problems } from "../../http/problem.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { type Author, audit } from "../../records/audit/write.ts";
import { webhookCalls, webhooks } from "../../schema/alerts.ts";
import type { PostResult } from "./send.ts";

/** How long the secret before a rotation signs too. */
const OVERLAP_MS = DAY_MS;
/** Of one post. */
export const MAX_ATTEMPTS = 12;
/** How long a test waits for the worker, which alone has a way out of the installation. */
const TEST_MS = 14_000;
const TEST_LOOK_MS = 200;
const SECRET_BYTES = 32;
const PREFIX = "whsec_";

type Row = typeof webhooks.$inferSelect;

/** The settings of clients' webhooks. The caller's rights are checked before. */
export interface Webhooks {
  get(clientId: string): Promise<Webhook>;
  /** @throws HttpProblem 409 with the stored version when another person has changed it since `seen` */
  set(author: Author, fields: z.output<typeof WebhookFields>): Promise<{ matchedCount: number }>;
  /** @throws HttpProblem 404 without a webhook */
  rotate(author: Author, clientId: string): Promise<{ secret: string }>;
  /** @throws HttpProblem 404 without a webhook */
  test(clientId: string): Promise<WebhookTest>;
}

const makeSecret = () => randomBytes(SECRET_BYTES).toString("base64");

/** The secrets that sign now, the newest first. */
export function secretsOf({ secret, secretSince, previousSecret }: Row, now: Date): string[] {
  const isOverlap = now.getTime() - secretSince.getTime() < OVERLAP_MS;
  return [secret, ...(previousSecret !== null && isOverlap ? [previousSecret] : [])];
}

const versionOf = (row: Row | undefined): WebhookVersion => ({
  url: row?.url ?? null,
  enabled: row?.enabled ?? false,
});

/** Columns of the last success or fault. */
export function outcomeColumns(result: PostResult, now: Date): Partial<Row> {
  if (result.ok) return { succeededAt: now };
  return { failedAt: now, fault: result.fault === "status" ? `status ${result.status}` : result.fault };
}

export function createWebhooks({ database, clock }: Pick<Context, "database" | "clock">): Webhooks {
  const find = async (clientId: string) =>
    (await database.select().from(webhooks).where(eq(webhooks.clientId, clientId)))[0];
  const require = async (clientId: string) => {
    const row = await find(clientId);
    if (row === undefined) throw problems.notFound("webhook");
    return row;
  };
  return {
    async get(clientId) {
      const row = await find(clientId);
      const waiting = await database.$count(
        webhookCalls,
        and(eq(webhookCalls.clientId, clientId), isNull(webhookCalls.sentAt)),
      );
      const { failedAt, fault } = row ?? {};
      return {
        ...versionOf(row),
        secretSince: row?.secretSince.toISOString() ?? null,
        lastSuccess: row?.succeededAt?.toISOString() ?? null,
        lastFault: failedAt && fault ? { at: failedAt.toISOString(), reason: fault } : null,
        waiting,
      };
    },
    async set(author, { clientId, url, enabled, seen }) {
      const now = clock.now();
      return database.transaction(async (transaction) => {
        const [before] = await transaction.select().from(webhooks).where(eq(webhooks.clientId, clientId)).for("update");
        const current = versionOf(before);
        if (seen && !isDeepStrictEqual(seen, current)) throw problems.conflict(current);
        if (url === null) {
          await transaction.delete(webhooks).where(eq(webhooks.clientId, clientId));
          await transaction.delete(webhookCalls).where(eq(webhookCalls.clientId, clientId));
        } else {
          const made = { clientId, url, enabled, secret: makeSecret(), secretSince: now };
          // What waits goes to the new address. Its signatures are those of the same secret.
          await transaction
            .insert(webhooks)
            .values(made)
            .onConflictDoUpdate({ target: webhooks.clientId, set: { url, enabled } });
        }
        const noted = (row: { url: string | null; enabled: boolean } | undefined) =>
          row && { webhookUrl: row.url, webhookEnabled: row.enabled };
        await audit(transaction, {
          ...{ author, date: now, clientId, entity: "Client", recordId: clientId },
          ...{ before: noted(before) ?? {}, after: url === null ? {} : (noted({ url, enabled }) ?? {}) },
        });
        return { matchedCount: before === undefined && url === null ? 0 : 1 };
      });
    },
    async rotate(author, clientId) {
      const now = clock.now();
      const secret = makeSecret();
      await database.transaction(async (transaction) => {
        const [row] = await transaction.select().from(webhooks).where(eq(webhooks.clientId, clientId)).for("update");
        if (row === undefined) throw problems.notFound("webhook");
        const set = { secret, secretSince: now, previousSecret: row.secret };
        await transaction.update(webhooks).set(set).where(eq(webhooks.clientId, clientId));
        const write = { author, date: now, clientId, entity: "Client", recordId: clientId, before: {}, after: {} };
        await audit(transaction, { ...write, reason: auditReasons.newWebhookSecret });
      });
      return { secret: `${PREFIX}${secret}` };
    },
    async test(clientId) {
      const { enabled } = await require(clientId);
      if (!enabled) return { ok: false, fault: "off" };
      const now = clock.now();
      const _id = `msg_${randomUUID()}`;
      const body = JSON.stringify({ type: "test", timestamp: now.toISOString(), data: {} });
      // The last attempt, because a person sees its outcome and tries again.
      const attempts = MAX_ATTEMPTS - 1;
      await database.insert(webhookCalls).values({ _id, clientId, createdAt: now, nextAt: now, attempts, body });
      const until = performance.now() + TEST_MS;
      const own = eq(webhookCalls._id, _id);
      let outcome: WebhookTest = { ok: false, fault: "timeout" };
      for (let isOver = false; !isOver; ) {
        await sleep(TEST_LOOK_MS);
        const [row] = await database.select().from(webhookCalls).where(own);
        const isDone = row !== undefined && (row.sentAt !== null || row.fault !== null);
        isOver = row === undefined || isDone || performance.now() > until;
        if (isDone)
          outcome = {
            ok: row.sentAt !== null,
            ...(row.status !== null && { status: row.status }),
            ...(row.fault !== null && { fault: row.fault }),
          };
      }
      await database.delete(webhookCalls).where(own);
      return outcome;
    },
  };
}
