import { round } from "@lamina/shared/core/units";
import type { SpeedRow } from "@lamina/shared/records/recommendation";
import { panelPercent } from "@lamina/shared/records/run-figures";
import { isRun } from "@lamina/shared/views/machine-day";
import type { ExportTable } from "../../../ui/export/export-table.ts";
import type { IrrigationCard } from "../board.ts";
import { formText } from "./form-text.ts";

/** A row of a panel's table, with the names of its sectors. The panel repeats the table in each pass. */
export interface NamedSpeed extends SpeedRow {
  names: string;
  passes: number;
  depthPerPassMm: number;
}

/** The speed table of a machine, clockwise from north. Empty when one setting applies to the whole circle. */
export function speedsOf({ day: { decision }, sectors }: Pick<IrrigationCard, "sectors" | "day">): NamedSpeed[] {
  if (!isRun(decision)) return [];
  const { passes } = decision.run;
  const nameOf = (id: string) => sectors.find(({ sector }) => sector._id === id)?.sector.name ?? id;
  return [...decision.table]
    .sort((a, b) => a.fromDeg - b.fromDeg)
    .map((row) => ({
      ...row,
      percent: panelPercent(row.percent),
      names: row.sectorIds.length === 0 ? formText.speedsNoSector : row.sectorIds.map(nameOf).join(", "),
      passes,
      depthPerPassMm: round(row.grossMm / passes, 2),
    }));
}

export function speedsExport(rows: readonly NamedSpeed[], title: string, timeZone: string): ExportTable {
  return {
    title,
    timeZone,
    columns: [
      { header: `${formText.speedsFrom} (°)`, kind: "number", decimals: 0 },
      { header: `${formText.speedsTo} (°)`, kind: "number", decimals: 0 },
      { header: `${formText.speedsPercent} (%)`, kind: "number", decimals: 0 },
      { header: formText.speedsPasses, kind: "number", decimals: 0 },
      { header: `${formText.speedsPerPass} (mm)`, kind: "number", decimals: 1 },
      { header: `${formText.speedsDepth} (mm)`, kind: "number", decimals: 1 },
      { header: formText.speedsSectors, kind: "text" },
    ],
    rows: rows.map((row) => [
      row.fromDeg,
      row.toDeg,
      row.percent,
      row.passes,
      row.depthPerPassMm,
      row.grossMm,
      row.names,
    ]),
  };
}

/** The table for a panel's program: angles in °, setting in whole %, depth of each pass and of all in mm. */
export function speedsJson(rows: readonly NamedSpeed[], machine: string): string {
  return JSON.stringify(
    {
      machine,
      passes: rows[0]?.passes ?? 1,
      rows: rows.map(({ fromDeg, toDeg, percent, depthPerPassMm, grossMm }) => ({
        fromDeg,
        toDeg,
        percent,
        depthPerPassMm,
        grossMm,
      })),
    },
    null,
    2,
  );
}
