import { builtInRules } from "../alerts/default-rules.ts";
import type { alertRules } from "../alerts/table.ts";
import { demoClientIds } from "./clients.ts";
import type { DemoRecord } from "./record.ts";

/** The rules that every client has, as records that may be edited. */
export const demoAlertRules: DemoRecord<typeof alertRules>[] = demoClientIds.flatMap((clientId) =>
  builtInRules.map((rule, index) => ({ _id: `${clientId}-regra-${index + 1}`, clientId, ...rule })),
);
