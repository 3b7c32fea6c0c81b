import type { SpeedRow } from "@lamina/shared/records/irrigation";
import { panelPercent } from "@lamina/shared/records/run-figures";
import type { ExportTable } from "../../../ui/export/export-table.ts";
import type { IrrigationCard } from "../board.ts";
import { formText } from "./form-text.ts";

/** A row of a panel's table, with the names of its sectors. */
export interface NamedSpeed extends SpeedRow {
  names: string;
}

/** The speed table of a machine, clockwise from north. Empty when one setting applies to the whole circle. */
export function speedsOf({
  sectors,
  planned,
  mostUrgentSector,
}: Pick<IrrigationCard, "sectors" | "planned" | "mostUrgentSector">): NamedSpeed[] {
  const rows = planned?.shares?.length ? planned.shares : (mostUrgentSector.recommendation?.shares ?? []);
  const nameOf = (id: string) => sectors.find(({ sector }) => sector._id === id)?.sector.name ?? id;
  return [...rows]
    .sort((a, b) => a.fromDeg - b.fromDeg)
    .map((row) => ({ ...row, percent: panelPercent(row.percent), names: row.sectorIds.map(nameOf).join(", ") }));
}

/** The table as a file for spreadsheets. */
export function speedsExport(rows: readonly NamedSpeed[], title: string, timeZone: string): ExportTable {
  return {
    title,
    timeZone,
    columns: [
      { header: `${formText.speedsFrom} (°)`, kind: "number", decimals: 0 },
      { header: `${formText.speedsTo} (°)`, kind: "number", decimals: 0 },
      { header: `${formText.speedsPercent} (%)`, kind: "number", decimals: 0 },
      { header: `${formText.speedsDepth} (mm)`, kind: "number", decimals: 1 },
      { header: formText.speedsSectors, kind: "text" },
    ],
    rows: rows.map(({ fromDeg, toDeg, percent, grossMm, names }) => [fromDeg, toDeg, percent, grossMm, names]),
  };
}

/** The table for a panel's program: angles in °, setting in whole %, depth of all passes in mm. */
export function speedsJson(rows: readonly NamedSpeed[], machine: string, passes: number): string {
  return JSON.stringify(
    {
      machine,
      passes,
      rows: rows.map(({ fromDeg, toDeg, percent, grossMm }) => ({ fromDeg, toDeg, percent, grossMm })),
    },
    null,
    2,
  );
}
