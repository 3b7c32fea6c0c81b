import { entities } from "@lamina/shared/calls/entities";
import { AlertRuleFields, checkAlertRule } from "@lamina/shared/records/alert";
import { defineRecord } from "../records/definition.ts";
import { missingReferences } from "../records/references.ts";
import { alertRules } from "../schema/alerts.ts";
import { farms, pivots } from "../schema/farms.ts";

export const alertRuleDefinition = defineRecord({
  calls: entities.alertRule,
  notFound: "alertRule",
  table: alertRules,
  fields: AlertRuleFields,
  orderBy: alertRules.createdAt,
  check: async ({ scope }, change) => {
    if (scope.kind === "client") return [];
    const broken = checkAlertRule({ scope });
    if (broken.length > 0) return broken;
    const missing = await missingReferences(
      { references: { id: scope.kind === "farm" ? farms : pivots } },
      scope,
      change,
    );
    return missing.map((error) => ({ ...error, field: "scope.id" }));
  },
});
