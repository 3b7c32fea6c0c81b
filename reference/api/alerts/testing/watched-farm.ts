import type { FarmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { NotificationMessage } from "@lamina/shared/records/alert";
import { eq } from "drizzle-orm";
import { quietLog } from "../../../testing/quiet-log.ts";
import { builtInGroups } from "../../access/identity/groups.ts";
import { addUser, upsertGroups } from "../../access/identity/seed.ts";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/domain-events.ts";
import { createEvents } from "../../core/events.ts";
import type { Caller } from "../../http/caller.ts";
import { createIrrigation } from "../../irrigation/service.ts";
import { plantField } from "../../irrigation/testing/field.ts";
import { notifications } from "../../schema/alerts.ts";
import { clients } from "../../schema/clients.ts";
import { memberships } from "../../schema/identity.ts";
import { pivotStatuses } from "../../schema/telemetry.ts";
import { createTelemetry } from "../../telemetry/service.ts";
import type { AlertMails } from "../digests/digest.ts";
import { createAlertInbox } from "../inbox/inbox.ts";
import { createAlerts } from "../service.ts";
import type { WebhookNetwork } from "../webhook/send.ts";

/** 09:00 on the farm. */
const MORNING = "2026-05-14T12:00:00Z";

/** A farm of one pivot with one sector, and users who receive its alerts. Deactivates the clients of earlier tests. */
export async function watchedFarm(database: Database, id: string, days: { from: FarmDay; to: FarmDay } = NO_DAYS) {
  await database.update(clients).set({ active: false });
  const field = await plantField(database, { id, ...days });
  await upsertGroups(database, new Date(MORNING));
  const pivotId = `${id}-pivot-1`;
  const sent: { userName: string; message: NotificationMessage; at: Date }[] = [];
  const clock = { at: new Date(MORNING), now: () => clock.at };
  /** Users who cannot be reached, by the end of the name; "" means all of them. */
  const broker: { unreachable: string | null } = { unreachable: null };
  const publisher = {
    commandDevice: async () => {},
    publishToUser: async (userName: string, _topic: string, message: unknown) => {
      if (broker.unreachable !== null && userName.endsWith(broker.unreachable)) throw new Error("no broker");
      sent.push({ userName, message: message as NotificationMessage, at: clock.at });
    },
  };

  /** The program, restarted: new memory, same database. */
  function startProgram(mail?: AlertMails, network?: WebhookNetwork) {
    const problems: unknown[] = [];
    const events = createEvents((error) => problems.push(error));
    const emitted: DomainEvents["alert"][] = [];
    events.on("alert", (event) => void emitted.push(event));
    const context = { database, clock, events, publisher, log: quietLog } satisfies Context;
    const telemetry = createTelemetry(context);
    const irrigation = createIrrigation(context, { telemetry });
    const alerts = createAlerts(context, { telemetry, ...irrigation, mail, network });
    return { alerts, telemetry, irrigation, inbox: createAlertInbox(context), events, emitted, problems };
  }

  return {
    ...field,
    pivotId,
    sent,
    broker,
    clock,
    startProgram,
    advance: (minutes: number) => {
      clock.at = new Date(clock.at.getTime() + minutes * MINUTE_MS);
    },
    /** A report of the panel, some minutes from now. */
    say: (minutes: number, state: Partial<typeof pivotStatuses.$inferInsert>) =>
      database.insert(pivotStatuses).values({
        pivotId,
        date: new Date(clock.at.getTime() + minutes * MINUTE_MS),
        running: true,
        wet: true,
        direction: "forward",
        angleDeg: 214,
        ...state,
      }),
    addUser: async (name: string, more: { groupId?: string; farmIds?: string[] } = {}): Promise<Caller> => {
      const groupId = more.groupId ?? "gestor";
      const group = builtInGroups.find(({ _id }) => _id === groupId);
      const user = { _id: `${id}-${name}`, userName: `${id}-${name}`, name, groupId, passwordHash: "" };
      await addUser(database, { ...user, clientIds: [field.clientId] }, clock.at);
      const farmIds = more.farmIds ?? [];
      await database.update(memberships).set({ farmIds }).where(eq(memberships.userId, user._id));
      const permissions = group?.permissions ?? [];
      const clients = new Map([[field.clientId, { permissions, farmIds }]]);
      return { userId: user._id, userName: user.userName, name, jti: "", groupId, permissions, clients };
    },
    inboxRows: () =>
      database
        .select()
        .from(notifications)
        .where(eq(notifications.clientId, field.clientId))
        .orderBy(notifications.date),
  };
}

/** Without weather and season. */
const NO_DAYS = { from: "2026-05-14", to: "2026-05-13" };
