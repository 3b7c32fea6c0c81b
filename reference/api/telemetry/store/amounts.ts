import type { QualityFlag, Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { type SQL, sql } from "drizzle-orm";
import { readings } from "../../schema/telemetry.ts";
import { excluded, flagCode } from "../rules/quality.ts";
import { NOISE_SHARE } from "../rules/running-total.ts";

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

/** Whether an increase counts in all hours since the reading before, and not at its reading alone. */
export const isSpread = ({ variable }: Pick<RawSensor, "variable">): boolean =>
  variableRow(variable).total?.spreads === true;

interface Span {
  from: Date;
  to: Date;
}
const moments = ({ from, to }: Span) =>
  [from, to].map((moment) => sql`${moment.toISOString()}::timestamptz`) as [SQL, SQL];

/**
 * Raw values of a sensor from a moment until `to`, which is excluded: `at`, `raw` and `flag` of readings. Of a running
 * total, `raw` is its increase, see {@link increases}; one that spreads has a row in each clock hour since the reading
 * before, at the end of its part.
 * @param isJudged also doubted readings, and those of an amount that are out of range
 */
export function rawValues(sensor: RawSensor, range: Span, isJudged = false): SQL {
  const [from, to] = moments(range);
  const isJudgedFlag = isJudged ? sql`flag in (${code("out-of-range")}, ${code("doubted")})` : sql`false`;
  const counted = sql`sensor = ${sensor.number}::int and (not (${excluded(sql.raw("flag"))}) or ${isJudgedFlag})`;
  if (!isTotal(sensor))
    return sql`select at, raw, flag from ${readings} where ${counted} and at >= ${from} and at < ${to}`;
  const shown = isJudged ? sql`true` : sql`flag <> ${code("doubted")}`;
  const grown = increases(sensor, range);
  if (!isSpread(sensor)) return sql`select at, raw, flag from (${grown}) t where at >= ${from} and ${shown}`;
  return sql`
    select p.at, t.raw * p.share as raw, t.flag from (${grown}) t cross join lateral (
      select least(hour + interval '1 hour', t.at) - interval '1 millisecond' as at,
        extract(epoch from least(hour + interval '1 hour', t.at) - greatest(hour, t.since))
          / extract(epoch from t.at - t.since) as share
      from generate_series(date_trunc('hour', t.since, 'UTC'), t.at - interval '1 millisecond', interval '1 hour') hour
      where t.since is not null
      union all select t.at, 1 where t.since is null
    ) p where p.at >= ${from} and p.at < ${to} and ${shown}`;
}

/**
 * The increases of a running total from a moment until `to`, of one that spreads also the next: `at` and `flag` of its
 * readings, `since` of the reading before, wherever that is, and `raw`. A total that starts again has increased by its new
 * value, and the first reading of all by nothing. What no counter can grow by in its time is no increase (`is_jump`):
 * of a restart the history of another counter, and for all but rain, whose days are judged, of any reading. Readings of
 * doubted days count for the next increase.
 */
export function increases(sensor: RawSensor, range: Span): SQL {
  const [from, to] = moments(range);
  const { mostPerHour = 0, mostAtOnce = 0, noise = 0 } = variableRow(sensor.variable).total ?? {};
  const isPlausible = sql`sensor = ${sensor.number}::int and flag in (${code(null)}, ${code("late")}, ${code("doubted")})`;
  const fallen = sql`raw < before - least(${noise / sensor.calibB}::float8, ${NOISE_SHARE}::float8 * before)`;
  const most = sql`${mostAtOnce / sensor.calibB}::float8
    + ${mostPerHour / sensor.calibB}::float8 * extract(epoch from at - since)::float8 / 3600`;
  const next = isSpread(sensor)
    ? sql`union all (select at, raw, flag from ${readings} where ${isPlausible} and at >= ${to} order by at limit 1)`
    : sql``;
  const isJudgedByDay = sensor.variable === "rainTotal" ? sql`is_restart` : sql`true`;
  return sql`
    select at, flag, since, is_restart, grown, grown > ${most} and ${isJudgedByDay} as is_jump,
      case when grown > ${most} and ${isJudgedByDay} then 0 else grown end as raw
    from (
      select at, flag, since, part_before is not null and part <> part_before as is_restart, case
        when part_before is null then 0
        when part = part_before then peak - peak_before
        else peak end as grown
      from (
        select *, lag(part) over (order by at) as part_before, lag(peak) over (order by at) as peak_before from (
          select *, max(raw) over (partition by part order by at) as peak from (
            select *, count(*) filter (where ${fallen}) over (order by at) as part from (
              select at, raw, flag, lag(raw) over (order by at) as before, lag(at) over (order by at) as since from (
                (select at, raw, flag from ${readings} where ${isPlausible} and at < ${from} order by at desc limit 1)
                union all
                select at, raw, flag from ${readings} where ${isPlausible} and at >= ${from} and at < ${to}
                ${next}
              ) r
            ) f
          ) p
        ) q
      ) g
    ) t where at >= ${from}`;
}
