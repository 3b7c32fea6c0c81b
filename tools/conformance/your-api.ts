import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import type { Endpoint } from "@lamina/shared/calls/endpoint";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { entities } from "@lamina/shared/calls/entities";
import { screenCalls } from "@lamina/shared/calls/screen-calls";
import { views } from "@lamina/shared/calls/views";
import { screenFeature } from "@lamina/shared/screens/features";
import { screenTitles } from "@lamina/shared/screens/text";
import * as z from "zod";
import { exampleOf, type JsonSchema } from "./example.ts";
import { partNames, recordNames, schemaOf } from "./open-api.ts";

/** The text of `docs/your-api.md`: the calls that an operator's own API must answer, generated from the contract. */
export function yourApiPage(): string {
  const ownCalls = new Set<Endpoint>(Object.values(endpoints));
  const records = Object.entries(entities);
  const ofRecords = new Set<Endpoint>(records.flatMap(([, calls]) => Object.values(calls) as Endpoint[]));
  for (const { query, body, reply } of allEndpoints)
    for (const schema of [query, body, reply]) schemaOf(schema, components);
  const others = allEndpoints.filter((endpoint) => !ownCalls.has(endpoint) && !ofRecords.has(endpoint));
  return `# Your own API

Generated from \`shared/src\` by \`npm run docs:your-api\`; do not edit.

Lâmina works with any API that provides the calls of the first table over HTTPS (port 444) and requires a bearer token on every
call except the login. Every other call is optional: where the API answers 404, the screen leaves the menu, and everything else works.

1. Start from [examples/smallest-api.mjs](examples/smallest-api.mjs): the calls of the first table and one screen in 150 lines, without packages.
2. Add screens in the order of the [ladder](#ladder). [openapi.json](openapi.json) has every call with its nested fields and an example of what is sent and answered.
3. \`npm run conformance -- https://api.example.com.br:444\` makes the reading calls to your API, writes a report, and ends with what to do first.
   With \`--write\` it also adds, changes and deletes a client and its records, on a client that it makes and deletes.

## Rules

**Requests and answers**
- Requests and responses are JSON. Errors should be \`application/problem+json\` (RFC 9457).
- \`Password\` is the base64 of the password's UTF-8 bytes; \`UserName\` is plain.
- The token has three dot-separated parts, none of them empty; \`exp\` (seconds, needed), \`name\`, \`roles\` and \`jti\` are read from it. \`name\` is a level
  of the broker's topics: without it there are no live messages.
- An update returns \`matchedCount\`; 0 means that nothing was updated. A 2xx without it counts as updated, unless it says \`success: false\` or an \`error\`.
- \`POST /Client/Update\` sends the whole client as it was loaded, also fields that the app does not know, with the changes in it.
- Answers are read kindly ([odd answers](odd-answers.md) has what the user sees of each): lists and objects within \`data\`, \`items\`, \`result\` and the like, names in other capitals, ids as numbers or \`{"$oid": …}\`,
  numbers as texts, dates in the forms below; 204 or \`null\` for a list is an empty one, except of clients. An element of a list that still cannot be read is left out, with one line in the browser's console;
  \`npm run conformance\` names all of it. An answer of a form that cannot be read is asked for again with a growing pause.
- A menu is shown as it is, in its order, without entries that lead to no page or to a screen that the API cannot feed. Only the default menu
  (\`/Menu/GetAll\`) gets the daily records, unless it lists them.
- \`POST /Watering/Record\` is optional. An API that answers 404 or 501 to it gets the same run by \`POST /Watering/Import\`: what was applied and
  what is planned, split by the app at the moment of the record.

**Headers**
- \`Date\`: the app and the BFF compare it with their clocks, and judge \`exp\` by the API's. Let NTP set its clock.
- \`Cache-Control\`: the BFF caches the response to a GET for \`CACHE_TTL_MS\` per token, unless it says \`no-store\`; the browser always asks again.
  A write by any user invalidates it when it ends.
- \`Vary\`: a response that varies by other headers than \`Accept\`, \`Accept-Encoding\`, \`Accept-Language\`, \`Authorization\` and \`Origin\` is not cached.
- \`Set-Cookie\` is dropped, and a response with it is not cached. No cookie reaches the API: balance by address or by token, not by cookie.
- \`X-Client-Id\` is optional. On a GET it says that the response holds the data of this client (\`_id\`) and of no other one; on the 2xx of a
  write, that the write changed nothing that such a response of another client holds. Those responses then stay in the BFF's memory. When in doubt, omit it.
- \`Content-Type\`: an answer without it is sent on as \`application/octet-stream\`. A file name in \`Content-Disposition\` may be UTF-8.
- \`Location\`, \`Content-Location\` and \`Link\` within the API become paths of the BFF, also with another scheme or port of its host.
- Compression that was not requested is decoded (\`gzip\`, \`br\`, \`deflate\`, \`zstd\`, also several). JSON in another charset than UTF-8, named or not, becomes UTF-8; \`NaN\` is read as \`null\`.
  Interim answers (1xx) are dropped. Server-sent events do not arrive: an answer is received up to 1 MiB before it is sent on, and 504 after \`UPSTREAM_TIMEOUT_MS\`.

**Address and health**
- The path of \`UPSTREAM_URL\` is kept: \`https://api.example.com.br/v2\` is asked for \`/v2/healthz\` and \`/v2/Client/GetAll\`.
- The BFF calls \`GET /healthz\` without a token: 2xx means up, 5xx down. Any other response, such as 404, means that the API can be reached, but not whether it works.
  It may take \`UPSTREAM_HEALTH_TIMEOUT_MS\`; after a second the API is reported as \`slow\`.
- The BFF repeats a GET, HEAD, OPTIONS, PUT or DELETE once when the API closed a kept connection before any answer, so these calls must be idempotent.

## Beyond the specification

What the product does before your API that the specification does not say, and how to change it. A *feature* is a name in the list \`features\` of the JSON that
\`GET /healthz\` answers, as in \`{"features": ["first-access", "screen-maps"]}\`; the BFF repeats it in \`/config.json\`.

| what | changed by |
|---|---|
| 401 and 403 at the login mean a wrong user or password, as an empty token does. A 403 in HTML is a firewall's and counts as a communication failure, and so does a redirected login | answer 200 with an empty token |
| *Primeiro acesso ou esqueci a senha* on the login page, and the role \`set-password\`, whose token can only set its user's password | feature \`first-access\`; without it the button is away, and the role is one like any other |
| ten failed logins of a user from one address in 15 minutes are answered 429 by the BFF, with an alert of its own | \`LOGIN_MAX_FAILURES\`, \`LOGIN_WINDOW_MS\` |
| with the feature \`known-devices\` the login has a random key of the browser as \`Device\`, by which BFF and API limit strangers apart | without the feature the login is \`{UserName, Password}\` |
| the app observes the topic \`changes\` beside \`notifications\`, and fetches again what a message names: \`{"clientId": …, "entities": ["Watering"]}\` | feature \`changes\`; without it the topic is not subscribed, and needs no right at the broker |
| the BFF's own calls: \`GET /Client/GetAll\` for each new token of a live connection, \`GET /healthz\` | \`TOKEN_JWKS_URL\`, \`TOKEN_PUBLIC_KEY_FILE\` or \`TOKEN_SECRET_FILE\` prove tokens without a call |
| the BFF makes the call of each screen once after a first list of clients, with that user's token, to see which screens the API can feed; again after ten minutes. 404, 405, 501 and a page in HTML mean that it cannot | features \`screen-…\` (the ladder has the names): an API that lists one is not asked, and the others leave the menu; or \`UPSTREAM_SURVEY=0\` |
| at a logout the app calls \`POST /Authentication/Logout\`, and shows a list of the user's logins | features \`logout\`, \`sessions\` |
| a login answered 401 with the id \`second-factor-needed\` and \`current.challenge\` asks for a code, and is sent again with \`Code\` and \`Challenge\`; a token with the role \`set-second-factor\` only sets up a second factor | feature \`second-factor\` for its screens; without such answers the login is that of §5 |
| *Meus acessos* sets a PIN for commands (\`/User/SetCommandPin\`); a command answered with the id \`confirm-password\`, \`confirm-pin\`, \`pin-missing\`, \`pin-locked\` or \`confirm-passkey\` asks for PIN or password, and is sent again with it | feature \`command-confirmation\` for the PIN of *Meus acessos*; without such answers nothing is asked |
| *Meus acessos* adds the biometry of a device (\`/User/StartPasskey\`, \`/User/ConfirmPasskey\`); an answer that asks for a code, a PIN or a password may have a challenge for it in \`current.passkey\` (\`challenge\`, \`rpId\`, \`allowed\`), which is answered by \`Passkey\` of the login or \`passkey\` of the command | feature \`passkeys\` for the list of *Meus acessos*; without \`current.passkey\` no button is shown |
| public route \`/unsubscribe\`, route \`/irrigameter/pivo/:id\`; storage keys \`config\`, \`clock\`, \`theme\` beside \`token\` and \`clientId\` | – |
| a token without \`exp\`, or with an empty third part, is refused as a communication failure | – |
| back, forward and \`/login\` do not reload the URL already shown | – |
| *Permissão de notificação negada.* is logged when the user refuses, not at each later start | – |
| \`X-Client-Id\` narrows what a write invalidates; *Registros* joins the default menu; photos of unsent records have 16 MiB beside the 4,980,736 bytes | omit the header; list a menu of the client |
| cookies are dropped both ways | – |

## Ladder

Each step adds a screen. The first call makes the screen: without it the screen is not in the menu. The others fill parts of it, and a part says so where they are missing.

| feature | screen | first call | further calls |
|---|---|---|---|
${ladder()}

## Needed

${callTable([...ownCalls])}

## Records

Each record has five calls: \`GetByClientID\`, \`GetByID\`, \`Insert\`, \`Update\` (with \`updatedAt\` of the version that was edited) and
\`Delete\`. It has the fields of its table, and ${[...COMMON].map(([name, type]) => `\`${name}\` ${type}`).join(", ")}. Fields in parentheses are optional.

${records.map(([, { getById }]) => partTable(recordNames.get(getById.reply)?.id ?? "", getById.access?.screen ?? "all")).join("\n\n")}

## Screens

A name with a capital is a record above or a part below. A list or an object without a name has its fields in [openapi.json](openapi.json).

${callTable(others)}

## Parts of answers

${partNames.map((name) => partTable(name)).join("\n\n")}

## Examples

One of each call above, with the fields that it must have. [openapi.json](openapi.json) has one of every call.

${examples([...Object.values(endpoints), views.sources, ...Object.values(screenCalls).filter((call) => !ownCalls.has(call))])}

## Broker

MQTT 3.1.1 over secure WebSocket, port 8884, path \`/mqtt\`. The BFF logs in with one account, whose rights must be: read and write on
\`{name}/{token payload}/Frontend/{topic}\` and \`{name}/ALL/Frontend/{topic}\` with QoS 1, for every user (\`+/+/Frontend/+\`), and nothing else. \`{topic}\` is \`notifications\` (read; with the feature \`changes\` that one too),
\`navigation\` and \`api-request\` (written). A message is \`{"message": …, "date": ISO 8601}\`.
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

function ladder(): string {
  return Object.entries(screenCalls)
    .map(([screen, first]) => {
      const further = allEndpoints.filter(
        (call) => call.access?.screen === screen && call.method === "GET" && call !== first,
      );
      const paths = further.filter(({ path }) => !path.endsWith("/GetByID")).map(({ path }) => `\`${path}\``);
      const call = screen === "config" ? "none: the client's own calls" : `\`${first.method} ${first.path}\``;
      const sources = screen === "forecast" || screen === "charts" ? ", with `GET /Source/GetByClientID`" : "";
      return `| \`${screenFeature(screen)}\` | ${titleOf(screen)} | ${call}${sources} | ${paths.join(", ")} |`;
    })
    .join("\n");
}

function titleOf(screen: string): string {
  const { setup, ...sections } = screenTitles;
  const titles: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(sections).map(([name, { title }]) => [name, title])),
    ...setup.pages,
  };
  return titles[screen] ?? screen;
}

function examples(calls: readonly Endpoint[]): string {
  const example = (schema: z.ZodType) => JSON.stringify(exampleOf(schemaOf(schema, components), components));
  return calls
    .map(({ method, path, body, reply }) => {
      const sent = body instanceof z.ZodUndefined ? "" : `\n${example(body)}`;
      return `\`\`\`\n${method} ${path}${sent}\n→ ${reply.def.type === "unknown" ? "anything" : example(reply)}\n\`\`\``;
    })
    .join("\n");
}

function callTable(calls: readonly Endpoint[]): string {
  const rows = calls.map(
    ({ method, path, summary, access, query, body, reply }) =>
      `| \`${method} ${path}\` | ${summary} | ${access?.screen ?? "all"} | ${fields(query)} | ${fields(body)} | ${fields(reply)} |`,
  );
  return `| call | what | screen | query | body | answer |\n|---|---|---|---|---|---|\n${rows.join("\n")}`;
}

const components: Record<string, JsonSchema> = {};
/** Fields of every record. */
const COMMON = new Map([
  ["_id", "string"],
  ["clientId", "string"],
  ["createdAt", "date-time"],
  ["updatedAt", "date-time"],
]);
/** Longer lists of values are in docs/openapi.json. */
const MAX_VALUES = 8;

/** The fields of a record or of a part of answers, one a row. */
function partTable(name: string, screen?: string): string {
  const schema = components[name] ?? {};
  const rows = fieldsOf(schema)
    .filter(({ name: field, type, isRequired }) => !(screen && isRequired && COMMON.get(field) === type))
    .map(({ name: field, type, isRequired }) => `| ${isRequired ? `\`${field}\`` : `(\`${field}\`)`} | ${type} |`);
  const alternatives = schema.oneOf ?? schema.anyOf;
  const text = alternatives
    ? `One of:\n${alternatives.map((one) => `- ${line(one)}`).join("\n")}`
    : `| field | type |\n|---|---|\n${rows.join("\n")}`;
  return `### ${name}${screen ? ` (${screen})` : ""}\n\n${text}`;
}

/** The fields of a schema in one line; optional ones in parentheses. */
function fields(schema: z.ZodType): string {
  if (schema instanceof z.ZodUndefined) return "";
  const json = schemaOf(schema, components);
  const text = line(json.type === "array" ? (json.items ?? {}) : json) || "anything";
  return json.type === "array" ? `list of ${text}` : text;
}

function line(schema: JsonSchema): string {
  const inner = fieldsOf(schema).map(({ name, type, isRequired }) => {
    const text = `\`${name}\` ${type}`.trim();
    return isRequired ? text : `(${text})`;
  });
  return inner.join(", ") || typeName(schema);
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, field]) => ({
    ...{ name, type: typeName(field) },
    isRequired: required.includes(name),
  }));
}

function typeName(schema: JsonSchema): string {
  const { type, $ref, anyOf, oneOf, allOf, enum: values, const: constant, format, items } = schema;
  if ($ref) return $ref.split("/").at(-1) ?? "";
  if (values)
    return values.length > MAX_VALUES ? `one of ${values.length} values` : alternatives(values, JSON.stringify);
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf ?? oneOf) return alternatives(anyOf ?? oneOf ?? [], typeName);
  if (allOf) return allOf.map(typeName).join(" and ");
  if (type === "array") return ["list", items && typeName(items)].filter(Boolean).join(" of ");
  return format ?? (Array.isArray(type) ? type.join(" or ") : (type ?? schema.usual ?? ""));
}

function alternatives<One>(list: readonly One[], nameOf: (one: One) => string): string {
  return [...new Set(list.map((one) => nameOf(one)))].filter(Boolean).join(" or ");
}
