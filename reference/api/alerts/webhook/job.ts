import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { and, asc, eq, gte, isNotNull, isNull, lt, lte, or } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import type { Job } from "../../core/jobs.ts";
import { webhookCalls, webhooks } from "../../schema/alerts.ts";
import { type PostResult, postWebhook, type WebhookNetwork } from "./send.ts";
import { MAX_ATTEMPTS, outcomeColumns, secretsOf } from "./webhooks.ts";

const LOOK_MS = 1_000;
/** Pause before the second attempt; it doubles. The eleventh follows after about an hour and a half. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = HOUR_MS;
const SENT_KEPT_MS = 2 * DAY_MS;
const GIVEN_UP_KEPT_MS = 30 * DAY_MS;
/** The receiver wants no more posts (RFC 9110, 15.5.11). */
const GONE = 410;

const waiting = and(isNull(webhookCalls.sentAt), lt(webhookCalls.attempts, MAX_ATTEMPTS));
const givenUp = and(isNull(webhookCalls.sentAt), gte(webhookCalls.attempts, MAX_ATTEMPTS));

export async function countWebhookCalls(database: Database): Promise<Record<"waiting" | "given up", number>> {
  const [before, after] = await Promise.all([
    database.$count(webhookCalls, waiting),
    database.$count(webhookCalls, givenUp),
  ]);
  return { waiting: before, "given up": after };
}

/** The job that makes the posts of webhooks. Each is claimed before its attempt, so that of two processes one makes it. */
export function webhookJob(
  { database, clock, log }: Pick<Context, "database" | "clock" | "log">,
  network?: WebhookNetwork,
): Job {
  async function due(): Promise<string[]> {
    const now = clock.now();
    const before = (age: number) => lt(webhookCalls.createdAt, new Date(now.getTime() - age));
    const sent = isNotNull(webhookCalls.sentAt);
    await database
      .delete(webhookCalls)
      .where(or(and(sent, before(SENT_KEPT_MS)), and(givenUp, before(GIVEN_UP_KEPT_MS))));
    const rows = await database
      .select({ _id: webhookCalls._id })
      .from(webhookCalls)
      .innerJoin(webhooks, and(eq(webhooks.clientId, webhookCalls.clientId), eq(webhooks.enabled, true)))
      .where(and(waiting, lte(webhookCalls.nextAt, now)))
      .orderBy(asc(webhookCalls.createdAt));
    return rows.map(({ _id }) => _id);
  }

  async function send(id: string): Promise<void> {
    const now = clock.now();
    const [row] = await database
      .select({ call: webhookCalls, webhook: webhooks })
      .from(webhookCalls)
      .innerJoin(webhooks, and(eq(webhooks.clientId, webhookCalls.clientId), eq(webhooks.enabled, true)))
      .where(and(eq(webhookCalls._id, id), waiting, lte(webhookCalls.nextAt, now)));
    if (row === undefined) return;
    const { call, webhook } = row;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** call.attempts);
    const claimed = await database
      .update(webhookCalls)
      .set({ attempts: call.attempts + 1, nextAt: new Date(now.getTime() + pauseMs) })
      .where(and(eq(webhookCalls._id, id), eq(webhookCalls.attempts, call.attempts)))
      .returning({ _id: webhookCalls._id });
    if (claimed.length === 0) return;
    const post = { url: webhook.url, id, body: call.body, secrets: secretsOf(webhook, now), now };
    const result = await postWebhook(post, network);
    await note(id, webhook.clientId, call.attempts + 1, result);
  }

  async function note(id: string, clientId: string, attempts: number, result: PostResult): Promise<void> {
    const now = clock.now();
    const isGone = result.status === GONE;
    const set = { ...outcomeColumns(result, now), ...(isGone && { enabled: false }) };
    await database.update(webhooks).set(set).where(eq(webhooks.clientId, clientId));
    const { status = null } = result;
    await database
      .update(webhookCalls)
      .set({ status, fault: result.ok ? null : result.fault })
      .where(eq(webhookCalls._id, id));
    // The text of a delivered post is of no more use.
    if (result.ok) await database.update(webhookCalls).set({ sentAt: now, body: "" }).where(eq(webhookCalls._id, id));
    else if (attempts >= MAX_ATTEMPTS || isGone)
      log.error(
        { webhookCall: id, clientId, attempts, fault: result.fault, status: result.status },
        "webhook given up",
      );
    else
      log.warn({ webhookCall: id, clientId, attempts, fault: result.fault, status: result.status }, "webhook failed");
  }

  return {
    name: "webhooks",
    intervalMs: LOOK_MS,
    due,
    // Without a key, all that are due: for tests.
    async run(id) {
      for (const one of id === undefined ? await due() : [id]) await send(one);
    },
  };
}
