import { subsoilMm } from "@lamina/shared/records/balance";
import { panelPercent } from "@lamina/shared/records/run-figures";
import { outOfServiceNames, statusNames } from "@lamina/shared/records/text";
import type { ManagementReport } from "@lamina/shared/views/report";
import { type Cell, csvFile, rounded } from "./csv.ts";
import { reportColumns } from "./text.ts";

type Section = ManagementReport["sectors"][number];

/** The days of each sector, one in a row. */
export function managementCsv(sections: readonly Section[]): Uint8Array {
  const rows = sections.flatMap((section) => section.rows.map((row) => dayCells(section, row)));
  return csvFile([Object.values(reportColumns), ...rows]);
}

const dayCell = (date: string) => date.split("-").reverse().join("/");

function dayCells({ farmName, pivotName, sectorName, cropName }: Section, row: Section["rows"][number]): Cell[] {
  const tenths = (value: number | null | undefined) => rounded(value, 1);
  const cells: Readonly<Record<keyof typeof reportColumns, Cell>> = {
    farm: farmName,
    pivot: pivotName,
    sector: sectorName,
    crop: cropName,
    date: dayCell(row.date),
    applied: tenths(row.appliedMm),
    required: tenths(row.requiredMm),
    rain: tenths(row.rain),
    rainEff: tenths(row.rainEff),
    eto: tenths(row.eto),
    etcAdj: tenths(row.etcAdj),
    dr: tenths(row.dr),
    raw: tenths(row.raw),
    taw: tenths(row.taw),
    dp: tenths(row.dp),
    toSubsoil: tenths(row.toSubsoil),
    subsoil: tenths(subsoilMm(row)),
    recommended: tenths(row.recommendedMm),
    passes: row.passes ?? null,
    depthPerPass: tenths(row.depthPerPassMm),
    percent: panelPercent(row.percent),
    hours: tenths(row.hoursRev),
    cost: rounded(row.recommendedBrl, 0),
    costToday: rounded(row.recommendedTodayBrl, 0),
    waitUntil: row.waitUntil ? dayCell(row.waitUntil) : null,
    otherwise: tenths(row.otherwiseMm),
    status: statusNames[row.status],
    outOfService: row.outOfService ? outOfServiceNames[row.outOfService] : null,
    note: row.note,
  };
  return Object.values(cells);
}
