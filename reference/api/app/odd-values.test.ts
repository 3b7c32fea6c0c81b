import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import type { Endpoint } from "@lamina/shared/calls/endpoint";
import { entities } from "@lamina/shared/calls/entities";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { isLong } from "../../../scripts/testing/long.ts";
import { describeApi } from "../../testing/api.ts";
import { sampleOf } from "../../testing/sample-of.ts";

const CLIENT = "demo-santa-clara";

/** JSON that a program may send in place of any value. */
const ODD_JSON: readonly string[] = [
  "null",
  "true",
  "-1",
  "0.5",
  "1e308",
  "1e999",
  "9007199254740993",
  "[]",
  "[null]",
  '[[["a"]]]',
  "{}",
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"length":1e9}',
  '""',
  '"NaN"',
  '"1e999"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"duas\\nlinhas"',
  '"__proto__"',
  '"constructor"',
  '"%00"',
  '"2026-02-30"',
  '"9999-12-31"',
  '"0000-01-01"',
  '"-000001-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"+010000-01-01T00:00:00Z"',
  '"2026-05-10T25:61:00Z"',
  `"${"a".repeat(70_000)}"`,
  `[${Array(2000).fill("1").join(",")}]`,
];
const ODD_TEXTS = ODD_JSON.map((json) => (json.startsWith('"') ? (JSON.parse(json) as string) : json)).filter(
  (text) => text.length < 3000,
);

/** Ways to spoil one field: each yields the whole value as JSON. */
function* spoilt(sample: unknown, odd: string): Generator<[field: string, json: string]> {
  if (typeof sample !== "object" || sample === null) return;
  for (const key of Object.keys(sample)) {
    yield [key, textWith(sample, key, odd)];
    const inner = (sample as Record<string, unknown>)[key];
    for (const [field, json] of spoilt(inner, odd)) yield [`${key}.${field}`, textWith(sample, key, json)];
  }
}

function textWith(sample: object, key: string, json: string): string {
  const parts = Object.entries(sample).map(([name, value]) => [name, name === key ? json : JSON.stringify(value)]);
  if (Array.isArray(sample)) return `[${parts.map(([, text]) => text).join(",")}]`;
  return `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

/** Every other value at each field in the long run; otherwise each field gets some of them, in turn. */
const EACH = isLong ? 2 : 11;
/** The same for whole bodies that are no object, because the router refuses these alike in all calls. */
const EACH_WHOLE = isLong ? 1 : 4;

describeApi("a value that no field takes", (api) => {
  let token: string;
  let ids: Record<string, string>;
  const records: Record<string, Record<string, unknown>> = {};
  beforeAll(async () => {
    token = await api().login("ana");
    ids = { clientId: CLIENT, ID: CLIENT };
    for (const [name, calls] of Object.entries(entities)) {
      const list = await api().send(`${calls.getByClient.path}?ID=${CLIENT}`, { token });
      const record = (list.body as Record<string, unknown>[]).find(
        (one) => one.clientId === CLIENT && one.builtIn !== true,
      );
      if (record === undefined) continue;
      records[name] = record;
      ids[`${name}Id`] = String(record._id);
      ids[name === "pivotSector" ? "sectorId" : name] = String(record._id);
    }
  });

  async function refuses(path: string, sent: { method: string; body?: string }, field: string): Promise<string[]> {
    const answer = await api().send(path, { token, ...sent });
    // A call may have ended the caller's login.
    if (answer.status === 401 && path.startsWith("/Authentication/")) token = await api().login("ana");
    return answer.status < 500
      ? []
      : [`${sent.method} ${path.slice(0, 90)} ${field}: ${answer.status} ${sent.body?.slice(0, 200)}`];
  }

  function sampleBody({ path, body }: Endpoint): Record<string, unknown> {
    const [, name, call] = /^\/(\w+)\/(\w+)$/.exec(path) ?? [];
    const key = name && name[0]?.toLowerCase() + name.slice(1);
    const record = key && (call === "Insert" || call === "Update") ? records[key] : undefined;
    const sample = sampleOf(body, ids) as Record<string, unknown>;
    const known = Object.keys(sample).flatMap((field) =>
      record?.[field] === undefined || field === "updatedAt" ? [] : [[field, record[field]]],
    );
    const { updatedAt: _version, ...rest } = { ...sample, ...Object.fromEntries(known) };
    return rest;
  }

  const bodies = allEndpoints.filter(({ body, otherToken }) => body instanceof z.ZodObject && !otherToken);
  it.each(bodies.map((call) => [call.path, call] as const))(
    "is never a fault of the server in %s",
    async (path, call) => {
      const faults: string[] = [];
      const sample = sampleBody(call);
      let turn = path.length;
      for (const odd of ODD_JSON)
        for (const [field, body] of spoilt(sample, odd))
          if (turn++ % EACH === 0) faults.push(...(await refuses(path, { method: call.method, body }, field)));
      for (const odd of ODD_JSON)
        if (odd.startsWith("{") || turn++ % EACH_WHOLE === 0)
          faults.push(...(await refuses(path, { method: call.method, body: odd }, "")));
      expect(faults).toEqual([]);
    },
  );

  const queries = allEndpoints.filter(({ query }) => query instanceof z.ZodObject);
  it.each(queries.map((call) => [call.method, call.path, call] as const))(
    "is never a fault of the server among the parameters of %s %s",
    async (method, path, call) => {
      const faults: string[] = [];
      const sample = Object.entries(sampleOf(call.query, ids) as Record<string, unknown>).map(
        ([name, value]) => [name, String(value)] as const,
      );
      let turn = path.length;
      for (const [name] of sample)
        for (const odd of ODD_TEXTS) {
          if (turn++ % Math.min(EACH, 4) !== 0) continue;
          const parameters = new URLSearchParams(
            Object.fromEntries(sample.map(([key, value]) => [key, key === name ? odd : value])),
          );
          faults.push(...(await refuses(`${path}?${parameters}`, { method }, name)));
        }
      for (const [name] of sample)
        faults.push(...(await refuses(`${path}?${name}=a&${name}=b&${name}[c]=%ff`, { method }, name)));
      expect(faults).toEqual([]);
    },
  );
});
