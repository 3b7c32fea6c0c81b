import { randomUUID } from "node:crypto";
import type { Database } from "../../core/database/open.ts";
import { alertRules } from "../../schema/alerts.ts";
import { builtInRules } from "./default-rules.ts";

/** Gives a client the built-in rules as records of its own, to be changed as it likes. */
export async function addBuiltInRules(database: Database, clientId: string, now: Date): Promise<void> {
  await database
    .insert(alertRules)
    .values(builtInRules.map((rule) => ({ ...rule, _id: randomUUID(), clientId, createdAt: now, updatedAt: now })));
}
