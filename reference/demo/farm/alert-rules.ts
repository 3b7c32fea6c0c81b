import { builtInRules } from "../../api/alerts/rules/default-rules.ts";
import type { alertRules } from "../../api/schema/alerts.ts";
import { demoClientIds } from "./clients.ts";
import type { DemoRecord } from "./record.ts";

/** A demo client has the built-in rules of a new client. */
export const alertRulesOf = (clientId: string): DemoRecord<typeof alertRules>[] =>
  builtInRules.map((rule, index) => ({ _id: `${clientId}-alert-${index + 1}`, clientId, ...rule }));

export const demoAlertRules = demoClientIds.flatMap(alertRulesOf);
