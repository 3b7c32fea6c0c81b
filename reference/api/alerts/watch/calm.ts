import { sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { alertRules, alertTimes, notifications } from "../../schema/alerts.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import { builtInRules } from "../rules/default-rules.ts";
import { typesOf } from "./evaluation.ts";
import { WATCHED_WEATHER } from "./weather.ts";

/** Of the built-in rule, which a client without rules of its own has. */
const LOW_BATTERY_PCT = builtInRules.find(({ type }) => type === "low-battery")?.threshold ?? 0;

/**
 * The sensors among those with new readings that an evaluation is needed for: of watched weather, of devices with an
 * open alert, and of those with a low battery. A probe that reports in time can neither raise nor end an alert, and its
 * silence begins later than before. In the same statement, the times of the clients are brought forward.
 */
export async function sensorsToEvaluate(
  database: Database,
  sensorIds: ReadonlySet<string>,
  later: { clientIds: ReadonlySet<string>; at: Date },
): Promise<Set<string>> {
  const at = sql`${later.at.toISOString()}::timestamptz`;
  const { rows } = await database.execute<{ id: string }>(sql`
    with forward as (
      update ${alertTimes} set at = ${at}
      where client_id = any(${sqlArray([...later.clientIds], "text")}) and at > ${at}
    )
    select s._id as id from ${sensors} s join ${devices} d on d._id = s.device_id
    where s._id = any(${sqlArray([...sensorIds], "text")}) and (
      s.variable = any(${sqlArray(WATCHED_WEATHER, "text")})
      or d.battery_pct <= ${LOW_BATTERY_PCT} or exists (
        select from ${alertRules} r
        where r.client_id = d.client_id and r.type = 'low-battery' and d.battery_pct <= r.threshold)
      or exists (
        select from ${notifications} n
        where n.client_id = d.client_id and n.resolved_at is null and n.type = any(${sqlArray(typesOf("device"), "text")})
          and split_part(translate(n.key, '@', ':'), ':', 2) = d._id))`);
  return new Set(rows.map(({ id }) => id));
}
