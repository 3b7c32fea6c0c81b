import { randomUUID } from "node:crypto";
import { allows } from "@lamina/shared/access/rights";
import { views } from "@lamina/shared/calls/views";
import { addDays, type FarmDay, farmDay, farmMoment, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { MailedReport } from "@lamina/shared/views/mail";
import { and, asc, eq, lt } from "drizzle-orm";
import { listenersOf } from "../../access/identity/audience.ts";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Job } from "../../core/jobs.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import type { Caller } from "../../http/caller.ts";
import type { Mails } from "../../mail/mails.ts";
import type { UnsubscribeLinks } from "../../mail/unsubscribe-links.ts";
import { clients } from "../../schema/clients.ts";
import { farms } from "../../schema/farms.ts";
import { users } from "../../schema/identity.ts";
import { reportSubscriptions } from "../../schema/mails.ts";
import { reportFile } from "./report-file.ts";
import type { Reports } from "./service.ts";
import { mailText, monthlyText } from "./text.ts";

interface SubscriptionKey {
  userId: string;
  clientId: string;
  report: MailedReport;
}

export interface MonthlyReports {
  /** False where the installation cannot send mails with a link that ends them. */
  isConfigured: boolean;
  ofUser(userId: string, clientId: string): Promise<{ report: MailedReport; nextAt: Date }[]>;
  /** Begins with the month under way. A subscription that exists stays as it is. */
  add(subscription: SubscriptionKey): Promise<void>;
  /** @returns 0 when there was none */
  end(subscription: SubscriptionKey): Promise<number>;
  jobs: Job[];
}

interface MonthlySources {
  reports: Reports;
  mails: Pick<Mails, "isConfigured" | "addAutomatic">;
  links: UnsubscribeLinks;
  /** Computes the pending balances of a client, so that the last day of the month is in its report. */
  settle(clientId: string): Promise<void>;
}

type Subscription = typeof reportSubscriptions.$inferSelect;

/** When the month of a client is over and its mails are due. */
interface Calendar {
  name: string;
  active: boolean;
  timezone: string;
  /** The client's hour. */
  decisionTime: string;
  farmZones: readonly string[];
}

const LOOK_MS = MINUTE_MS;
/** The maximum offset ahead of UTC. */
const MAX_AHEAD_MS = 14 * HOUR_MS;

export function createMonthlyReports(
  { database, clock }: Pick<Context, "database" | "clock">,
  { reports, mails, links, settle }: MonthlySources,
): MonthlyReports {
  const isConfigured = mails.isConfigured && links.isConfigured;
  const byKey = ({ userId, clientId, report }: SubscriptionKey) =>
    and(
      eq(reportSubscriptions.userId, userId),
      eq(reportSubscriptions.clientId, clientId),
      eq(reportSubscriptions.report, report),
    );

  async function calendarsOf(clientIds: readonly string[]): Promise<Map<string, Calendar>> {
    const ids = [...new Set(clientIds)];
    if (ids.length === 0) return new Map();
    const rows = await database.select().from(clients).where(anyOf(clients._id, ids));
    const zones = await database
      .selectDistinct({ clientId: farms.clientId, timezone: farms.timezone })
      .from(farms)
      .where(anyOf(farms.clientId, ids));
    const settings = await clientSettings(database, ids);
    return new Map(
      rows.map(({ _id, name, active, timezone }) => {
        const decisionTime = settings.get(_id)?.decisionTime ?? "00:00";
        const farmZones = zones.filter(({ clientId }) => clientId === _id).map((zone) => zone.timezone);
        return [_id, { name, active, timezone, decisionTime, farmZones }];
      }),
    );
  }

  async function due(): Promise<string[]> {
    const now = clock.now().getTime();
    const rows = await database
      .select()
      .from(reportSubscriptions)
      .where(lt(reportSubscriptions.nextMonth, monthOf(new Date(now + MAX_AHEAD_MS).toISOString())));
    const calendars = await calendarsOf(rows.map(({ clientId }) => clientId));
    return rows.filter((row) => isDue(row, calendars.get(row.clientId), now)).map(({ _id }) => _id);
  }

  /** Sends each month that is due, also those that passed while no process ran. */
  async function send(id: string): Promise<void> {
    for (;;) {
      const [row] = await database.select().from(reportSubscriptions).where(eq(reportSubscriptions._id, id));
      if (row === undefined) return;
      const calendar = (await calendarsOf([row.clientId])).get(row.clientId);
      if (calendar === undefined || !isDue(row, calendar, clock.now().getTime())) return;
      const mail = calendar.active ? await mailOf(row, calendar) : null;
      if (mail === "ended") {
        await database.delete(reportSubscriptions).where(eq(reportSubscriptions._id, id));
        return;
      }
      // The month and its mail are stored together: of two processes one stores them, and a killed one neither.
      await database.transaction(async (transaction) => {
        const claimed = await transaction
          .update(reportSubscriptions)
          .set({ nextMonth: monthAfter(row.nextMonth) })
          .where(and(eq(reportSubscriptions._id, id), eq(reportSubscriptions.nextMonth, row.nextMonth)))
          .returning({ _id: reportSubscriptions._id });
        if (claimed.length > 0 && mail !== null) await mails.addAutomatic(transaction, mail);
      });
    }
  }

  /** The mail of a month; `ended` for a user who may no longer see the report, null for one without an address. */
  async function mailOf({ userId, clientId, report, nextMonth }: Subscription, { name: client }: Calendar) {
    const caller = await callerOf(userId, clientId);
    if (caller === undefined) return "ended" as const;
    const unsubscribeUrl = await links.urlOf({ userId, kind: report, clientId });
    const [user] = await database.select({ email: users.email }).from(users).where(eq(users._id, userId));
    if (!user?.email || unsubscribeUrl === undefined) return null;
    await settle(clientId);
    const [from, to] = [`${nextMonth}-01`, addDays(firstDay(monthAfter(nextMonth)), -1)];
    const { file, totals } = await reportFile(reports, caller, { report, clientId, from, to });
    const month = monthlyText.month(nextMonth);
    const page = links.pageOf(pageOf[report](clientId, from, to));
    return {
      ...{ clientId, userId, recipient: user.email, unsubscribeUrl, file },
      subject: monthlyText.subject(report, client, month),
      text: mailText.text(
        [monthlyText.body(report, client, month), totals, ...(page ? [monthlyText.open(page)] : [])],
        monthlyText.end(unsubscribeUrl),
      ),
    };
  }

  /** The user with the rights of this moment; undefined for one who is gone, inactive or may not see reports. */
  async function callerOf(userId: string, clientId: string): Promise<Caller | undefined> {
    const listener = (await listenersOf(database, [clientId])).find((one) => one.userId === userId);
    const { access } = views.managementReport;
    if (listener === undefined || access === null || !allows(listener.permissions, access)) return undefined;
    const { userName, permissions, farmIds } = listener;
    const rights = new Map([[clientId, { permissions, farmIds }]]);
    return { userId, userName, name: userName, jti: "", groupId: null, permissions: [], clients: rights };
  }

  return {
    isConfigured,
    async ofUser(userId, clientId) {
      const rows = await database
        .select()
        .from(reportSubscriptions)
        .where(and(eq(reportSubscriptions.userId, userId), eq(reportSubscriptions.clientId, clientId)))
        .orderBy(asc(reportSubscriptions.report));
      const calendar = (await calendarsOf([clientId])).get(clientId);
      if (calendar === undefined) return [];
      return rows.map(({ report, nextMonth }) => ({ report, nextAt: new Date(dueAt(nextMonth, calendar)) }));
    },
    async add(subscription) {
      const now = clock.now();
      const calendar = (await calendarsOf([subscription.clientId])).get(subscription.clientId);
      if (calendar === undefined) return;
      const nextMonth = monthOf(farmDay(now.getTime(), calendar.timezone));
      await database
        .insert(reportSubscriptions)
        .values({ _id: randomUUID(), createdAt: now, ...subscription, nextMonth })
        .onConflictDoNothing();
    },
    async end(subscription) {
      const ended = await database
        .delete(reportSubscriptions)
        .where(byKey(subscription))
        .returning({ _id: reportSubscriptions._id });
      return ended.length;
    },
    jobs: isConfigured
      ? [
          {
            name: "monthly reports",
            intervalMs: LOOK_MS,
            due,
            async run(id) {
              for (const one of id === undefined ? await due() : [id]) await send(one);
            },
          },
        ]
      : [],
  };
}

/** The page of each report, with the client and the month. */
const pageOf: Readonly<Record<MailedReport, (clientId: string, from: FarmDay, to: FarmDay) => string>> = {
  management: (cliente, de, ate) => `/report/irrigationmanager?${new URLSearchParams({ cliente, de, ate })}`,
  consumption: (cliente, from) => `/report/waterconsuption?${new URLSearchParams({ cliente, ano: from.slice(0, 4) })}`,
};

const monthOf = (day: FarmDay) => day.slice(0, 7);
const firstDay = (month: string) => `${month}-01`;
const LONGEST_MONTH_DAYS = 31;
const monthAfter = (month: string) => monthOf(addDays(firstDay(month), LONGEST_MONTH_DAYS));

/** The client's hour of the first day after a month, when the month is over on all its farms. */
function dueAt(month: string, { timezone, decisionTime, farmZones }: Calendar): number {
  const day = firstDay(monthAfter(month));
  const over = farmZones.map((zone) => startOfFarmDay(day, zone));
  return Math.max(farmMoment(day, decisionTime, timezone), ...over);
}

function isDue({ nextMonth }: Subscription, calendar: Calendar | undefined, now: number): boolean {
  return calendar !== undefined && dueAt(nextMonth, calendar) <= now;
}
