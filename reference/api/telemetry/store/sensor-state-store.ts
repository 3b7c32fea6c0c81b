import { sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { sensorStates } from "../../schema/telemetry.ts";
import { flagCode, type SensorState } from "../rules/quality.ts";
import { sqlMoment } from "./sql-moment.ts";

/** Stores the last values of sensors, by number. */
export async function saveStates(database: Database, states: ReadonlyMap<number, SensorState>): Promise<void> {
  if (states.size === 0) return;
  const all = [...states.values()];
  await database.execute(sql`
    insert into ${sensorStates} (sensor, at, raw, flag, since)
    select sensor, ${sqlMoment(sql.raw("at"))}, raw, flag, ${sqlMoment(sql.raw("since"))} from unnest(
      ${sqlArray([...states.keys()], "int")},
      ${sqlArray(
        all.map(({ at }) => at),
        "float8",
      )},
      ${sqlArray(
        all.map(({ raw }) => raw),
        "float8",
      )},
      ${sqlArray(
        all.map(({ flag }) => flagCode(flag)),
        "int2",
      )},
      ${sqlArray(
        all.map(({ since }) => since),
        "float8",
      )}
    ) as t (sensor, at, raw, flag, since)
    on conflict (sensor) do update set
      at = excluded.at, raw = excluded.raw, flag = excluded.flag, since = excluded.since`);
}
