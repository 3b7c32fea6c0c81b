import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import type { Endpoint } from "@lamina/shared/calls/endpoint";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { entities } from "@lamina/shared/calls/entities";
import * as z from "zod";

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
}

/** The text of `docs/your-api.md`: the calls that an operator's own API must answer, generated from the contract. */
export function yourApiPage(): string {
  const ownCalls = new Set<Endpoint>(Object.values(endpoints));
  const records = Object.entries(entities);
  const ofRecords = new Set<Endpoint>(records.flatMap(([, calls]) => Object.values(calls) as Endpoint[]));
  const views = allEndpoints.filter((endpoint) => !ownCalls.has(endpoint) && !ofRecords.has(endpoint));
  return `# Your own API

Generated from \`shared/src\` by \`npm run docs:your-api\`; do not edit.

Lâmina works with any API that provides the calls of the first table over HTTPS (port 444) and requires a bearer token on every
call except the login. Every other call is optional: if the API answers 404, its screen shows a message in Portuguese, and everything
else works. \`npm run conformance -- https://api.example.com.br:444\` makes the reading calls to your API and
writes a report; with \`--write\` also those that add, change and delete a client and its records, on a client that it makes and deletes.

- Requests and responses are JSON. Errors should be \`application/problem+json\` (RFC 9457).
- \`Password\` is the base64 of the password's UTF-8 bytes. An empty token, 401 and 403 all mean a wrong user or password.
- An update returns \`matchedCount\`; 0 means that nothing was updated. A 2xx without it counts as updated, unless it says \`success: false\` or an \`error\`.
- \`POST /Client/Update\` sends the whole client as it was loaded, also fields that the app does not know, with the changes in it.
- Answers are read kindly: lists and objects within \`data\`, \`items\`, \`result\` and the like, names in other capitals, ids as numbers or \`{"$oid": …}\`,
  numbers as texts, dates in the forms below. An element of a list that still cannot be read is left out, with one line in the browser's console;
  \`npm run conformance\` names all of it. An answer of a form that cannot be read is asked for again with a growing pause.
- A menu of the client is shown as it is, in its order. Only the default menu (\`/Menu/GetAll\`) gets the daily records, unless it lists them.
- The token has three dot-separated parts; \`exp\` (seconds), \`name\`, \`roles\` and \`jti\` are read from it. \`name\` is a level
  of the broker's topics: without it there are no live messages.
- The BFF caches the response to a GET for \`CACHE_TTL_MS\` per token, unless it sets a cookie or varies by other headers. A write by any user
  invalidates it when it ends.
- An API or gateway that compresses without being asked is decoded. Server-sent events do not arrive: an answer is received up to 1 MiB before it is sent on.
- The BFF repeats a GET, HEAD, OPTIONS, PUT or DELETE once when the API closed a kept connection before any answer, so these calls must be idempotent.
- The path of \`UPSTREAM_URL\` is kept: \`https://api.example.com.br/v2\` is asked for \`/v2/healthz\` and \`/v2/Client/GetAll\`. \`/healthz\` may take \`UPSTREAM_HEALTH_TIMEOUT_MS\`; after a second the API is reported as \`slow\`.
- \`X-Client-Id\` is optional. On a GET it says that the response holds the data of this client (\`_id\`) and of no other one; on the 2xx of a
  write, that the write changed nothing that such a response of another client holds. Those responses then stay in the BFF's memory. When in doubt, omit it.
- \`POST /Watering/Record\` is optional. An API that answers 404 or 501 to it gets the same run by \`POST /Watering/Import\`: what was applied and
  what is planned, split by the app at the moment of the record.
- \`GET /healthz\` may list \`features\` in its JSON, and the app uses them only then: \`logout\` (\`POST /Authentication/Logout\` at the
  user's logout), \`sessions\` (the list of a user's logins). The BFF repeats them in \`/config.json\`.
- The BFF calls \`GET /healthz\`: 2xx means up, 5xx down. Any other response, such as 404, means that the API can be reached, but not whether it works.

## Needed

${callTable([...ownCalls])}

## Records

Each record has five calls: \`GetByClientID\`, \`GetByID\`, \`Insert\`, \`Update\` (with \`updatedAt\` of the version that was edited) and
\`Delete\`. Fields in parentheses are optional.

| record | screen | fields |
|---|---|---|
${records.map(([, { getById, insert }]) => `| \`${insert.path.split("/")[1]}\` | ${getById.access?.screen ?? "all"} | ${fields(getById.reply)} |`).join("\n")}

## Screens

${callTable(views)}

## Broker

MQTT 3.1.1 over secure WebSocket, port 8884, path \`/mqtt\`. The BFF logs in with one account. It subscribes and publishes to
\`{name}/{token payload}/Frontend/{topic}\` and \`{name}/ALL/Frontend/{topic}\` with QoS 1. A message is \`{"message": …, "date": ISO 8601}\`.
The app shows each message of the topic \`notifications\` to the user, titled *Mensagem*, whatever its form. The names of the fields may have capitals.
A payload without a field \`message\` is the message itself: plain text, JSON of any kind. Its text is UTF-8, UTF-16 with a byte order mark, or Windows-1252.

\`date\` may be ISO 8601 with or without a zone, also with a blank for the \`T\`, \`-0300\`, or the day alone; seconds or milliseconds since 1970, as number or text;
RFC 1123; JavaScript's text; \`dd/mm/aaaa HH:MM:SS\`, day first; \`/Date(…)/\` of .NET. Without a zone it is read by the clock of the device that shows it.
A date that is absent or in another form becomes the time of arrival. The BFF logs each such fault once for a form of topic, and counts it in \`bff_realtime_unusual_messages_total\`.

Two messages are two, also with equal text and date. One is shown once when it comes again:
- the broker sends its packet again (flag DUP, same packet id and content);
- it is published to both topics of a session, with an equal date;
- the broker had stored it (retained), and a message with equal date and text is listed already, or with equal text where it has no date;
- its publisher sends it again: it has a field \`id\` beside \`message\`, and id, date and text are equal. Give a message an \`id\` and a \`date\` where your program may send it twice.
`;
}

function callTable(calls: readonly Endpoint[]): string {
  const rows = calls.map(
    ({ method, path, summary, access, query, body, reply }) =>
      `| \`${method} ${path}\` | ${summary} | ${access?.screen ?? "all"} | ${fields(query)} | ${fields(body)} | ${fields(reply)} |`,
  );
  return `| call | what | screen | query | body | answer |\n|---|---|---|---|---|---|\n${rows.join("\n")}`;
}

/** The fields of a schema in one line; optional ones in parentheses. */
function fields(schema: z.ZodType): string {
  if (schema instanceof z.ZodUndefined) return "";
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const list = json.type === "array" ? (json.items ?? {}) : json;
  const names = Object.entries(list.properties ?? {}).map(([name, field]) => {
    const text = `\`${name}\` ${typeName(field)}`.trim();
    return list.required?.includes(name) ? text : `(${text})`;
  });
  const text = names.join(", ") || (json.type === undefined ? "anything" : typeName(list));
  return json.type === "array" ? `list of ${text}` : text;
}

function typeName({ type, anyOf, enum: values, const: constant, format, items }: JsonSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(" or ");
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf)
    return anyOf
      .map(typeName)
      .filter((name, index, all) => name !== "" && all.indexOf(name) === index)
      .join(" or ");
  if (type === "array") return `list${items ? ` of ${typeName(items)}` : ""}`;
  return format ?? (Array.isArray(type) ? type.join(" or ") : (type ?? ""));
}
