import { isStorable, storable } from "@lamina/shared/core/storable-text";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import * as z from "zod";
import type { JsonRecord } from "../core/serialize.ts";
import { problems } from "./problem.ts";
import { unitAt, unwrapped } from "./schema-unit.ts";
import { unknownFields } from "./unknown-fields.ts";

/** Names that data may have beside those of its schema; `any` where the reader of the data judges them. */
type KnownNames = readonly string[] | "any";

/**
 * Parses data with a schema.
 * @throws HttpProblem 400 that names each broken rule, and each field that the schema does not have
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  known: KnownNames = [],
): z.output<Schema> {
  const result = schema.safeParse(data);
  const broken = result.success ? [] : schemaRules(result.error, data).map((rule) => withUnit(rule, schema));
  const unknown = known === "any" ? [] : unknownFields(schema, data, known);
  if (!result.success || unknown.length > 0) throw problems.validation([...unknown, ...broken]);
  const unstorable = unstorableTexts(result.data, schema);
  if (unstorable.length > 0) throw problems.validation(unstorable.map((field) => ({ field, id: "invalid-character" })));
  return result.data;
}

/**
 * Refuses fields that neither the schema nor the record as it is stored has.
 * @throws HttpProblem 400
 */
export function refuseUnknown(schema: z.ZodObject, data: JsonRecord, stored: JsonRecord): void {
  const names = z.object(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, z.unknown()])));
  const unknown = unknownFields(names, data, Object.keys(stored));
  if (unknown.length > 0) throw problems.validation(unknown);
}

/** Adds the unit to a broken limit. */
function withUnit(rule: BrokenRule, schema: z.ZodType): BrokenRule {
  if (rule.id !== "too-small" && rule.id !== "too-big") return rule;
  const unit = unitAt(schema, rule.field.split("."));
  return unit ? { ...rule, unit } : rule;
}

/**
 * Paths of texts that no database can store. Parts that the schema leaves open, such as the rows of a file, are checked
 * by their reader.
 */
export function unstorableTexts(value: unknown, schema?: z.core.$ZodType, path = ""): string[] {
  const inner = schema && unwrapped(schema);
  if (inner instanceof z.ZodUnknown) return [];
  if (typeof value === "string") return isStorable(value) ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const partSchema =
      inner instanceof z.ZodArray ? inner.element : inner instanceof z.ZodObject ? inner.shape[key] : undefined;
    const partPath = path === "" ? key : `${path}.${key}`;
    return isStorable(key) ? unstorableTexts(part, partSchema, partPath) : [storable(partPath)];
  });
}
