import { randomUUID } from "node:crypto";
import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import type { NotificationMessage } from "@lamina/shared/records/alert";
import type { AlertTest } from "@lamina/shared/views/mail";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import type { Caller } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import type { Mails } from "../../mail/mails.ts";
import { noteChannel } from "../../mail/user-channels.ts";
import { users } from "../../schema/identity.ts";
import { text } from "./text.ts";

type Outcome = AlertTest["outcomes"][number]["outcome"];

/**
 * Sends a caller a test in the app and by mail. The devices of closed apps get it by the BFF, which follows the same topic.
 * @throws HttpProblem 403 for a caller without a user, 404 for one without a client
 */
export function createChannelTest({
  database,
  clock,
  publisher,
  mails,
}: Pick<Context, "database" | "clock" | "publisher"> & {
  mails: Pick<Mails, "isConfigured" | "add">;
}): (caller: Caller) => Promise<AlertTest> {
  async function sendMail(userId: string, clientId: string): Promise<Outcome> {
    const [user] = await database.select({ email: users.email }).from(users).where(eq(users._id, userId));
    if (!mails.isConfigured || !user?.email) return "off";
    const mail = { subject: text.test, text: text.testMail, file: null, replyTo: null };
    return (await mails.add({ ...mail, clientId, userId, recipients: [user.email] })) ? "queued" : "failed";
  }

  return async ({ userId, userName, clients }) => {
    if (userId === null) throw problems.noUser();
    const [clientId] = clients.keys();
    if (clientId === undefined) throw problems.notFound("client");
    const notificationId = randomUUID();
    const message: NotificationMessage = { text: text.test, link: null, severity: "info", notificationId };
    const isSuccess = await publisher.publishToUser(userName, NOTIFICATIONS_TOPIC, message).then(
      () => true,
      () => false,
    );
    await noteChannel(database, { userIds: [userId], channel: "app", now: clock.now(), isSuccess });
    return {
      notificationId,
      outcomes: [
        { channel: "app", outcome: isSuccess ? "sent" : "failed" },
        { channel: "mail", outcome: await sendMail(userId, clientId) },
      ],
    };
  };
}
