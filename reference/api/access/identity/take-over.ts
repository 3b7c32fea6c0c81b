import { randomUUID } from "node:crypto";
import type { TakenOver, TakeOver } from "@lamina/shared/access/user";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import type { Caller } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { audit } from "../../records/audit/write.ts";
import { notifications } from "../../schema/alerts.ts";
import { takeOvers } from "../../schema/identity.ts";
import { reportSubscriptions } from "../../schema/mails.ts";
import { requireRight, requireWithinOwn } from "./user-rules.ts";
import { type ClientUser, userStore } from "./user-store.ts";
import type { Users } from "./users.ts";

/** How long a take-over can be undone. */
const UNDO_MS = DAY_MS;

type Subscription = typeof reportSubscriptions.$inferSelect;

interface TakeOvers {
  /** @throws HttpProblem 403, 404 for users whom the caller may not see, 400 for one user twice or an inactive new one */
  takeOver(caller: Caller, wish: TakeOver): Promise<TakenOver>;
  /** Matches 0 when it is too late. @throws HttpProblem 403 */
  undo(caller: Caller, id: string): Promise<{ matchedCount: number }>;
}

/** Moves the alerts that a user has taken, and the monthly mails, to another one of the same client. */
export function createTakeOvers(
  { database, clock, events }: Pick<Context, "database" | "clock" | "events">,
  users: Users,
): TakeOvers {
  async function requireUser(transaction: Database, caller: Caller, id: string): Promise<ClientUser> {
    const found = await userStore.find(transaction, id, [...caller.clients.keys()]);
    if (found === undefined) throw problems.notFound("user");
    requireRight(caller, "edit", found.membership.clientId);
    await requireWithinOwn(transaction, caller, found.membership);
    return found;
  }

  /** @returns the ids of the moved alerts */
  async function moveAlerts(
    transaction: Database,
    caller: Caller,
    { clientId, from, to, ids }: { clientId: string; from: ClientUser; to: ClientUser; ids?: readonly string[] },
  ): Promise<string[]> {
    const date = clock.now();
    const own = and(
      eq(notifications.clientId, clientId),
      eq(notifications.takenBy, from.user._id),
      isNull(notifications.resolvedAt),
      ids && anyOf(notifications._id, ids),
    );
    const after = { takenBy: to.user._id, takenByName: to.user.name };
    const moved = await transaction
      .update(notifications)
      .set({ ...after, updatedAt: date })
      .where(own)
      .returning({ _id: notifications._id });
    const before = { takenBy: from.user._id, takenByName: from.user.name };
    for (const { _id: recordId } of moved)
      await audit(transaction, { author: caller, date, clientId, entity: "Notification", recordId, before, after });
    return moved.map(({ _id }) => _id);
  }

  const mailsOf = (transaction: Database, clientId: string, { user }: ClientUser) =>
    transaction
      .select()
      .from(reportSubscriptions)
      .where(and(eq(reportSubscriptions.clientId, clientId), eq(reportSubscriptions.userId, user._id)));

  /** Gives a subscription to another user, who may have it already. */
  async function giveMail(
    transaction: Database,
    { _id, report }: Subscription,
    to: ClientUser,
    own: readonly Subscription[],
  ) {
    const byId = eq(reportSubscriptions._id, _id);
    if (own.some((other) => other.report === report)) await transaction.delete(reportSubscriptions).where(byId);
    else await transaction.update(reportSubscriptions).set({ userId: to.user._id }).where(byId);
  }

  const announce = async (clientId: string, alertIds: readonly string[]) => {
    for (const notificationId of alertIds) await events.emit("alert", { clientId, notificationId });
  };

  return {
    async takeOver(caller, { from: fromId, to: toId, rights, deactivate }) {
      if (fromId === toId) throw problems.validation([{ field: "to", id: "same-user" }]);
      const date = clock.now();
      const done = await database.transaction(async (transaction) => {
        const from = await requireUser(transaction, caller, fromId);
        const to = await requireUser(transaction, caller, toId);
        const { clientId } = from.membership;
        if (to.membership.clientId !== clientId) throw problems.notFound("user");
        if (!to.membership.active) throw problems.validation([{ field: "to", id: "inactive-user" }]);
        await userStore.lockClient(transaction, clientId);
        const alertIds = await moveAlerts(transaction, caller, { clientId, from, to });
        const [mails, others] = [await mailsOf(transaction, clientId, from), await mailsOf(transaction, clientId, to)];
        for (const mail of mails) await giveMail(transaction, mail, to, others);
        const { groupId, farmIds } = from.membership;
        const changes = [
          rights ? await users.changeIn(transaction, caller, { _id: toId, groupId, farmIds }) : undefined,
          deactivate ? await users.changeIn(transaction, caller, { _id: fromId, active: false }) : undefined,
        ].flatMap((change) => change ?? []);
        const _id = randomUUID();
        const before = {
          alertIds,
          mails: mails.map(({ _id, report, nextMonth }) => ({ _id, report, nextMonth })),
          rights: rights ? { groupId: to.membership.groupId, farmIds: to.membership.farmIds } : null,
          deactivated: deactivate && from.membership.active,
        };
        await transaction.insert(takeOvers).values({ _id, clientId, fromId, toId, date, before });
        const what = { from: from.user.name, to: to.user.name, alerts: alertIds.length, mails: mails.length };
        await audit(transaction, {
          ...{ author: caller, date, clientId, entity: "User", recordId: toId },
          ...{ before: { takeOver: null }, after: { takeOver: what } },
        });
        return { _id, clientId, alertIds, mails: mails.length, changes };
      });
      for (const change of done.changes) await users.announce(caller, change);
      await announce(done.clientId, done.alertIds);
      const undoUntil = new Date(date.getTime() + UNDO_MS).toISOString();
      return { _id: done._id, alerts: done.alertIds.length, mails: done.mails, undoUntil };
    },

    async undo(caller, id) {
      const date = clock.now();
      const done = await database.transaction(async (transaction) => {
        const [row] = await transaction
          .select()
          .from(takeOvers)
          .where(and(eq(takeOvers._id, id), anyOf(takeOvers.clientId, [...caller.clients.keys()])))
          .for("update");
        if (row === undefined || row.undoneAt !== null || date.getTime() - row.date.getTime() > UNDO_MS)
          return undefined;
        const { clientId, before, fromId, toId } = row;
        const from = await requireUser(transaction, caller, fromId);
        const to = await requireUser(transaction, caller, toId);
        await userStore.lockClient(transaction, clientId);
        const changes = [
          before.deactivated ? await users.changeIn(transaction, caller, { _id: fromId, active: true }) : undefined,
          before.rights ? await users.changeIn(transaction, caller, { _id: toId, ...before.rights }) : undefined,
        ].flatMap((change) => change ?? []);
        const alertIds = await moveAlerts(transaction, caller, { clientId, from: to, to: from, ids: before.alertIds });
        const mails = await mailsOf(transaction, clientId, from);
        for (const mail of before.mails) {
          if (mails.some(({ report }) => report === mail.report)) continue;
          const own = { ...mail, userId: from.user._id };
          await transaction
            .insert(reportSubscriptions)
            .values({ ...own, clientId, createdAt: date })
            .onConflictDoUpdate({ target: reportSubscriptions._id, set: { userId: own.userId } });
        }
        await transaction.update(takeOvers).set({ undoneAt: date }).where(eq(takeOvers._id, id));
        await audit(transaction, {
          ...{ author: caller, date, clientId, entity: "User", recordId: toId },
          ...{ before: { takeOver: { from: from.user.name, to: to.user.name } }, after: { takeOver: null } },
        });
        return { clientId, alertIds, changes };
      });
      if (done === undefined) return { matchedCount: 0 };
      for (const change of done.changes) await users.announce(caller, change);
      await announce(done.clientId, done.alertIds);
      return { matchedCount: 1 };
    },
  };
}
