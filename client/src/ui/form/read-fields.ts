import type { BrokenRule } from "@lamina/shared/rules/rule";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import * as z from "zod";
import { twoReadings } from "../parse-number.ts";
import type { FormValue } from "./form-values.ts";
import { schemaAt, valueAt } from "./path.ts";

/**
 * The fields of a form as their schema gives them, or the rules that they break: those of the schema or, when none is
 * broken, those of `check`.
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  check: (fields: z.output<Schema>) => readonly BrokenRule[] = () => [],
): { fields: z.output<Schema> | null; rules: readonly BrokenRule[] } {
  const parsed = schema.safeParse(given);
  const rules = parsed.success
    ? check(parsed.data)
    : valueRules(parsed.error, given).map((rule) => withRange(rule, schema));
  return { fields: parsed.success && rules.length === 0 ? parsed.data : null, rules };
}

/** The rules of a schema that typed values break; a number of two meanings names both. */
export function valueRules(error: z.ZodError, given: unknown): BrokenRule[] {
  return schemaRules(error, given).map((rule) => {
    const typed = rule.id === "invalid-type" ? valueAt(given as FormValue, rule.field) : undefined;
    const isUnclear = typeof typed === "string" && twoReadings(typed) !== undefined;
    return isUnclear ? { field: rule.field, id: "two-readings", typed } : rule;
  });
}

/** False for the limits of a number without a range, and of an integer without one. */
const isLimit = (limit: number | null) => limit !== null && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

/** The rule of a number names its whole range, so that the next value that a person enters is valid. */
function withRange(rule: BrokenRule, form: z.ZodType): BrokenRule {
  const { schema } = schemaAt(form, rule.field);
  if (!(schema instanceof z.ZodNumber) || rule.exclusive || rule.id === "two-readings") return rule;
  const { minValue: minimum, maxValue: maximum } = schema;
  return isLimit(minimum) && isLimit(maximum) ? { field: rule.field, id: "out-of-range", minimum, maximum } : rule;
}
