import type { Endpoint } from "@lamina/shared/calls/endpoint";
import { views } from "@lamina/shared/calls/views";
import { DAY_MS } from "@lamina/shared/core/time";
import * as z from "zod";

/** Ids from the API's responses, by the name of the record in the path. */
export type Ids = Map<string, string>;

/** Records that the id of a call belongs to, where the path names another one. */
const OWNERS: Readonly<Record<string, string>> = {
  "/Irrigameter/GetSectorDetail": "PivotSector",
  "/Balance/GetBySectorID": "PivotSector",
  "/Recommendation/GetBySectorID": "PivotSector",
  "/Forecast/GetByFarmID": "Farm",
  "/WeatherDaily/GetByFarmID": "Farm",
  "/Reading/GetByMonitorID": "Monitor",
  "/Monitor/GetFieldCapacity": "Monitor",
  "/Reading/GetSeries": "Sensor",
  "/Chart/GetSeries": "Sensor",
  "/PivotStatus/GetByPivotID": "Pivot",
  "/PivotCommand/GetByPivotID": "Pivot",
  "/MachineDay/GetByPivotID": "Pivot",
  "/Device/GetMessages": "Device",
  "/Device/GetMessageCounts": "Device",
  "/Device/GetSecretState": "Device",
  "/Device/GetHealth": "Device",
  "/Device/GetFindings": "Device",
  "/Device/GetWeatherLink": "Device",
  "/Gateway/GetKeyState": "Gateway",
  "/WeatherDaily/GetQuality": "Farm",
  "/Audit/GetByRecordID": "Farm",
  "/SeasonBudget/GetOutlook": "SeasonBudget",
  "/SeasonBudget/GetOutlookByFarmID": "Farm",
  "/Menu/GetByClientID": "ClientNumber",
};

/** Optional parameters of which the call needs one. */
const NEEDED: Readonly<Record<string, readonly string[]>> = { "/Report/WaterConsumption": ["year"] };

/** The record that the id of a call belongs to. */
function ownerOf(path: string): string {
  const [, entity = "", call = ""] = path.split("/");
  const named = OWNERS[path];
  if (named !== undefined) return named;
  return call === "GetByID" ? entity : "Client";
}

/** A query for the call from the known ids, or undefined when one is missing. Its days are the last week. */
export function sampleQuery(endpoint: Endpoint, ids: Ids, now: Date, asMoments: boolean): string | undefined {
  if (!(endpoint.query instanceof z.ZodObject)) return "";
  const id = ids.get(ownerOf(endpoint.path));
  const time = (ms: number) => (asMoments ? new Date(ms).toISOString() : new Date(ms).toISOString().slice(0, 10));
  const values: Record<string, string | undefined> = {
    ID: id,
    IDs: id,
    of: "farm,pivot",
    from: time(now.getTime() - 7 * DAY_MS),
    to: time(now.getTime()),
    year: String(now.getUTCFullYear()),
  };
  const query = new URLSearchParams();
  for (const [name, schema] of Object.entries(endpoint.query.shape)) {
    const isOptional = z.safeParse(schema, undefined).success;
    if (isOptional && !NEEDED[endpoint.path]?.includes(name)) continue;
    const value = values[name];
    if (value === undefined) return undefined;
    query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Remembers the id of the first record of a response that is not the client made for the examination. */
export function learn(endpoint: Endpoint, body: unknown, ids: Ids, madeClient: string | undefined): void {
  const [, entity = "", call = ""] = endpoint.path.split("/");
  if (endpoint.path === views.sources.path) learnFarm(body, ids);
  if (!["GetByClientID", "GetAll", "GetTypeByID"].includes(call)) return;
  const records = Array.isArray(body) ? (body as { _id?: unknown; id?: unknown }[]) : [];
  const first = records.find(({ _id }) => _id !== madeClient);
  if (!first) return;
  if (typeof first._id === "string" && !ids.has(entity)) ids.set(entity, first._id);
  if (entity === "Client" && first.id !== undefined && !ids.has("ClientNumber"))
    ids.set("ClientNumber", String(first.id));
}

/** An API may have the farms of its screens without their records. */
function learnFarm(body: unknown, ids: Ids): void {
  const [farm] = views.sources.reply.safeParse(body).data?.farms ?? [];
  if (farm && !ids.has("Farm")) ids.set("Farm", farm._id);
}
