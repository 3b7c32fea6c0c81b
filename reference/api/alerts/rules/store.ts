import { randomUUID } from "node:crypto";
import type { Database } from "../../core/database/open.ts";
import { alertRules } from "../../schema/alerts.ts";
import { builtInRules } from "./default-rules.ts";

/** Adds the built-in rules to a client as its own records, which it may change. */
export async function addBuiltInRules(database: Database, clientId: string, now: Date): Promise<void> {
  await database
    .insert(alertRules)
    .values(builtInRules.map((rule) => ({ ...rule, _id: randomUUID(), clientId, createdAt: now, updatedAt: now })));
}
