import type * as z from "zod";
import { formatNumber } from "../format.ts";
import { text } from "./text.ts";

/** Errors by the path of their field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a schema has against a record, in Portuguese, by field: the same rules and words as the API's. */
export function errorsOf(error: z.ZodError, record: unknown): FieldErrors {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    const missing = issue.code !== "custom" && at(record, issue.path) === undefined;
    errors[issue.path.map(String).join(".")] ??= missing ? text.required : issueText(issue);
  }
  return errors;
}

function at(record: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    record,
  );
}

const written = (limit: number | bigint) => formatNumber(Number(limit), Number.isInteger(Number(limit)) ? 0 : 2);

function issueText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string") return Number(issue.minimum) === 1 ? text.required : text.tooShort(issue.minimum);
      return issue.origin === "array" ? text.tooFew(issue.minimum) : text.tooSmall(written(issue.minimum));
    case "too_big":
      if (issue.origin === "string") return text.tooLong(issue.maximum);
      return issue.origin === "array" ? text.tooMany(issue.maximum) : text.tooBig(written(issue.maximum));
    case "invalid_type":
      return text.notNumber;
    case "invalid_value":
      return text.choose;
    case "invalid_format":
      return text.formats[issue.format as keyof typeof text.formats] ?? text.invalid;
    case "custom":
      return issue.message;
    default:
      return text.invalid;
  }
}
