import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Database } from "../../core/database/open.ts";
import { toJson } from "../../core/serialize.ts";
import { problems } from "../../http/problem.ts";
import { type Author, auditAll } from "../../records/audit/write.ts";
import { POSSIBLE_A_DAY_MM } from "../rules/rain-doubts.ts";
import { lockDevices, serialsOf } from "../store/device-store.ts";
import { acceptDoubts, doubtsOf } from "../store/rain-review.ts";

interface Acceptance {
  sensorId: string;
  days: readonly FarmDay[];
  author: Author;
  at: Date;
}

/** Accepts the rain of a sensor's doubted days as measured, with an audit entry for each. @throws HttpProblem 400 */
export async function acceptRain(database: Database, { sensorId, days, author, at }: Acceptance): Promise<void> {
  const [device] = (await lockDevices(database, await serialsOf(database, [sensorId]))).values();
  const sensor = device?.sensors.find(({ _id }) => _id === sensorId);
  if (device === undefined || sensor === undefined) throw problems.notFound("sensor");
  const sorted = [...new Set(days)].sort();
  const rows = await doubtsOf(database, [sensorId], sorted[0] ?? "", sorted.at(-1) ?? "");
  const doubts = sorted.map((day) => rows.find((row) => row.day === day && row.acceptedAt === null));
  const errors = doubts.flatMap((doubt, index) => {
    const field = `days.${index}`;
    if (doubt === undefined) return [{ field, id: "not-doubted" }];
    return doubt.mm > POSSIBLE_A_DAY_MM ? [{ field, id: "impossible-rain", maximum: POSSIBLE_A_DAY_MM }] : [];
  });
  if (errors.length > 0) throw problems.validation(errors);
  await acceptDoubts(database, { sensor, timezone: device.timezone, days: sorted, at });
  const open = doubts.filter((doubt) => doubt !== undefined);
  const entry = { author, date: at, clientId: device.clientId, entity: "Sensor", recordId: sensorId };
  await auditAll(
    database,
    open.map((doubt) => ({ ...entry, before: toJson(doubt), after: toJson({ ...doubt, acceptedAt: at }) })),
  );
}
