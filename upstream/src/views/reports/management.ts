import { revolutionHours } from "@lamina/agronomy/machine/pivot";
import { type RequiredDay, requiredDepths } from "@lamina/agronomy/machine/required-depth";
import { hasPanel, sectorArea } from "@lamina/agronomy/machine/system";
import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { panelPercent, passesOf, type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import type { ManagementReport, ManagementRow } from "@lamina/shared/views/report";
import type { Context } from "../../core/context.ts";
import { panelOf } from "../../irrigation/sites/machine.ts";
import { closureOf } from "./closure.ts";
import {
  dayKey,
  managementStore,
  type ReportDay,
  type ReportRow,
  type ReportSeason,
  type ReportSector,
} from "./management-store.ts";
import { type RequiredRow, totalsOf } from "./totals.ts";

type SectorReport = ManagementReport["sectors"][number];

interface ManagementScope {
  clientId: string;
  farmIds: readonly string[];
  pivotId?: string | undefined;
  from: FarmDay;
  to: FarmDay;
}

/** Manejo da irrigação: each sector in each of its seasons, day by day, with totals of the rows. */
export async function managementReport(
  { database, clock }: Pick<Context, "database" | "clock">,
  { clientId, from, to, ...scope }: ManagementScope,
): Promise<ManagementReport> {
  const sectors = await managementStore.sectors(database, clientId, scope);
  const sectorIds = sectors.map(({ sector }) => sector._id);
  const rows = await managementStore.rows(database, sectorIds, from, to);
  const seasons = await managementStore.seasons(database, sectorIds);
  const recommended = await managementStore.recommended(database, sectorIds, from, to);
  const days = await managementStore.days(database, sectors, from, to);
  const earlier = await managementStore.earlier(database, [...new Set(rows.map(({ seasonId }) => seasonId))], from);
  const bySector = Map.groupBy(rows, ({ sectorId }) => sectorId);

  function toRow(row: RequiredRow, { pivot }: ReportSector): ManagementRow {
    const key = dayKey(row.sectorId, row.date);
    const day = days.get(key);
    const run = (day && appliedRun(row, day, pivot)) ?? recommendedRun(recommended.get(key));
    return {
      ...row,
      appliedMm: row.irrGross,
      passes: run?.passes ?? null,
      depthPerPassMm: run?.depthPerPassMm ?? null,
      percent: run?.percent ?? null,
      hoursRev: run?.hoursRev ?? null,
      note: day && day.notes.length > 0 ? [...new Set(day.notes)].join("; ") : null,
    };
  }

  function reportOf(sector: ReportSector, seasonId: string | null, own: readonly ReportRow[]): SectorReport {
    const season = seasonId === null ? undefined : seasons.get(seasonId);
    const before = own[0]?.date === addDays(from, -1) ? own[0] : undefined;
    const within = required(before ? own.slice(1) : own, earlier.get(seasonId ?? "") ?? [], sector);
    return {
      ...headOf(sector, season),
      rows: within.map((row) => toRow(row, sector)),
      totals: totalsOf(within),
      closure: closureOf(within, before, season && { ...season, soil: sector.soil }),
    };
  }

  return {
    generatedAt: clock.now().toISOString(),
    from,
    to,
    sectors: sectors.flatMap((sector) => {
      const bySeason = Map.groupBy(bySector.get(sector.sector._id) ?? [], ({ seasonId }) => seasonId);
      // A season that ended on the day before has no day in the period.
      const inPeriod = [...bySeason].filter(([, own]) => own.some(({ date }) => date >= from));
      return inPeriod.length === 0
        ? [reportOf(sector, null, [])]
        : inPeriod.map(([seasonId, own]) => reportOf(sector, seasonId, own));
    }),
  };
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
