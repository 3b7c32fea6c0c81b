/** The part of JSON Schema that the page shows. */
interface Field {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  unit?: string;
  items?: Field;
  anyOf?: Field[];
  properties?: Record<string, Field>;
  required?: string[];
}

/** One call as OpenAPI tells it. */
export interface Operation {
  method: string;
  path: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; required?: boolean; schema?: Field }[];
  requestBody?: { content?: Record<string, { schema?: Field }> };
  responses?: Record<string, { content?: Record<string, { schema?: Field }> }>;
}

/** A page to read the API by: plain HTML, everything in it. */
export function renderDocumentation(operations: readonly Operation[]): string {
  const groups = Map.groupBy(
    operations.filter(({ tags }) => tags !== undefined),
    ({ tags = [] }) => tags[0] ?? "",
  );
  const names = [...groups.keys()];
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API Lâmina</title><style>${STYLE}</style></head><body>
<h1>API Lâmina</h1>
<p>Todas as chamadas, menos as públicas, pedem <code>Authorization: Bearer …</code>. Erros vêm como
<code>application/problem+json</code>. A especificação completa está em <a href="/openapi.json">/openapi.json</a>.</p>
<nav>${names.map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join(" ")}</nav>
${names.map((name) => section(name, groups.get(name) ?? [])).join("\n")}
</body></html>`;
}

function section(name: string, operations: readonly Operation[]): string {
  return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${operations.map(article).join("\n")}</section>`;
}

function article({ method, path, summary = "", description = "", ...operation }: Operation): string {
  const query = Object.fromEntries((operation.parameters ?? []).map(({ name, schema = {} }) => [name, schema]));
  const required = (operation.parameters ?? []).filter((parameter) => parameter.required).map(({ name }) => name);
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const reply = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<p>${escapeHtml(description)}</p>
${table("Parâmetros", { properties: query, required })}${table("Corpo", body)}${table("Resposta", reply)}</details>`;
}

function table(title: string, schema: Field | undefined): string {
  const isList = schema?.items !== undefined;
  const record = isList ? schema.items : schema;
  const rows = Object.entries(record?.properties ?? {});
  if (rows.length === 0) return "";
  const cells = rows.map(([name, field]) => {
    const mark = record?.required?.includes(name) ? "*" : "";
    return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td><td>${escapeHtml(typeOf(field))}</td><td>${escapeHtml(limitsOf(field))}</td></tr>`;
  });
  return `<table><caption>${title}${isList ? " (lista)" : ""}</caption>
<thead><tr><th>Campo</th><th>Tipo</th><th>Limites</th></tr></thead><tbody>${cells.join("")}</tbody></table>`;
}

function typeOf(field: Field): string {
  if (field.enum) return field.enum.join(" | ");
  if (field.const !== undefined) return String(field.const);
  if (field.anyOf) return field.anyOf.map(typeOf).join(" | ");
  if (field.items) return `lista de ${typeOf(field.items)}`;
  return [field.type ?? "qualquer", field.format].flat().filter(Boolean).join(" ");
}

function limitsOf(field: Field): string {
  const range = (low?: number, high?: number) =>
    low === undefined && high === undefined ? "" : `${low ?? ""} a ${high ?? ""}`;
  const given = field.default === undefined ? "" : `padrão ${JSON.stringify(field.default)}`;
  const unit = field.unit ?? field.anyOf?.find((one) => one.unit)?.unit;
  const length = range(field.minLength, field.maxLength);
  return [range(field.minimum, field.maximum), unit, length && `${length} caracteres`, given]
    .filter(Boolean)
    .join(" · ");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #12302f; background: #fff }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
summary { cursor: pointer; padding: .5rem 0 }
summary b { display: inline-block; min-width: 4.5rem }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem }
caption { text-align: left; font-weight: 600 }
th, td { border-bottom: 1px solid #cfdcdb; padding: .25rem .5rem .25rem 0; text-align: left; vertical-align: top }
a { color: #0b5f63 }
`;
