import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { AlertRuleFields, checkAlertRule, type EscalationStep } from "@lamina/shared/records/alert";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { listenersOf } from "../access/identity/audience.ts";
import type { JsonRecord } from "../core/serialize.ts";
import { mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { defineRecord, type RecordChange } from "../records/definition.ts";
import { places } from "../records/places.ts";
import { missingReferences } from "../records/references.ts";
import { alertRules } from "../schema/alerts.ts";

export const alertRuleDefinition = defineRecord({
  calls: entities.alertRule,
  notFound: "alertRule",
  place: places.alertRule,
  fields: AlertRuleFields,
  orderBy: alertRules.createdAt,
  check: async (rule, change) => {
    const { scope, escalation, stops } = rule;
    if (stops && !mayOnClient(change.caller, views.commandInsert.access, change.clientId))
      throw problems.forbidden("mayNotCommand");
    const broken = [...checkAlertRule(rule), ...(await strangers(escalation, change))];
    if (scope.kind === "client" || broken.length > 0) return broken;
    const missing = await missingReferences(
      { references: { id: scope.kind === "farm" ? places.farm : places.pivot } },
      scope,
      { ...change, before: scopeOf(change.before) },
    );
    return missing.map((error) => ({ ...error, field: "scope.id" }));
  },
});

/** One error for each turn with a person who is not an active user of the client. Persons who were there before stay. */
async function strangers(steps: readonly EscalationStep[], change: RecordChange): Promise<BrokenRule[]> {
  const before = (change.before?.escalation ?? []) as EscalationStep[];
  const known = new Set(before.flatMap(({ userIds }) => userIds));
  const isNew = (id: string) => !known.has(id);
  if (!steps.some(({ userIds }) => userIds.some(isNew))) return [];
  for (const { userId } of await listenersOf(change.transaction, [change.clientId])) known.add(userId);
  return steps.flatMap(({ userIds }, index) =>
    userIds.some(isNew) ? [{ field: `escalation.${index}.userIds`, id: "not-found" }] : [],
  );
}

const scopeOf = (before: JsonRecord | undefined) => before?.scope as JsonRecord | undefined;
