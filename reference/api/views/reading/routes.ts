import { csvText } from "@lamina/shared/core/csv";
import { keysOf } from "@lamina/shared/core/keys";
import { DAY_MS } from "@lamina/shared/core/time";
import { READ_SETS } from "@lamina/shared/doors/gateway";
import { READ_PATH } from "@lamina/shared/doors/key-path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Context } from "../../core/context.ts";
import { problems } from "../../http/problem.ts";
import { readerOf } from "../../telemetry/devices/secret.ts";
import { keyOf } from "../../telemetry/doors/key.ts";
import { type SetRow, sets } from "./sets.ts";

const USUAL_DAYS = 365;
const MAX_ROWS = 5000;
const Query = z.object({
  format: z.enum(["json", "csv"]).default("json"),
  /** Of CSV: `comma` for a Brazilian spreadsheet, which then separates cells by semicolons. */
  decimal: z.enum(["point", "comma"]).default("point"),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  after: z.string().max(120).default(""),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(1000),
});

const schema = {
  summary: "Reads a page of a set with a key for reading, as JSON or CSV; `Link` names the next page",
  description: "Key: `Authorization: Bearer <key>` or `Basic <any>:<key>`; never in the address.",
  tags: ["Read"],
  security: [],
};

/** `/read/{set}`: daily weather, waterings, rain and daily readings for a consultant's spreadsheet, with a key that only reads. */
export function readingRoutes(app: FastifyInstance, { database, clock }: Pick<Context, "database" | "clock">): void {
  for (const set of keysOf(READ_SETS))
    app.route({
      method: "GET",
      url: `${READ_PATH}/${set}`,
      config: { auth: "public" },
      schema,
      handler: async (request, reply) => {
        const key = headerKey(request);
        const reader = key && (await readerOf(database, key, clock.now()));
        if (!reader) {
          // Excel and Power BI ask for the key after this.
          reply.header("www-authenticate", 'Basic realm="Lamina", charset="UTF-8"');
          throw problems.keyRejected();
        }
        if (!reader.reads.includes(READ_SETS[set])) throw problems.forbidden();
        const { data: query, error } = Query.safeParse(request.query);
        if (query === undefined) {
          const field = error.issues[0]?.path.join(".") ?? "";
          throw problems.validation([{ field, id: "invalid" }]);
        }
        const usual = usualRange(clock.now());
        const { from = usual.from, to = usual.to, ...page } = query;
        const rows = await sets[set](database, { ...reader, ...page, from, to, limit: page.limit + 1 });
        const shown = rows.slice(0, page.limit);
        const last = shown.at(-1);
        if (rows.length > page.limit && last)
          reply.header("link", `<${nextPage({ ...query, after: last.key })}>; rel="next"`);
        reply.header("cache-control", "private, no-store");
        if (page.format === "json") return reply.send(shown.map(({ key: _, ...row }) => row));
        return reply.type("text/csv; charset=utf-8").send(csvOf(shown, page.decimal === "comma"));
      },
    });
}

/** The key in the header, and nowhere else. */
const headerKey = ({ headers }: FastifyRequest) => keyOf({ headers, url: "" })?.key;

function usualRange(now: Date): { from: string; to: string } {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  // A day more, because it is tomorrow in UTC before it is on the farm.
  return { from: day(now.getTime() - USUAL_DAYS * DAY_MS), to: day(now.getTime() + DAY_MS) };
}

/** The next page relative to this one, whatever address a proxy gave it. */
function nextPage(query: z.output<typeof Query>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `?${new URLSearchParams(Object.fromEntries(given))}`;
}

function csvOf(rows: readonly SetRow[], isBrazilian: boolean): string {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "key");
  const separator = isBrazilian ? ";" : ",";
  const cell = (value: SetRow[string] | undefined) => {
    if (value == null) return "";
    if (typeof value === "number") return isBrazilian ? String(value).replace(".", ",") : String(value);
    return value.includes(",") && !isBrazilian ? `"${csvText(value).replace(/^"|"$/g, "")}"` : csvText(value);
  };
  return [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
    .map((line) => `${line.join(separator)}\r\n`)
    .join("");
}
