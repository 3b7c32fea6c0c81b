import type { BrokenRule } from "@lamina/shared/rules/rule";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import type * as z from "zod";
import { problems } from "./problem.ts";
import { unitAt } from "./schema-unit.ts";

/**
 * What the schema makes of the data.
 * @throws HttpProblem 400 that names each broken rule
 */
export function validate<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) throw problems.validation(schemaRules(result.error, data).map((rule) => withUnit(rule, schema)));
  return result.data;
}

/** A limit is answered with its unit. */
function withUnit(rule: BrokenRule, schema: z.ZodType): BrokenRule {
  if (rule.id !== "too-small" && rule.id !== "too-big") return rule;
  const unit = unitAt(schema, rule.field.split("."));
  return unit ? { ...rule, unit } : rule;
}
