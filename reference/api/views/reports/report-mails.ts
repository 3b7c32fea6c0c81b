import { views } from "@lamina/shared/calls/views";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { MailedReport, ReportMailState } from "@lamina/shared/views/mail";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import type { Mails } from "../../mail/mails.ts";
import { clients } from "../../schema/clients.ts";
import { users } from "../../schema/identity.ts";
import type { MonthlyReports } from "./monthly.ts";
import { strangersAmong } from "./recipients.ts";
import { type ReportChoice, reportFile } from "./report-file.ts";
import type { Reports } from "./service.ts";
import { mailText } from "./text.ts";

interface ReportMail extends ReportChoice {
  recipients: readonly string[];
}

export interface ReportMails {
  /** @throws HttpProblem 403, 404 */
  state(caller: Caller, clientId: string): Promise<ReportMailState>;
  /**
   * Mails the report of some days as CSV, with the caller's own farms.
   * @throws HttpProblem 400 also for too many mails in an hour and for strangers, 403, 404, 409 where no mails are sent
   */
  send(caller: Caller, mail: ReportMail): Promise<{ matchedCount: number }>;
  /** @throws HttpProblem 403 also for a caller without a user, 404, 409 without mails or an address of the caller */
  subscribe(caller: Caller, clientId: string, report: MailedReport): Promise<{ matchedCount: number }>;
  /** Matches 0 without a subscription. @throws HttpProblem 403 also for a caller without a user, 404 */
  unsubscribe(caller: Caller, clientId: string, report: MailedReport): Promise<{ matchedCount: number }>;
}

export function createReportMails(
  { database }: Pick<Context, "database">,
  { reports, monthly, mails }: { reports: Reports; monthly: MonthlyReports; mails: Mails },
): ReportMails {
  async function emailOf({ userId }: Caller): Promise<string | null> {
    if (userId === null) return null;
    const [user] = await database.select({ email: users.email }).from(users).where(eq(users._id, userId));
    return user?.email ?? null;
  }

  function requireReports(caller: Caller, clientId: string): void {
    if (!caller.clients.has(clientId)) throw problems.notFound("client");
    if (!mayOnClient(caller, views.managementReport.access, clientId)) throw problems.forbidden();
  }

  return {
    async state(caller, clientId) {
      requireReports(caller, clientId);
      const { userId } = caller;
      const subscriptions = userId === null ? [] : await monthly.ofUser(userId, clientId);
      const undelivered = userId === null ? [] : await mails.undelivered(userId, clientId);
      return {
        configured: mails.isConfigured,
        email: await emailOf(caller),
        monthly: monthly.isConfigured,
        subscriptions: subscriptions.map((own) => ({ ...own, nextAt: own.nextAt.toISOString() })),
        undelivered,
      };
    },

    async send(caller, mail) {
      const { clientId, recipients, report } = mail;
      requireReports(caller, clientId);
      if (!mails.isConfigured) throw problems.mailNotConfigured();
      const strangers = await strangersAmong(database, clientId, recipients);
      if (strangers.length > 0)
        throw problems.validation([{ field: "recipients", id: "not-allowed", recipients: strangers.join(", ") }]);
      const { file, totals } = await reportFile(reports, caller, mail);
      const [client] = await database.select({ name: clients.name }).from(clients).where(eq(clients._id, clientId));
      const names = { client: client?.name ?? "", from: dayWords(mail.from), to: dayWords(mail.to) };
      const added = await mails.add({
        clientId,
        userId: caller.userId,
        recipients: [...new Set(recipients)],
        replyTo: await emailOf(caller),
        subject: mailText.subject(report, names.client, names.from, names.to),
        text: mailText.text([mailText.body(report, { author: caller.name, ...names }), totals]),
        file,
      });
      if (!added) throw problems.validation([{ field: "recipients", id: "too-many-mails" }]);
      return { matchedCount: 1 };
    },

    async subscribe(caller, clientId, report) {
      requireReports(caller, clientId);
      const { userId } = caller;
      if (userId === null) throw problems.noUser();
      if (!monthly.isConfigured) throw problems.mailNotConfigured();
      if ((await emailOf(caller)) === null) throw problems.emailMissing();
      await monthly.add({ userId, clientId, report });
      return { matchedCount: 1 };
    },

    async unsubscribe(caller, clientId, report) {
      requireReports(caller, clientId);
      if (caller.userId === null) throw problems.noUser();
      return { matchedCount: await monthly.end({ userId: caller.userId, clientId, report }) };
    },
  };
}

const dayWords = (day: FarmDay) => day.split("-").reverse().join("/");
