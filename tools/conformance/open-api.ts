import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import type { Endpoint } from "@lamina/shared/calls/endpoint";
import { entities } from "@lamina/shared/calls/entities";
import { ImportReply } from "@lamina/shared/calls/views/field-records";
import { Notification } from "@lamina/shared/records/alert";
import { Balance } from "@lamina/shared/records/balance";
import { PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { DayPlan, PlanItem } from "@lamina/shared/records/day-plan";
import { PivotStatus } from "@lamina/shared/records/farm";
import { Series } from "@lamina/shared/records/readings";
import { Recommendation } from "@lamina/shared/records/recommendation";
import { SensorSummary } from "@lamina/shared/records/telemetry";
import { WeatherDaily } from "@lamina/shared/records/weather";
import { Decision, MachineDay, SectorDay } from "@lamina/shared/views/machine-day";
import * as z from "zod";
import { exampleOf, type JsonSchema } from "./example.ts";

/** Records and parts of answers that several calls send, by the name of their component. */
export const recordNames = z.registry<{ id: string }>();
for (const { getById, insert } of Object.values(entities))
  recordNames.add(getById.reply, { id: insert.path.split("/")[1] ?? "" });
const PARTS = {
  ...{ MachineDay, SectorDay, Decision, Recommendation, DayPlan, PlanItem, Balance, PivotStatus, PivotCommand },
  ...{ SensorSummary, Series, WeatherDaily, Notification, ImportReply },
};
for (const [id, schema] of Object.entries(PARTS)) recordNames.add(schema, { id });
export const partNames = Object.keys(PARTS);

type Components = Record<string, JsonSchema>;

/** The contract as OpenAPI 3.1: every call with nested fields and one example of what is sent and answered. */
function openApi() {
  const components: Components = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of allEndpoints) {
    const call = { [endpoint.method.toLowerCase()]: operation(endpoint, components) };
    paths[endpoint.path] = { ...paths[endpoint.path], ...call };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "API before Lâmina",
      version: "1.0.0",
      description: "Generated from shared/src by npm run docs:your-api. docs/your-api.md says which calls are needed.",
    },
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } }, schemas: components },
  };
}

function operation(
  { summary, query, body, reply, public: isPublic, access }: Endpoint,
  components: Components,
): object {
  const { properties = {}, required = [] } = schemaOf(query, components);
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: "query", required: required.includes(name), schema },
    ...(required.includes(name) && { example: exampleOf(schema, components) }),
  }));
  const isFile = reply.def.type === "file";
  const answer = isFile ? { "*/*": { schema: { type: "string", format: "binary" } } } : content(reply, components);
  return {
    summary,
    ...(access && { tags: [access.screen] }),
    ...(isPublic && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(!(body instanceof z.ZodUndefined) && { requestBody: { required: true, content: content(body, components) } }),
    responses: { 200: { description: "OK", content: answer } },
  };
}

function content(schema: z.ZodType, components: Components): object {
  const json = schemaOf(schema, components);
  return { "application/json": { schema: json, example: exampleOf(json, components) } };
}

/** Days and moments by the name of their format alone, because their patterns hide everything else. */
function plainFormat({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const format = FORMATS.find(([schema]) => zodSchema instanceof schema)?.[1];
  if (format === undefined) return;
  delete jsonSchema.allOf;
  delete jsonSchema.pattern;
  jsonSchema.format = format;
}

const FORMATS = [
  [z.ZodISODateTime, "date-time"],
  [z.ZodISODate, "date"],
  [z.ZodEmail, "email"],
] as const;

/** The JSON Schema of what is sent; named records become components. */
export function schemaOf(schema: z.ZodType, components: Components): JsonSchema {
  if (schema instanceof z.ZodUndefined) return {};
  const options = { io: "input", unrepresentable: "any", metadata: recordNames, override: plainFormat } as const;
  const {
    $schema: _version,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, options) as JsonSchema & { $schema?: string };
  const pointed = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  for (const [name, definition] of Object.entries($defs)) components[name] ??= pointed(definition);
  const id = recordNames.get(schema)?.id;
  if (id === undefined) return pointed(json);
  components[id] ??= pointed(json);
  return { $ref: `#/components/schemas/${id}` };
}

/** The text of the file: a line for each call and each record, so that a change of one is one line. */
export function openApiFile(): string {
  const { paths, components, ...rest } = openApi();
  const lines = (parts: object, indent: string) =>
    Object.entries(parts)
      .map(([name, part]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(part)}`)
      .join(",\n");
  const { schemas, ...others } = components;
  return `{
${lines(rest, "  ")},
  "paths": {
${lines(paths, "    ")}
  },
  "components": {
${lines(others, "    ")},
    "schemas": {
${lines(schemas, "      ")}
    }
  }
}
`;
}
