import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { saveFile } from "../../../core/save-file.ts";
import { panelWords, runWords } from "../../../field/run-words.ts";
import { printPage } from "../../../platform/print-page.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ExportMenu } from "../../../ui/export/export-menu.tsx";
import { fileName } from "../../../ui/export/file-name.ts";
import { DialogFooter } from "../../../ui/feedback/dialog.tsx";
import { formatDateTime, formatNumber, NO_VALUE } from "../../../ui/format.ts";
import { type Column, Table } from "../../../ui/layout/table.tsx";
import { useBoard } from "../board-context.ts";
import type { ActionPart } from "./action-part.ts";
import { formText } from "./form-text.ts";
import { type NamedSpeed, speedsExport, speedsJson, speedsOf } from "./speed-rows.ts";

const degrees = (value: number) => `${formatNumber(value, 0)}°`;

const columns: Column<NamedSpeed>[] = [
  {
    key: "arc",
    header: formText.speedsArc,
    cell: ({ fromDeg, toDeg }) => formText.speedsArcOf(degrees(fromDeg), degrees(toDeg)),
  },
  {
    key: "percent",
    header: formText.speedsPercent,
    numeric: true,
    cell: ({ percent }) => (percent === null ? formText.speedsDry : panelWords(percent)),
  },
  {
    key: "depth",
    header: formText.speedsDepth,
    numeric: true,
    cell: (row) => (row.percent === null ? NO_VALUE : runWords({ ...row, percent: null })),
  },
  { key: "sectors", header: formText.speedsSectors, cell: ({ names }) => names },
];

/** The table for a panel that changes its speed by angle: on the screen, on paper, as CSV and as JSON. */
export function SpeedTable({ unit: given }: ActionPart) {
  const client = useSelectedClient();
  const { data } = useBoard();
  const unit = { ...given, sectors: data.sectors.filter(({ sector }) => sector.pivotId === given.pivot._id) };
  const rows = speedsOf(unit);
  const print = printPage();
  const { pivot, farm } = unit;
  const passes = rows[0]?.passes ?? 1;
  const name = [formText.speedsTitle(pivot.name), client.name];
  if (rows.length === 0) return <p>{formText.speedsNone}</p>;
  const saveJson = () =>
    saveFile(new File([speedsJson(rows, pivot.name)], fileName(name, "json"), { type: "application/json" }));
  return (
    <div className="grid gap-4">
      <p className="hint">
        {formText.speedsHint(formatNumber(passes, 0), passes === 1)}{" "}
        {data.decidedAt && formText.speedsOf(farm.name, formatDateTime(data.decidedAt, farm.timezone))}
      </p>
      <Table
        caption={formText.speedsTitle(pivot.name)}
        columns={columns}
        rows={rows}
        rowKey={({ fromDeg }) => String(fromDeg)}
      />
      <DialogFooter>
        <ExportMenu
          name={name}
          table={() => speedsExport(rows, formText.speedsTitle(pivot.name), farm.timezone)}
          save={saveFile}
        />
        <Button onClick={() => void saveJson()}>{formText.speedsJson}</Button>
        {print && <Button onClick={print}>{formText.print}</Button>}
      </DialogFooter>
    </div>
  );
}
