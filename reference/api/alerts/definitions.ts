import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { AlertRuleFields, checkAlertRule } from "@lamina/shared/records/alert";
import type { JsonRecord } from "../core/serialize.ts";
import { mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { defineRecord } from "../records/definition.ts";
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
    const { scope } = rule;
    const broken = checkAlertRule(rule);
    if (broken.length > 0) return broken;
    if (rule.stops && !mayOnClient(change.caller, views.commandInsert.access, change.clientId))
      throw problems.forbidden("mayNotCommand");
    if (scope.kind === "client") return [];
    const missing = await missingReferences(
      { references: { id: scope.kind === "farm" ? places.farm : places.pivot } },
      scope,
      { ...change, before: scopeOf(change.before) },
    );
    return missing.map((error) => ({ ...error, field: "scope.id" }));
  },
});

const scopeOf = (before: JsonRecord | undefined) => before?.scope as JsonRecord | undefined;
