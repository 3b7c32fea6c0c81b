import { expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  enum?: string[];
}

interface Documented {
  responses: { 200: { content: { "application/json": { schema: Schema } } } };
}

/** A field of a schema by its path; `[]` is an element of a list. An optional field may be null. */
function fieldOf(schema: Schema | undefined, path: string): Schema | undefined {
  return path.split(".").reduce<Schema | undefined>((at, name) => {
    const own = at?.anyOf?.find(({ type }) => type !== "null") ?? at;
    return name === "[]" ? own?.items : own?.properties?.[name];
  }, schema);
}

const REASON = ["key", "value", "unit", "source", "at", "link"];
const ROW = ["sectorIds", "fromDeg", "toDeg", "percent", "grossMm"];
const under = (path: string, names: readonly string[]) => names.map((name) => `${path}.[].${name}`);

/** What a recommendation and the plan must say, and the fields that say it. */
const contract = {
  recommendation: {
    passes: ["passes"],
    "depth per pass": ["depthPerPassMm", "grossMm"],
    P: ["percent"],
    "TV of all passes": ["hoursRev", "hoursTotal"],
    "hours of today and remaining": ["hoursToday", "hoursLeft", "continuesAt"],
    "start, pauses, true end": ["startAt", ...under("pauses", ["from", "to"]), "endAt"],
    "share by sector": under("shares", ROW),
    "what it replaces": ["replaces.grossMm", "replaces.percent", "replaces.passes", "replaces.why"],
    reasons: under("reasons", REASON),
    "what blocks it": ["blockedBy", "blockedSince", "missingRain.gauge", "missingRain.days", "missingRain.doubt"],
    confidence: ["confidence", "contradiction.by", "contradiction.balanceMm", "contradiction.measuredMm"],
    "loss in R$": ["lossBrlMm", "waitCostBrl"],
    "cost of today and of the whole": ["costTodayBrl", "costBrl"],
    "the wait": ["waitUntil", "otherwiseMm", "rainWait.rainMm", "rainWait.expectedMm"],
  },
  plan: {
    passes: ["items.[].passes"],
    "depth per pass": ["items.[].depthPerPassMm", "items.[].grossMm"],
    P: ["items.[].percent"],
    "hours of today and remaining": under("items", ["hoursToday", "hoursLeft", "todayMm", "continuesAt"]),
    "start, pauses, true end": [...under("items", ["startAt", "endAt"]), ...under("items.[].pauses", ["from", "to"])],
    "share by sector": under("items.[].shares", ROW),
    "what a person replaced": ["items.[].choice.grossMm", "items.[].choice.startAt", "decision.by", "decision.at"],
    reasons: [...under("items.[].reasons", REASON), ...under("unplaced.[].reasons", REASON)],
    "loss in R$": ["items.[].lossBrl", "parts.lossBrl", "assumed"],
    "cost of today and of the whole": ["items.[].costBrl", "items.[].totalCostBrl", "costBrl", "exact"],
  },
} as const;

describeApi("the OpenAPI document of the advice", (api) => {
  it("has every field of the contract", async () => {
    const { body } = await api().send("/openapi.json");
    const { paths } = body as { paths: Record<string, Record<string, Documented>> };
    const reply = (path: string, method: string) =>
      paths[path]?.[method]?.responses[200].content["application/json"].schema;
    const schemas = {
      recommendation: fieldOf(reply("/Recommendation/GetByClientID", "get"), "[]"),
      plan: reply("/DayPlan/Try", "post"),
    };
    for (const what of ["recommendation", "plan"] as const)
      for (const [word, fields] of Object.entries(contract[what]))
        for (const field of fields) expect(fieldOf(schemas[what], field), `${what}: ${word}, ${field}`).toBeDefined();
    expect(fieldOf(schemas.recommendation, "confidence")?.enum).toEqual(["measured", "estimated", "contradicted"]);
    expect(fieldOf(schemas.recommendation, "replaces.why")?.enum).toEqual(["shared-setting", "speed-table"]);
  });
});
