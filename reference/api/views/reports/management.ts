import { revolutionHours } from "@lamina/agronomy/machine/pivot";
import { type RequiredDay, requiredDepths } from "@lamina/agronomy/machine/required-depth";
import { hasPanel, sectorArea } from "@lamina/agronomy/machine/system";
import { daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";
import { panelPercent, passesOf, type RunFigures } from "@lamina/shared/records/run-figures";
import type { ManagementReport, ManagementRow } from "@lamina/shared/views/report";
import { MIN_REQUIRED_MM, NO_SUMS, summaryOf, totalsOf } from "@lamina/shared/views/report-totals";
import type { Context } from "../../core/context.ts";
import { problems } from "../../http/problem.ts";
import { loadCalibrated } from "../../irrigation/sites/calibrations.ts";
import { panelOf } from "../../irrigation/sites/machine.ts";
import { closureOf } from "./closure.ts";
import {
  dayKey,
  managementStore,
  type RecommendedRun,
  type ReportDay,
  type ReportRow,
  type ReportSeason,
  type ReportSector,
} from "./management-store.ts";
import { type MachineOutages, outagesOf } from "./out-days.ts";
import { type SectionSums, sectionSums } from "./section-sums.ts";

/** A row of the balance with the new requirement of that day. */
type RequiredRow = ReportRow & { requiredMm: number };
type SectorReport = ManagementReport["sectors"][number];

/** Limits of a page: 0.2 MB of totals, or 1.5 MB of rows. */
const SECTORS_PER_PAGE = 200;
const ROWS_PER_PAGE = 3000;

interface ManagementScope {
  clientId: string;
  farmIds: readonly string[];
  pivotId?: string | undefined;
  sectorId?: string | undefined;
  from: FarmDay;
  to: FarmDay;
  rows: "all" | "none";
  /** The last sector of the previous page. */
  after?: string | undefined;
}

/**
 * Manejo da irrigação: each sector in each of its seasons with its totals and, when asked for, its days; page by page.
 * The first page has the totals of all.
 */
export async function managementReport(
  { database, clock }: Pick<Context, "database" | "clock">,
  { clientId, from, to, rows: given, after, ...scope }: ManagementScope,
): Promise<ManagementReport> {
  const all = await managementStore.sectors(database, clientId, scope);
  const calibrated = await loadCalibrated(
    database,
    all.map(({ pivot }) => pivot._id),
  );
  const first = after === undefined ? 0 : all.findIndex(({ sector }) => sector._id === after) + 1;
  // A cursor whose sector was deleted must not begin again at the first page.
  if (after !== undefined && first === 0) throw problems.validation([{ field: "after", id: "not-found" }]);
  const length =
    given === "none" ? SECTORS_PER_PAGE : Math.max(1, Math.floor(ROWS_PER_PAGE / (daysBetween(from, to) + 1)));
  const page = all.slice(first, first + length);
  // The summary on the first page needs the sums of all sectors.
  const summedSectors = first === 0 ? all : page;
  const summed = idsOf(summedSectors);
  const seasons = await managementStore.seasons(database, summed);
  const outages = await outagesOf(database, summedSectors, from, to);
  const out = [...outages].flatMap(([pivotId, { days }]) => [...days.keys()].map((day) => ({ pivotId, day })));
  const sums = Map.groupBy(await sectionSums(database, summed, { from, to, out }), ({ sectorId }) => sectorId);
  const rows =
    given === "none"
      ? new Map<string, ManagementRow[]>()
      : await rowsOf(database, page, seasons, { from, to, calibrated, outages });

  function reportsOf(site: ReportSector): SectorReport[] {
    const own = sums.get(site.sector._id) ?? [];
    // A season that ended on the day before has no day in the period.
    const inPeriod = own.filter(({ days }) => days > 0);
    return inPeriod.length === 0 ? [reportOf(site)] : inPeriod.map((section) => reportOf(site, section));
  }

  function reportOf(site: ReportSector, section?: SectionSums): SectorReport {
    const season = section && seasons.get(section.seasonId);
    return {
      ...headOf({ ...site, pivot: calibrated(site.pivot, to) }, season),
      days: section?.days ?? 0,
      yield: season ? yieldOf(season) : null,
      rows: (section && rows.get(section.seasonId)) ?? [],
      outages: [...(outages.get(site.pivot._id)?.outages ?? [])],
      totals: totalsOf(section?.sums ?? NO_SUMS),
      closure: closureOf(section, season && { ...season, soil: site.soil }),
    };
  }

  return {
    generatedAt: clock.now().toISOString(),
    from,
    to,
    sectors: page.flatMap(reportsOf),
    summary: first === 0 ? summaryOf(all.flatMap(reportsOf)) : null,
    next: first + length < all.length ? (page.at(-1)?.sector._id ?? null) : null,
  };
}

const idsOf = (sectors: readonly ReportSector[]) => sectors.map(({ sector }) => sector._id);

/** The days of some sectors, by season. */
async function rowsOf(
  database: Context["database"],
  sectors: readonly ReportSector[],
  seasons: ReadonlyMap<string, ReportSeason>,
  {
    from,
    to,
    calibrated,
    outages,
  }: {
    from: FarmDay;
    to: FarmDay;
    calibrated: Awaited<ReturnType<typeof loadCalibrated>>;
    outages: ReadonlyMap<string, MachineOutages>;
  },
): Promise<Map<string, ManagementRow[]>> {
  const sectorIds = idsOf(sectors);
  const bySector = new Map(sectors.map((site) => [site.sector._id, site]));
  const rows = await managementStore.rows(database, sectorIds, from, to);
  const bySeason = Map.groupBy(rows, ({ seasonId }) => seasonId);
  const recommended = await managementStore.recommended(database, sectorIds, from, to);
  const waits = await managementStore.waits(database, sectorIds, from, to);
  const days = await managementStore.days(database, sectors, from, to);
  const earlier = await managementStore.earlier(database, [...bySeason.keys()], from);

  function toRow(row: RequiredRow, { pivot }: ReportSector): ManagementRow {
    const key = dayKey(row.sectorId, row.date);
    const day = days.get(key);
    const advised = recommended.get(key);
    const run = (day && appliedRun(row, day, calibrated(pivot, row.date))) ?? advised;
    return {
      ...row,
      appliedMm: row.irrGross,
      outOfService: outages.get(pivot._id)?.days.get(row.date) ?? null,
      passes: run?.passes ?? null,
      depthPerPassMm: run?.depthPerPassMm ?? null,
      percent: run?.percent ?? null,
      hoursRev: run?.hoursRev ?? null,
      ...moneyOf(row, advised),
      ...waits.get(key),
      note: day && day.notes.length > 0 ? [...new Set(day.notes)].join("; ") : null,
    };
  }

  return new Map(
    [...bySeason].map(([seasonId, own]) => {
      const site = bySector.get(seasons.get(seasonId)?.season.sectorId ?? "");
      return [seasonId, site ? required(own, earlier.get(seasonId) ?? [], site).map((row) => toRow(row, site)) : []];
    }),
  );
}

/** The money of a day's recommendation. A day without need costs nothing; one before the record has no price. */
function moneyOf({ requiredMm, recommendedMm }: RequiredRow, run: RecommendedRun | undefined) {
  const planned = run?.isPlanned ? run : undefined;
  const none = recommendedMm === 0 ? 0 : null;
  const price = planned?.costBrl != null && planned.grossMm ? planned.costBrl / planned.grossMm : null;
  return {
    recommendedBrl: planned ? planned.costBrl : none,
    recommendedTodayBrl: planned ? planned.costTodayBrl : none,
    requiredBrl: requiredMm > MIN_REQUIRED_MM ? price && price * requiredMm : 0,
  };
}

/** The value of a season's harvest; null where the crop has no Ky or no yield. */
function yieldOf({ season, crop }: ReportSeason): SectorReport["yield"] {
  const yieldKgHa = season.yieldKgHa ?? crop.yieldKgHa;
  if (crop.ky === null || yieldKgHa === null) return null;
  return { ky: crop.ky, yieldKgHa, priceBrlKg: season.priceBrlKg ?? crop.priceBrlKg };
}

/** The waterings of a day at a known setting; null without one. */
function appliedRun(
  { irrGross }: RequiredRow,
  { percent, passes }: ReportDay,
  pivot: ReportSector["pivot"],
): Pick<RunFigures, "passes" | "depthPerPassMm" | "percent" | "hoursRev"> | null {
  if (percent === null) return null;
  const hoursRev = hasPanel(pivot) ? passes * revolutionHours(percent, panelOf(pivot).time100H) : null;
  return { ...passesOf({ grossMm: irrGross, passes }), percent: panelPercent(percent), hoursRev };
}

/** The rows with each day's new requirement. A requirement that was open before the period is not new. */
function required(rows: readonly ReportRow[], earlier: readonly RequiredDay[], { pivot }: ReportSector): RequiredRow[] {
  const depths = requiredDepths([...earlier, ...rows], pivot.efficiencyPct).slice(earlier.length);
  return rows.map((row, index) => ({ ...row, requiredMm: depths[index] ?? 0 }));
}

/** Field capacity and wilting point are those of the surface layer, the first in the soil's record. */
function headOf({ sector, pivot, farm, soil }: ReportSector, season: ReportSeason | undefined) {
  const surface = soil.layers[0];
  return {
    sectorId: sector._id,
    pivotId: pivot._id,
    farmId: farm._id,
    farmName: farm.name,
    timezone: farm.timezone,
    pivotName: pivot.name,
    sectorName: sector.name,
    cropName: season?.crop.name ?? null,
    plantingDate: season?.season.plantingDate ?? null,
    areaHa: sectorArea(sector, pivot),
    soilName: soil.name,
    fcPct: surface?.fcPct ?? 0,
    wpPct: surface?.wpPct ?? 0,
    efficiencyPct: pivot.efficiencyPct,
    cucPct: pivot.cucPct,
    depth100Mm: hasPanel(pivot) ? panelOf(pivot).depth100Mm : null,
  };
}
