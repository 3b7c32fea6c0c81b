/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  /** The type that a value of any type mostly has. */
  usual?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Texts by format, and by the pattern of a format that JSON Schema has no name for. */
const TEXTS: Readonly<Record<string, string>> = {
  date: "2026-05-14",
  "date-time": "2026-05-14T12:00:00Z",
  time: "06:00",
  email: "ana@example.com.br",
  uri: "https://example.com.br/",
};
/** Texts of fields whose schema says no more than that they are texts. */
const FIELDS: Readonly<Record<string, string>> = {
  token: "eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiYW5hIiwiZXhwIjoxODAwMDAwMDAwfQ.c2lnbmF0dXJl",
  UserName: "ana",
  Password: "aXJyaWdhcg==",
  name: "Fazenda Boa Vista",
  title: "Previsão",
  path: "/forecast",
  icon: "partly-sunny-outline",
  from: "2026-05-01",
  to: "2026-05-14",
  timezone: "America/Sao_Paulo",
};
const PATTERNS = [
  "06:00",
  "2026-05",
  "2026-05-14",
  "2026-05-14T12:00:00Z",
  "a",
  "abc",
  "1",
  "482915",
  "QUJD",
  "A".repeat(43),
];
const DEEPEST = 8;
/** Optional fields without which an example says little. */
const FURTHER = new Set(["token", "typeChart"]);

type Refs = Readonly<Record<string, JsonSchema>>;

/** The smallest example of a schema: required fields, the first alternative, one element of each list. */
export function exampleOf(schema: JsonSchema, refs: Refs = {}, name = "", depth = 0): unknown {
  const inner = (part: JsonSchema, of = name) => exampleOf(part, refs, of, depth + 1);
  if (schema.$ref !== undefined) {
    const named = refs[schema.$ref.split("/").at(-1) ?? ""];
    return named && depth < DEEPEST ? inner(named) : {};
  }
  if (name === "typeChart") return 1;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return FIELDS[name] ?? schema.default;
  if (schema.allOf && schema.type === undefined) return Object.assign({}, ...schema.allOf.map((part) => inner(part)));
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative) return inner(alternative);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => schema.required?.includes(field) || FURTHER.has(field))
          .map(([field, part]) => [field, inner(part, field)]),
      );
    case "array": {
      if (schema.prefixItems) return schema.prefixItems.map((item) => inner(item));
      const length = Math.max(1, schema.minItems ?? 0);
      return schema.items ? Array.from({ length }, () => inner(schema.items ?? {})) : [];
    }
    case "string":
      return textOf(schema, name);
    case "number":
    case "integer":
      return numberOf(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return {};
  }
}

function textOf({ format, pattern, minLength = 0 }: JsonSchema, name: string): string {
  const form = pattern === undefined ? undefined : new RegExp(pattern);
  const known = TEXTS[format ?? ""] ?? FIELDS[name];
  if (known !== undefined && form?.test(known) !== false) return known;
  if (/^IDs?$|^_?id$|Ids?$/.test(name)) return "1".padStart(minLength, "0");
  const text = PATTERNS.find((candidate) => form?.test(candidate)) ?? "texto";
  return text.padEnd(minLength, "o");
}

function numberOf({ minimum, exclusiveMinimum, maximum = Number.POSITIVE_INFINITY }: JsonSchema): number {
  const least = Math.max(minimum ?? 1, (exclusiveMinimum ?? 0) + 1);
  return Math.min(least < -1e6 ? 1 : least, maximum);
}
