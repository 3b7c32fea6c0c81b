import { addDays, daysBetween, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import type { Database } from "../../core/database/open.ts";
import { longWork } from "../../core/precedence.ts";
import { type ClientSettings, clientSettings } from "../../farms/settings/service.ts";
import { startWaterOf } from "../sites/initial-water.ts";
import { seasonSettings, startState } from "../sites/season-settings.ts";
import { computedSpans } from "../sites/season-span.ts";
import { loadSeasons, loadSectors, type SectorContext, type SectorSeason } from "../sites/sectors.ts";
import { bridgeGaps } from "./day-record.ts";
import { type BalanceInputs, loadBalanceInputs } from "./inputs.ts";
import { type BalanceRecord, balanceRows } from "./rows.ts";
import { soilBefore } from "./soil-before.ts";
import { takeMarks } from "./stale-sectors.ts";
import { lastRowBefore, lockSectors, replaceRows, rowsOn, type SectorDay } from "./store.ts";

/** A recomputed sector, with its client and the first new day. */
export interface Recomputed extends SectorDay {
  clientId: string;
}

/** Days of one season that are computed in sequence; `row` is the row before them, if there is one. */
interface SeasonSegment {
  site: SectorContext;
  season: SectorSeason;
  from: FarmDay;
  to: FarmDay;
  row: BalanceRecord | undefined;
  /** The first day whose rows are no longer valid. */
  staleFrom: FarmDay;
}

/**
 * Recomputes those of these sectors that are marked, each from its marked day until yesterday, and deletes their marks,
 * in one transaction. Repeating it changes nothing. Earlier rows are kept, unless there is no row to continue from:
 * then the season is computed from its planting.
 */
export function recomputeBalances(database: Database, dueIds: readonly string[], now: Date) {
  return database.transaction(async (transaction): Promise<Recomputed[]> => {
    await lockSectors(transaction, dueIds);
    const marks = await takeMarks(transaction, dueIds);
    const sectorIds = [...marks.keys()];
    const sites = await loadSectors(transaction, { sectorIds });
    const seasons = await loadSeasons(transaction, sectorIds);
    const settings = await clientSettings(transaction, [...new Set(sites.map(({ sector }) => sector.clientId))]);
    const segments = await findSegments(transaction, { sites, seasons, marks, now });
    const inputs = await loadInputs(transaction, segments);
    const rows: BalanceRecord[] = [];
    const turn = longWork();
    for (const segment of segments) {
      const rules = settings.get(segment.site.sector.clientId);
      if (rules) rows.push(...computeSegment(await withSoil(transaction, segment, rules, rows), inputs, rules));
      await turn();
    }
    const recomputed = sites.map(({ sector }) => {
      const starts = segments.filter(({ site }) => site.sector._id === sector._id).map(({ from }) => from);
      const from = [marks.get(sector._id) ?? "", ...starts].reduce((a, b) => (a < b ? a : b));
      return { sectorId: sector._id, clientId: sector.clientId, from };
    });
    await replaceRows(transaction, recomputed, rows);
    return recomputed;
  });
}

interface SegmentSources {
  sites: readonly SectorContext[];
  seasons: ReadonlyMap<string, SectorSeason[]>;
  marks: ReadonlyMap<string, FarmDay>;
  now: Date;
}

async function findSegments(
  transaction: Database,
  { sites, seasons, marks, now }: SegmentSources,
): Promise<SeasonSegment[]> {
  const spans = sites.flatMap((site) => {
    const from = marks.get(site.sector._id) ?? "";
    const yesterday = addDays(farmDay(now.getTime(), site.farm.timezone), -1);
    return computedSpans(seasons.get(site.sector._id) ?? [], yesterday)
      .filter(({ to }) => to >= from)
      .map((span) => ({ ...span, site, staleFrom: from, from: from > span.from ? from : span.from }));
  });
  const resumed = spans.filter(({ from, season }) => from > season.season.plantingDate);
  const before = await rowsOn(
    transaction,
    resumed.map(({ site, from }) => ({ sectorId: site.sector._id, date: addDays(from, -1) })),
  );
  return spans.map((span) => {
    const found = resumed.includes(span) ? before.get(span.site.sector._id) : undefined;
    const row = found?.seasonId === span.season.season._id ? found : undefined;
    return { ...span, row, from: row === undefined ? span.season.season.plantingDate : span.from };
  });
}

async function loadInputs(transaction: Database, segments: readonly SeasonSegment[]): Promise<BalanceInputs> {
  const from = segments.map((segment) => segment.from).reduce((a, b) => (a < b ? a : b), "9999-12-31");
  const to = segments.map((segment) => segment.to).reduce((a, b) => (a > b ? a : b), "0000-01-01");
  if (segments.length === 0) return { daysOf: () => [] };
  return loadBalanceInputs(
    transaction,
    segments.map(({ site }) => site),
    from,
    to,
  );
}

/** The segment with the soil that the season before it left, by the rows that were computed so far or are still valid. */
async function withSoil(
  transaction: Database,
  segment: SeasonSegment,
  rules: ClientSettings,
  computed: readonly BalanceRecord[],
): Promise<SeasonSegment> {
  const { site, season, row, staleFrom } = segment;
  if (row !== undefined || season.season.initialWater !== "carried") return segment;
  const sectorId = site.sector._id;
  const { plantingDate, _id: seasonId } = season.season;
  const date = staleFrom < plantingDate ? staleFrom : plantingDate;
  const previous =
    computed.findLast((other) => other.sectorId === sectorId) ??
    (await lastRowBefore(transaction, { sectorId, date, seasonId }));
  return { ...segment, season: { ...season, known: await soilBefore(transaction, { site, season, rules, previous }) } };
}

function computeSegment(
  { site, season, from, to, row }: SeasonSegment,
  inputs: BalanceInputs,
  rules: ClientSettings,
): BalanceRecord[] {
  const days = bridgeGaps(inputs.daysOf(site, from, to), row?.eto ?? null);
  const first = days[0];
  if (first === undefined) return [];
  const settings = seasonSettings(season, site, rules);
  const { plantingDate } = season.season;
  const state = row?.state ?? startState(settings, season, daysBetween(plantingDate, first.date));
  const startWater = row?.startWater ?? startWaterOf(season);
  return balanceRows({ site, season: season.season, crop: season.crop, settings, rules, startWater }, state, days);
}
