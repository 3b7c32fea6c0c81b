import type { Database } from "../../../core/database/open.ts";
import type { Mails } from "../../../mail/mails.ts";
import { auditReasons } from "../../../records/audit/text.ts";
import type { Author } from "../../../records/audit/write.ts";
import type { UserRow } from "../store.ts";
import { userStore } from "../user-store.ts";
import { noteAccess } from "./note-access.ts";
import { factorMails } from "./text.ts";

/** What happened to a person's access: its reason in the audit, and the mail that tells the person. */
const EVENTS = {
  on: auditReasons.secondFactorOn,
  off: auditReasons.secondFactorOff,
  reset: auditReasons.secondFactorReset,
  recovery: auditReasons.recoveryCodeUsed,
  passkeyAdded: auditReasons.passkeyAdded,
  passkeyEnded: auditReasons.passkeyEnded,
} as const;

/** Writes an event to the audit of each client of the person, and mails it where they have an address. */
export async function noteFactor(
  transaction: Database,
  mails: Pick<Mails, "isConfigured" | "addAutomatic">,
  { user, author, event, date }: { user: UserRow; author: Author; event: keyof typeof EVENTS; date: Date },
): Promise<void> {
  await noteAccess(transaction, { userId: user._id, author, date, reason: EVENTS[event] });
  const [{ membership: { clientId } = { clientId: undefined } } = {}] = await userStore.membershipsOf(
    transaction,
    user._id,
  );
  if (!mails.isConfigured || user.email === null || clientId === undefined) return;
  const { subject, text } = factorMails[event];
  await mails.addAutomatic(transaction, {
    ...{ clientId, userId: user._id, recipient: user.email, subject, text: text(user.name) },
    ...{ file: null, unsubscribeUrl: null },
  });
}
