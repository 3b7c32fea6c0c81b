import type * as z from "zod";
import type { BrokenRule } from "./rule.ts";

/** The rules of a schema that a record breaks. A required field without a value is `required`, whatever its type. */
export function schemaRules(error: z.ZodError, record: unknown): BrokenRule[] {
  return error.issues.map((issue) => {
    const field = issue.path.map(String).join(".");
    const isMissing = issue.code !== "custom" && valueAt(record, issue.path) === undefined;
    return isMissing ? { field, id: "required" } : { ...ruleOf(issue), field };
  });
}

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    record,
  );
}

function ruleOf(issue: z.core.$ZodIssue): Omit<BrokenRule, "field"> & { id: string } {
  switch (issue.code) {
    case "too_small":
      return { id: "too-small", minimum: Number(issue.minimum), ...limitOf(issue) };
    case "too_big":
      return { id: "too-big", maximum: Number(issue.maximum), ...limitOf(issue) };
    case "invalid_type":
      return { id: "invalid-type", expected: issue.expected };
    case "invalid_format":
      return { id: "invalid-format", format: issue.format };
    case "invalid_value":
      return { id: "invalid-value", values: issue.values };
    case "not_multiple_of":
      return { id: "not-multiple-of", divisor: Number(issue.divisor) };
    case "custom":
      return { ...issue.params, id: String(issue.params?.id ?? "invalid") };
    default:
      return { id: "invalid" };
  }
}

/** The unit that a limit counts where it is not a number, and whether the limit itself is excluded. */
function limitOf({ origin, inclusive }: { origin: string; inclusive?: boolean | undefined }) {
  const counts = origin === "string" ? "characters" : origin === "array" || origin === "set" ? "items" : undefined;
  return { ...(counts && { counts }), ...(!counts && inclusive === false && { exclusive: true }) };
}
