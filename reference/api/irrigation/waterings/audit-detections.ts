import type { Database } from "../../core/database/open.ts";
import { toJson } from "../../core/serialize.ts";
import { auditAll, PROGRAM } from "../../records/audit/write.ts";
import type { detections } from "../../schema/irrigation.ts";

/** Writes the program's detections to the audit, in the transaction that stores them. */
export function auditDetections(
  transaction: Database,
  added: readonly (typeof detections.$inferSelect)[],
  date: Date,
): Promise<void> {
  return auditAll(
    transaction,
    added.map((row) => ({
      author: PROGRAM,
      date,
      clientId: row.clientId,
      entity: "Detection",
      recordId: row._id,
      after: toJson(row),
    })),
  );
}
