import { formatDate } from "../input/calendar.ts";
import type { Json } from "../input/reader.ts";
import { outputColumns, SUBSOIL_COLUMNS } from "../input/season-columns.ts";
import type { ComputedSeason } from "./season-compute.ts";

/** Decimals of the daily columns and of the totals, as in the reference files. */
const DAILY_DECIMALS = 6;
const TOTAL_DECIMALS = 3;

/** A computed scenario in the structure of the season files: the input, all columns, and the totals of the season. */
export function reportSeason(season: ComputedSeason): Json {
  const { scenario, settings, drInitial } = season;
  const extra = [
    ...(scenario.options.runoff ? ["Runoff"] : []),
    ...(scenario.options.capillaryRise ? ["CR"] : []),
    ...(scenario.options.subsoil ? SUBSOIL_COLUMNS : []),
  ];
  const columns = outputColumns(scenario.mode, scenario.columns, extra);
  const { totals: _totals, independent_check: _check, daily: _daily, ...source } = scenario.source;
  const soil = {
    ...(source.soil as Json),
    ...(settings.dual && { Ze: scenario.soil.ze ?? undefined, REW: settings.dual.layer.rew }),
  };
  return {
    ...source,
    soil,
    columns,
    Dr_initial_mm: round(drInitial, DAILY_DECIMALS),
    daily: season.rows.map((_row, index) => {
      const cells = dayCells(season, index);
      return columns.map((name) => roundCell(cells[name]));
    }),
    totals: seasonTotals(season),
  };
}

function dayCells(season: ComputedSeason, index: number): Record<string, string | number | null | undefined> {
  const day = season.scenario.days[index];
  const row = season.rows[index];
  if (!day || !row) return {};
  return {
    date: formatDate(day.date),
    J: day.J,
    ...day.weather,
    P: day.P,
    I: season.applied[index] ?? 0,
    fw: day.fw ?? row.fw,
    ET0: row.eto,
    ET0_fao56: season.etoFao56[index] ?? null,
    Runoff: row.runoff,
    CR: row.capillaryRise,
    Kcb: row.kcb,
    Ke: row.ke,
    Kc: row.kc,
    ETc: row.etc,
    De: row.de,
    Zr: row.rootCm / 100,
    TAW: row.taw,
    p: row.p,
    RAW: row.raw,
    Ks: row.ks,
    ETa: row.etcAdj + row.unmet,
    DP: row.dp,
    Dr: row.dr,
    ToSub: row.toSubsoil,
    Dsub: row.subsoilDr,
  };
}

/** Sums in mm; Dr_ini and Dr_end are the depletions at the END of the first and last day, as the reference labels them. */
function seasonTotals({ scenario, rows, applied: gross }: ComputedSeason): Json {
  const sum = (value: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + value(row), 0);
  const applied = gross.reduce((total, depth) => total + depth, 0);
  const millimetres: Record<string, number> = {
    ETref: sum((row) => row.eto),
    ETc: sum((row) => row.etc),
    ETa: sum((row) => row.etcAdj + row.unmet),
    ...(scenario.mode === "dual" && { E: sum((row) => row.ke * row.eto), T: sum((row) => row.ks * row.kcb * row.eto) }),
    DP: sum((row) => row.dp),
    Irrig: applied,
    IrrLoss: applied - sum((row) => row.irrNet),
    Rain: sum((row) => row.rainEff),
    Runoff: sum((row) => row.runoff),
    ...(scenario.options.capillaryRise && { CR: sum((row) => row.capillaryRise) }),
    Dr_ini: rows[0]?.dr ?? Number.NaN,
    Dr_end: rows.at(-1)?.dr ?? Number.NaN,
  };
  return {
    ...Object.fromEntries(Object.entries(millimetres).map(([name, value]) => [name, round(value, TOTAL_DECIMALS)])),
    "stress_days(Ks<1)": rows.filter((row) => row.ks < 1).length,
    min_Ks: round(Math.min(...rows.map((row) => row.ks)), DAILY_DECIMALS),
    irrigation_events: gross.filter((depth) => depth > 0).length,
  };
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function roundCell(value: string | number | null | undefined): string | number | null {
  return typeof value === "number" ? round(value, DAILY_DECIMALS) : (value ?? null);
}
