import * as z from "zod";

/** Values for fields with a meaning of their name; any other value is made from its schema. */
type Known = Readonly<Record<string, unknown>>;

/** A sample value for a schema, valid in form but not necessarily accepted. Optional fields are left out. */
export function sample(schema: z.ZodType, known: Known, text: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodUndefined)
    return undefined;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodObject) return sampleObject(schema, known, text);
  if (schema instanceof z.ZodArray) return [sample(schema.element as z.ZodType, known, text)];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodUnion) return sample(schema.options[0] as z.ZodType, known, text);
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return true;
  return text;
}

function sampleObject(schema: z.ZodObject, known: Known, text: string): Record<string, unknown> {
  const fields = Object.entries(schema.shape).map(
    ([field, part]) => [field, known[field] ?? sample(part as z.ZodType, known, text)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
