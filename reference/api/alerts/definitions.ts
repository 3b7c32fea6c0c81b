import { entities } from "@lamina/shared/calls/entities";
import { AlertRuleFields, checkAlertRule } from "@lamina/shared/records/alert";
import type { JsonRecord } from "../core/serialize.ts";
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
  check: async ({ scope }, change) => {
    if (scope.kind === "client") return [];
    const broken = checkAlertRule({ scope });
    if (broken.length > 0) return broken;
    const missing = await missingReferences(
      { references: { id: scope.kind === "farm" ? places.farm : places.pivot } },
      scope,
      { ...change, before: scopeOf(change.before) },
    );
    return missing.map((error) => ({ ...error, field: "scope.id" }));
  },
});

const scopeOf = (before: JsonRecord | undefined) => before?.scope as JsonRecord | undefined;
