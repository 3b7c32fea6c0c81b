import type { QualityFlag, Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { type SQL, sql } from "drizzle-orm";
import { readings } from "../../schema/telemetry.ts";
import { excluded, flagCode } from "../rules/quality.ts";
import { NOISE_MM, NOISE_SHARE } from "../rules/running-total.ts";

/** A sensor as its raw values are read. */
export interface RawSensor {
  number: number;
  variable: Variable;
  calibB: number;
}

const code = (flag: QualityFlag | null): SQL => sql.raw(String(flagCode(flag)));

/** Whether the values of a sensor are running totals, of which the increases count. */
export const isTotal = ({ variable }: Pick<RawSensor, "variable">): boolean =>
  variableRow(variable).aggregate === "total";

/**
 * Raw values of a sensor from a moment until `to`, which is excluded: `at`, `raw` and `flag` of readings. Of a running
 * total, `raw` is the increase since the reading before, wherever that is; a total that starts again has increased by
 * its new value, and the first reading of all by nothing. Readings of doubted days count for the next increase.
 * @param isJudged also doubted readings, and those of an amount that are out of range
 */
export function rawValues(sensor: RawSensor, range: { from: Date; to: Date }, isJudged = false): SQL {
  const [from, to] = [range.from, range.to].map((moment) => sql`${moment.toISOString()}::timestamptz`);
  const isJudgedFlag = isJudged ? sql`flag in (${code("out-of-range")}, ${code("doubted")})` : sql`false`;
  const counted = sql`sensor = ${sensor.number}::int and (not (${excluded(sql.raw("flag"))}) or ${isJudgedFlag})`;
  if (!isTotal(sensor))
    return sql`select at, raw, flag from ${readings} where ${counted} and at >= ${from} and at < ${to}`;
  const isPlausible = sql`sensor = ${sensor.number}::int and flag in (${code(null)}, ${code("late")}, ${code("doubted")})`;
  const fallen = sql`raw < before - least(${NOISE_MM / sensor.calibB}::float8, ${NOISE_SHARE}::float8 * before)`;
  const shown = isJudged ? sql`true` : sql`flag <> ${code("doubted")}`;
  return sql`
    select at, flag, case
      when part_before is null then 0
      when part = part_before then peak - peak_before
      else peak end as raw
    from (
      select *, lag(part) over (order by at) as part_before, lag(peak) over (order by at) as peak_before from (
        select *, max(raw) over (partition by part order by at) as peak from (
          select *, count(*) filter (where ${fallen}) over (order by at) as part from (
            select at, raw, flag, lag(raw) over (order by at) as before from (
              (select at, raw, flag from ${readings} where ${isPlausible} and at < ${from} order by at desc limit 1)
              union all
              select at, raw, flag from ${readings} where ${isPlausible} and at >= ${from} and at < ${to}
            ) r
          ) f
        ) p
      ) q
    ) t where at >= ${from} and ${shown}`;
}
