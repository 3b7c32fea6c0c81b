import * as z from "zod";

/** Texts and numbers that schemas take, the first that fits. */
const CANDIDATES: readonly unknown[] = [
  "2026-05-10",
  "2026-05-10T12:00:00.000Z",
  "2026-05",
  "06:00",
  "America/Bahia",
  "ana@example.com",
  "https://example.com/a",
  "texto de prova",
  "texto",
  1,
  10,
  100,
  -12,
  2026,
  "1",
];

/** Whether a parameter names a record: `ID`, `_id`, `farmId`. */
const isIdName = (name: string) => /^(_id|ID|.*Id)$/.test(name);

/**
 * A value that the schema accepts, so that a test can spoil one field of an otherwise valid call.
 * @param ids records by the parameter that names them; `Ids` names a list of them
 */
export function sampleOf(schema: z.core.$ZodType, ids: Readonly<Record<string, string>>, name = ""): unknown {
  const id = ids[name] ?? ids[name.replace(/s$/, "")];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return sampleOf(schema.unwrap(), ids, name);
  if (schema instanceof z.ZodPipe) return sampleOf(schema.in, ids, name);
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([key, part]) => [key, sampleOf(part, ids, key)]));
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, ids, name)];
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] ?? z.undefined(), ids, name);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodRecord) return {};
  if (id !== undefined && (isIdName(name) || name.endsWith("Ids"))) return id;
  return CANDIDATES.find((value) => z.safeParse(schema, value).success) ?? null;
}
