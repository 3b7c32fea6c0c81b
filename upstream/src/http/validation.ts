import type * as z from "zod";
import { type FieldError, problems } from "./problem.ts";
import { unitAt } from "./schema-unit.ts";

/**
 * What the schema makes of the data.
 * @throws HttpProblem 400 with one Portuguese message per field
 */
export function validate<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) throw problems.validation(result.error.issues.map((issue) => fieldError(issue, data, schema)));
  return result.data;
}

function fieldError(issue: z.core.$ZodIssue, data: unknown, schema: z.ZodType): FieldError {
  const field = issue.path.map(String).join(".");
  const missing = issue.code !== "custom" && valueAt(data, issue.path) === undefined;
  return missing
    ? { field, id: "required", message: "Campo obrigatório." }
    : { ...rule(issue, unitAt(schema, issue.path)), field };
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}

function rule(
  issue: z.core.$ZodIssue,
  unit: string | undefined,
): { id: string; message: string; [limit: string]: unknown } {
  switch (issue.code) {
    case "too_small":
      return { id: "too-small", minimum: Number(issue.minimum), ...(unit && { unit }), message: tooSmall(issue, unit) };
    case "too_big":
      return { id: "too-big", maximum: Number(issue.maximum), ...(unit && { unit }), message: tooBig(issue, unit) };
    case "invalid_type":
      return {
        id: "invalid-type",
        expected: issue.expected,
        message: `Valor inválido: esperado ${type(issue.expected)}.`,
      };
    case "invalid_format":
      return { id: "invalid-format", format: issue.format, message: format(issue.format) };
    case "invalid_value":
      return {
        id: "invalid-value",
        values: issue.values,
        message: `Use um destes valores: ${issue.values.join(", ")}.`,
      };
    case "not_multiple_of":
      return {
        id: "not-multiple-of",
        divisor: Number(issue.divisor),
        message: `Deve ser múltiplo de ${issue.divisor}.`,
      };
    case "custom":
      return { ...issue.params, id: String(issue.params?.id ?? "invalid"), message: issue.message };
    default:
      return { id: "invalid", message: "Valor inválido." };
  }
}

const number = (value: number | bigint) => Number(value).toLocaleString("pt-BR");
/** A limit with its unit: `100 mm`, `6°`. */
const amount = (value: number | bigint, unit = "") =>
  `${number(value)}${unit === "" || unit === "°" ? unit : ` ${unit}`}`;

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall, unit?: string): string {
  if (origin === "string")
    return minimum === 1 ? "Campo obrigatório." : `Use pelo menos ${number(minimum)} caracteres.`;
  if (origin === "array" || origin === "set") return `Informe pelo menos ${number(minimum)}.`;
  return inclusive ? `Deve ser no mínimo ${amount(minimum, unit)}.` : `Deve ser maior que ${amount(minimum, unit)}.`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig, unit?: string): string {
  if (origin === "string") return `Use no máximo ${number(maximum)} caracteres.`;
  if (origin === "array" || origin === "set") return `Informe no máximo ${number(maximum)}.`;
  return inclusive === false
    ? `Deve ser menor que ${amount(maximum, unit)}.`
    : `Deve ser no máximo ${amount(maximum, unit)}.`;
}

function type(expected: string): string {
  const names: Record<string, string> = {
    string: "texto",
    number: "número",
    int: "número inteiro",
    boolean: "verdadeiro ou falso",
    array: "lista",
    object: "objeto",
    date: "data",
  };
  return names[expected] ?? "outro tipo";
}

function format(name: string): string {
  const texts: Record<string, string> = {
    email: "E-mail inválido.",
    date: "Data inválida: use AAAA-MM-DD.",
    datetime: "Data e hora inválidas: use o formato ISO-8601.",
    url: "Endereço inválido.",
    regex: "Formato inválido.",
  };
  return texts[name] ?? "Formato inválido.";
}
