import { recommend } from "@lamina/agronomy/plan/recommendation";
import { addDays, type FarmDay, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { recommendedRun } from "@lamina/shared/records/run-figures";
import { and, asc, lte, sql } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import { insertRows } from "../../../core/database/insert-rows.ts";
import type { Database } from "../../../core/database/open.ts";
import { type ClientSettings, clientSettings } from "../../../farms/settings/service.ts";
import { balances, recommendations } from "../../../schema/irrigation.ts";
import type { BalanceRecord } from "../../balance/rows.ts";
import { loadSeasons, loadSectors, type SectorContext, type SectorSeason } from "../../sites/sectors.ts";
import { loadPermitHours, withinRules } from "../state/permit-hours.ts";
import { seasonFacts } from "../state/season-facts.ts";
import { farmClockAt } from "./decision-input.ts";
import { recommendationRecord } from "./recommendation-record.ts";

/** Days for which yesterday's use is assumed to continue. */
const OUTLOOK_DAYS = 7;

/** Days whose mean ETo is the usual one. */
const USUAL_DAYS = 14;

/**
 * Writes the missing recommendations of past mornings, for a history that was imported at once. Without forecasts, the
 * use of the day before continues and no rain falls; the rules of stages, passes and permits and the worth of water are
 * those of the card.
 * Existing recommendations are kept.
 */
export async function backfillRecommendations(
  database: Database,
  clientIds: readonly string[],
  now: Date,
): Promise<void> {
  const sites = await loadSectors(database, { clientIds });
  const settings = await clientSettings(database, clientIds);
  const sectorIds = sites.map(({ sector }) => sector._id);
  const todayAt = ({ farm }: SectorContext) => farmDay(now.getTime(), farm.timezone);
  const last = sites.map(todayAt).sort().at(-1) ?? EARLIEST;
  const past = await database
    .select()
    .from(balances)
    .where(and(anyOf(balances.sectorId, sectorIds), lte(balances.date, last)))
    .orderBy(asc(balances.date));
  const rows = Map.groupBy(past, ({ sectorId }) => sectorId);
  const said = await database
    .select({ sectorId: recommendations.sectorId, date: recommendations.date })
    .from(recommendations)
    .where(anyOf(recommendations.sectorId, sectorIds));
  const known = new Set(said.map(({ sectorId, date }) => `${sectorId} ${date}`));
  const seasons = await loadSeasons(database, sectorIds);
  const permitHours = await loadPermitHours(database, [...new Set(sites.map(({ farm }) => farm._id))]);
  const given = sites.flatMap((site) => {
    const own = settings.get(site.sector.clientId);
    const planted = seasons.get(site.sector._id) ?? [];
    if (own === undefined) return [];
    return (rows.get(site.sector._id) ?? [])
      .map((row, index, all) => {
        const season = planted.find((one) => one.season._id === row.seasonId);
        const past = all.slice(Math.max(0, index + 1 - USUAL_DAYS), index + 1);
        const date = addDays(row.date, 1);
        return morningAfter(withinRules(site, own, permitHours, date), own, { row, season, past, date });
      })
      .filter(({ sectorId, date }) => date < todayAt(site) && !known.has(`${sectorId} ${date}`));
  });
  await database.transaction(async (transaction) => {
    await insertRows(
      transaction,
      recommendations,
      given.map((recommendation) => ({
        sectorId: recommendation.sectorId,
        date: recommendation.date,
        computedAt: new Date(recommendation.computedAt),
        recommendation,
        run: recommendedRun(recommendation),
      })),
    );
    await transaction.execute(sql`
      update ${balances} set recommended_mm = coalesce(said.asked_mm, case said.recommendation->>'action'
        when 'irrigate' then (said.recommendation->>'grossMm')::float8 when 'nodata' then null else 0 end)
      from ${recommendations} said
      where ${anyOf(balances.sectorId, sectorIds)}
        and said.sector_id = ${balances.sectorId} and said.date = ${balances.date}`);
  });
}

/** Before every row. */
const EARLIEST: FarmDay = "1900-01-01";

interface Evening {
  row: BalanceRecord;
  season: SectorSeason | undefined;
  /** The last rows, this one included. */
  past: readonly BalanceRecord[];
  /** The day after it. */
  date: FarmDay;
}

/** The recommendation of the morning after a row. */
function morningAfter(
  site: SectorContext,
  settings: ClientSettings,
  { row, season, past, date }: Evening,
): Recommendation {
  const { dr, raw, taw, dp, etc } = row;
  const facts = seasonFacts({ site, settings, today: date, season, last: row, drNow: dr, past });
  const at = new Date(farmMoment(date, settings.decisionTime, site.farm.timezone));
  const result = recommend({
    active: true,
    blockers: [],
    dr,
    raw,
    taw,
    dp,
    outlook: Array.from({ length: OUTLOOK_DAYS }, () => ({ etc, rainEff: 0 })),
    expectedEtc: etc,
    machine: site.machine,
    tariff: settings.tariff,
    clock: farmClockAt(site, date, at),
    waitDays: settings.statusMargins.waitDays,
    ...(facts && { stage: facts.stage, worth: facts.worth }),
    ...(facts?.peakEtc != null && { peakEtc: facts.peakEtc }),
  });
  return {
    ...recommendationRecord(result, site, { date, at }),
    ...(facts && { isWorthKnown: facts.isWorthKnown }),
  };
}
