import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { UndeliveredMail } from "@lamina/shared/views/mail";
import { and, desc, eq, gt, isNotNull, lt, lte, or } from "drizzle-orm";
import type { MailServer } from "../core/config.ts";
import type { Context } from "../core/context.ts";
import { lockNamed } from "../core/database/lock-named.ts";
import type { Database } from "../core/database/open.ts";
import type { Job } from "../core/jobs.ts";
import { users } from "../schema/identity.ts";
import { mails } from "../schema/mails.ts";
import { givenUp, MAX_ATTEMPTS, waiting } from "./given-up.ts";
import { MailRefused, sendMail } from "./send-mail.ts";
import { noteChannel } from "./user-channels.ts";

/** Mails of one client to one or more addresses, each sent alone. */
interface NewMail {
  clientId: string;
  /** The user who requested it. */
  userId: string | null;
  recipients: readonly string[];
  replyTo: string | null;
  subject: string;
  text: string;
  file: { name: string; type: string; content: Uint8Array } | null;
}

/** A mail that the program sends by itself to one person, who ends such mails with its link. */
interface AutomaticMail extends Pick<NewMail, "clientId" | "subject" | "text" | "file"> {
  userId: string;
  recipient: string;
  /** Null for a mail about the person's own access, which no link ends. */
  unsubscribeUrl: string | null;
}

/** Mails, stored in the database and sent as jobs. */
export interface Mails {
  /** False when no mail server is configured. */
  isConfigured: boolean;
  /** Stores mails to be sent. @returns false when the user has asked for too many in the last hour */
  add(mail: NewMail): Promise<boolean>;
  /** Stores a mail in the transaction of the caller, so that it is sent once. */
  addAutomatic(transaction: Database, mail: AutomaticMail): Promise<void>;
  /** Mails of a user that were given up, of one client or all, newest first. */
  undelivered(userId: string, clientId?: string): Promise<UndeliveredMail[]>;
  jobs: Job[];
}

const LOOK_MS = 2_000;
/** Of an installation without a mail server, which only gives mails up. */
const IDLE_LOOK_MS = MINUTE_MS;
/**
 * A mail that waits this long without a mail server is given up, so that its user and an operator learn of it. Shorter
 * faults of the configuration lose no mail.
 */
const NO_SERVER_WAIT_MS = DAY_MS;
/** Per user and hour, so that no user can send mails in bulk. */
const MAX_PER_HOUR = 30;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** How long the row of a sent mail stays, for the limit. */
const SENT_KEPT_MS = 2 * DAY_MS;
/** How long a mail that was given up stays, so that its user sees it and an operator can have it sent again. */
const GIVEN_UP_KEPT_MS = 30 * DAY_MS;
const MAX_UNDELIVERED = 20;
const NO_CONTENT = { body: "", file: null, unsubscribeUrl: null };

export function createMails(
  { database, clock, log }: Pick<Context, "database" | "clock" | "log">,
  server: MailServer | undefined,
): Mails {
  const before = (age: number) => lt(mails.createdAt, new Date(clock.now().getTime() - age));

  /** Gives up what waits for a mail server that was removed. */
  async function giveUpWithoutServer(): Promise<void> {
    const rows = await database
      .update(mails)
      .set({ attempts: MAX_ATTEMPTS, nextAt: clock.now() })
      .where(and(waiting, before(NO_SERVER_WAIT_MS)))
      .returning({ _id: mails._id });
    for (const { _id } of rows) log.error({ mailId: _id, reason: "SMTP_URL is not set" }, "mail given up");
  }

  async function due(): Promise<string[]> {
    const now = clock.now();
    // A mail that waits stays, also after a long time without a worker.
    const over = or(and(isNotNull(mails.sentAt), before(SENT_KEPT_MS)), and(givenUp, before(GIVEN_UP_KEPT_MS)));
    await database.delete(mails).where(over);
    if (server === undefined) {
      await giveUpWithoutServer();
      return [];
    }
    const rows = await database
      .select({ _id: mails._id })
      .from(mails)
      .where(and(waiting, lte(mails.nextAt, now)));
    return rows.map(({ _id }) => _id);
  }

  async function send(id: string): Promise<void> {
    if (server === undefined) return;
    const now = clock.now();
    // The next attempt is set before this one, so that a killed process does not send the mail again and again.
    const [row] = await database
      .select()
      .from(mails)
      .where(and(eq(mails._id, id), waiting, lte(mails.nextAt, now)));
    if (row === undefined) return;
    const attempts = row.attempts + 1;
    const nextAt = new Date(now.getTime() + Math.min(LONGEST_WAIT_MS, MINUTE_MS * 2 ** row.attempts));
    const claimed = await database
      .update(mails)
      .set({ attempts, nextAt })
      .where(and(eq(mails._id, id), eq(mails.attempts, row.attempts)))
      .returning({ _id: mails._id });
    if (claimed.length === 0) return;
    const { recipient: to, replyTo, subject, body, fileName, fileType, file, unsubscribeUrl } = row;
    const attached = file && fileName && fileType ? { name: fileName, type: fileType, content: file } : null;
    try {
      await sendMail(server, { id, to, replyTo, subject, text: body, file: attached, unsubscribeUrl });
    } catch (error) {
      await noteMail(row, false);
      if (attempts >= MAX_ATTEMPTS || error instanceof MailRefused) {
        await database.update(mails).set({ attempts: MAX_ATTEMPTS, nextAt: clock.now() }).where(eq(mails._id, id));
        log.error({ mailId: id, attempts }, "mail given up");
      }
      throw error;
    }
    const sent = { ...NO_CONTENT, sentAt: clock.now(), subject: "" };
    await database.update(mails).set(sent).where(eq(mails._id, id));
    await noteMail(row, true);
    log.info({ mailId: id }, "mail sent");
  }

  /** Of a mail to its own user; those to others say nothing about the way to a person. */
  async function noteMail({ userId, recipient }: typeof mails.$inferSelect, isSuccess: boolean): Promise<void> {
    const [user] =
      userId === null ? [] : await database.select({ email: users.email }).from(users).where(eq(users._id, userId));
    if (userId === null || user?.email !== recipient) return;
    await noteChannel(database, { userIds: [userId], channel: "mail", now: clock.now(), isSuccess });
  }

  return {
    isConfigured: server !== undefined,
    async add({ clientId, userId, recipients, replyTo, subject, text: body, file }) {
      return database.transaction(async (transaction) => {
        const now = clock.now();
        if (userId !== null) {
          // Simultaneous requests would each count before the others are stored.
          await lockNamed(transaction, `mails ${userId}`);
          const since = new Date(now.getTime() - HOUR_MS);
          const recent = await transaction.$count(
            mails,
            and(eq(mails.userId, userId), eq(mails.automatic, false), gt(mails.createdAt, since)),
          );
          if (recent + recipients.length > MAX_PER_HOUR) return false;
        }
        await transaction.insert(mails).values(
          recipients.map((recipient) => ({
            ...{ _id: randomUUID(), clientId, userId, createdAt: now, nextAt: now, recipient, replyTo, subject, body },
            ...{ fileName: file?.name ?? null, fileType: file?.type ?? null, file: file?.content ?? null },
          })),
        );
        return true;
      });
    },
    async addAutomatic(transaction, { text: body, file, ...mail }) {
      const now = clock.now();
      await transaction.insert(mails).values({
        ...mail,
        ...{ _id: randomUUID(), createdAt: now, nextAt: now, automatic: true, replyTo: null, body },
        ...{ fileName: file?.name ?? null, fileType: file?.type ?? null, file: file?.content ?? null },
      });
    },
    async undelivered(userId, clientId) {
      const ofClient = clientId === undefined ? undefined : eq(mails.clientId, clientId);
      const rows = await database
        .select({ _id: mails._id, date: mails.createdAt, recipient: mails.recipient, subject: mails.subject })
        .from(mails)
        .where(and(eq(mails.userId, userId), ofClient, givenUp, lte(mails.nextAt, clock.now())))
        .orderBy(desc(mails.createdAt), desc(mails._id))
        .limit(MAX_UNDELIVERED);
      return rows.map((row) => ({ ...row, date: row.date.toISOString() }));
    },
    jobs: [
      {
        name: "mail",
        intervalMs: server === undefined ? IDLE_LOOK_MS : LOOK_MS,
        due,
        // Without a key, all that are due: for the start and for tests.
        async run(id) {
          for (const one of id === undefined ? await due() : [id]) await send(one);
        },
      },
    ],
  };
}
