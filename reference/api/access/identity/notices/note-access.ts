import type { Database } from "../../../core/database/open.ts";
import { type Author, audit } from "../../../records/audit/write.ts";
import { userStore } from "../user-store.ts";

interface AccessNote {
  userId: string;
  author: Author;
  date: Date;
  reason: string;
}

/** Writes what happened to a person's access to the audit of each client of the person, without any secret. */
export async function noteAccess(transaction: Database, { userId, ...note }: AccessNote): Promise<void> {
  const record = { ...note, entity: "User", before: {}, after: {} };
  for (const { membership } of await userStore.membershipsOf(transaction, userId))
    await audit(transaction, { ...record, clientId: membership.clientId, recordId: membership._id });
}
