import type { Severity } from "@lamina/shared/records/alert";
import type { AlertSettings, AlertSettingsFields } from "@lamina/shared/views/mail";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import type { Caller } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import type { Mails } from "../../mail/mails.ts";
import { channelsOf } from "../../mail/user-channels.ts";
import { alertSettings } from "../../schema/alerts.ts";
import { users } from "../../schema/identity.ts";

/** Settings of a person without a choice. */
const USUAL: AlertSettingsFields = {
  pace: "at-once",
  digestAt: "07:00",
  byMail: false,
  quietFrom: null,
  quietTo: null,
};

/** How users are notified of alerts, by their ids; users who have chosen nothing get the usual. */
export async function settingsOf(
  database: Database,
  userIds: readonly string[],
): Promise<(userId: string) => AlertSettingsFields> {
  const ids = [...new Set(userIds)];
  const rows =
    ids.length === 0 ? [] : await database.select().from(alertSettings).where(anyOf(alertSettings.userId, ids));
  const known = new Map(rows.map(({ userId, ...settings }) => [userId, settings] as const));
  return (userId) => known.get(userId) ?? USUAL;
}

/** Whether a person wants to be notified of an alert at once. */
export function isAtOnce({ pace }: AlertSettingsFields, severity: Severity): boolean {
  return pace === "at-once" || (pace === "critical-at-once" && severity === "critical");
}

export interface OwnAlertSettings {
  get(caller: Caller): Promise<AlertSettings>;
  /** @throws HttpProblem 403 for a caller without a user */
  change(caller: Caller, settings: AlertSettingsFields): Promise<{ matchedCount: number }>;
  /** Ends the mails of a person, by the link in one of them. @returns 0 when they had ended */
  endMails(userId: string): Promise<number>;
  /** Whether a person gets mails. */
  hasMails(userId: string): Promise<boolean>;
}

/** @param isMailed whether the installation can mail alerts */
export function createAlertSettings(
  { database }: Pick<Context, "database">,
  { isMailed, mails }: { isMailed: boolean; mails: Pick<Mails, "undelivered"> },
): OwnAlertSettings {
  const own = async (userId: string | null) =>
    (await settingsOf(database, userId === null ? [] : [userId]))(userId ?? "");
  return {
    async get({ userId }) {
      const [user] =
        userId === null ? [] : await database.select({ email: users.email }).from(users).where(eq(users._id, userId));
      const undelivered = userId === null ? [] : await mails.undelivered(userId);
      const channels = userId === null ? [] : await channelsOf(database, userId);
      return { ...(await own(userId)), mails: isMailed, email: user?.email ?? null, undelivered, channels };
    },
    async change({ userId }, settings) {
      if (userId === null) throw problems.noUser();
      await database
        .insert(alertSettings)
        .values({ userId, ...settings })
        .onConflictDoUpdate({ target: alertSettings.userId, set: settings });
      return { matchedCount: 1 };
    },
    async endMails(userId) {
      if (!(await own(userId)).byMail) return 0;
      await database.update(alertSettings).set({ byMail: false }).where(eq(alertSettings.userId, userId));
      return 1;
    },
    hasMails: async (userId) => (await own(userId)).byMail,
  };
}
