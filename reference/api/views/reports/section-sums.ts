import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { type DaySums, MIN_REQUIRED_MM } from "@lamina/shared/views/report-totals";
import { sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { pivotSectors, pivots } from "../../schema/farms.ts";
import { balances, recommendations } from "../../schema/irrigation.ts";

/** CAD and depletion of a day, mm. */
interface Storage {
  taw: number;
  dr: number;
}

/** A sector's season in a period. */
export interface SectionSums {
  sectorId: string;
  seasonId: string;
  days: number;
  sums: DaySums;
  /** Depletion that growing roots took over, and water stored below the roots, mm. */
  subsoil: { rootsDr: number; toSubsoil: number };
  /** On the day before the first; null when the season begins in the period. */
  start: Storage | null;
  /** Depletion before the season's first row, mm. */
  firstDr: number;
  end: Storage;
}

interface SumsRow extends DaySums, Pick<SectionSums, "sectorId" | "seasonId" | "days"> {
  startTaw: number | null;
  startDr: number | null;
  rootsDr: number;
  toSubsoil: number;
  firstDr: number;
  endTaw: number;
  endDr: number;
}

/** A system out of service on a day. */
interface OutDay {
  pivotId: string;
  day: FarmDay;
}

/**
 * The sums of each season of some sectors in a period, in the order of their days.
 *
 * The sum of `requiredDepths` (agronomy) without its loop: with X the water since planting, the open depth plus X is the
 * running maximum of X and of each recommendation plus the X before it.
 */
export async function sectionSums(
  database: Database,
  sectorIds: readonly string[],
  { from, to, out }: { from: FarmDay; to: FarmDay; out: readonly OutDay[] },
): Promise<SectionSums[]> {
  if (sectorIds.length === 0) return [];
  const within = sql`date >= ${from}::date`;
  const sum = (column: string) => sql`coalesce(sum(${sql.identifier(column)}) filter (where ${within}), 0)`;
  const before = (column: string) =>
    sql`max(${sql.identifier(column)}) filter (where date = ${addDays(from, -1)}::date)`;
  const last = (column: string) => sql`(array_agg(${sql.identifier(column)} order by date desc))[1]`;
  const pivotIds = out.map(({ pivotId }) => pivotId);
  const outDates = out.map(({ day }) => day);
  const { rows } = await database.execute<SumsRow & Record<string, unknown>>(sql`
    with out_days as (
      select * from unnest(${sqlArray(pivotIds, "text")}, ${sqlArray(outDates, "date")}) as out_day(pivot_id, date)
    ), days as (
      select b.sector_id, b.season_id, b.date, b.eto, b.etc, b.etc_adj, b.ks, b.rain, b.rain_eff, b.irr_net,
        b.irr_gross, b.dp, b.adjusted_mm, b.taw, b.dr, b.roots_dr, b.to_subsoil,
        b.dr - b.roots_dr - b.etc_adj + b.rain_eff + b.irr_net - b.to_subsoil - b.dp - b.adjusted_mm as dr_before, coalesce(b.recommended_mm, 0) as recommended,
        b.irr_gross + b.rain_eff / (p.efficiency_pct / 100) as water,
        (r.run->>'costBrl')::float8 / nullif((r.run->>'grossMm')::float8, 0) as price,
        exists (select 1 from out_days o where o.pivot_id = p._id and o.date = b.date) as is_out
      from ${balances} b
      join ${pivotSectors} s on s._id = b.sector_id
      join ${pivots} p on p._id = s.pivot_id
      left join ${recommendations} r on r.sector_id = b.sector_id and r.date = b.date
      where b.date <= ${to}::date and b.season_id in (
        select season_id from ${balances}
        where sector_id = any(${sqlArray(sectorIds, "text")}) and date between ${from}::date and ${to}::date
      )
    ), summed as (
      select *, sum(water) over season as given, sum(water) over season - water as given_before
      from days window season as (partition by season_id order by date)
    ), reached as (
      select *, max(greatest(given, recommended + given_before)) over season as level
      from summed window season as (partition by season_id order by date)
    ), needed as (
      select *, greatest(0, recommended - (coalesce(lag(level) over season, 0) - given_before)) as required
      from reached window season as (partition by season_id order by date)
    ), priced as (
      select *, case when required > ${MIN_REQUIRED_MM} then required * price else 0 end as cost from needed
    )
    select sector_id as "sectorId", season_id as "seasonId",
      (count(*) filter (where ${within}))::int as days,
      ${sum("eto")} as eto, ${sum("etc")} as etc, ${sum("etc_adj")} as "etcAdj", ${sum("rain")} as rain,
      ${sum("rain_eff")} as "rainEff", ${sum("irr_net")} as "irrNet", ${sum("required")} as "requiredMm",
      ${sum("cost")} as "requiredBrl",
      (count(*) filter (where ${within} and cost is null))::int as "unpricedDays",
      ${sum("irr_gross")} as "appliedMm", ${sum("dp")} as dp,
      coalesce(sum(least(dp, irr_net)) filter (where ${within}), 0) as "dpIrrigation",
      ${sum("adjusted_mm")} as "adjustedMm",
      (count(*) filter (where ${within} and ks < 1))::int as "stressDays",
      (count(*) filter (where ${within} and dp > 0))::int as "excessDays",
      (count(*) filter (where ${within} and is_out))::int as "outDays",
      (count(*) filter (where ${within} and is_out and ks < 1))::int as "outStressDays",
      ${sum("roots_dr")} as "rootsDr", ${sum("to_subsoil")} as "toSubsoil",
      (array_agg(dr_before order by date))[1] as "firstDr",
      ${before("taw")} as "startTaw", ${before("dr")} as "startDr",
      ${last("taw")} as "endTaw", ${last("dr")} as "endDr"
    from priced group by sector_id, season_id order by sector_id, min(date)`);
  return rows.map(
    ({ sectorId, seasonId, days, rootsDr, toSubsoil, firstDr, startTaw, startDr, endTaw, endDr, ...sums }) => ({
      sectorId,
      seasonId,
      days,
      sums,
      subsoil: { rootsDr, toSubsoil },
      firstDr,
      start: startTaw === null || startDr === null ? null : { taw: startTaw, dr: startDr },
      end: { taw: endTaw, dr: endDr },
    }),
  );
}
