import type { Database } from "../../core/database/open.ts";
import { toJson } from "../../core/serialize.ts";
import { auditAll } from "../../records/audit/write.ts";
import type { detections } from "../../schema/irrigation.ts";
import { PROGRAM } from "./watering-overlap.ts";

/** Notes in the audit that the program detected something, in the transaction that stores it. */
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
