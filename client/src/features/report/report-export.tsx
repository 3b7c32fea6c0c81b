import { createContext, type ReactNode, use, useState } from "react";
import { createPortal } from "react-dom";
import { saveFile, sendFile } from "../../core/save-file.ts";
import { ExportMenu } from "../../ui/export/export-menu.tsx";
import type { ExportTable } from "../../ui/export/export-table.ts";

type ExportSlot = HTMLElement | null;
const ExportPlace = createContext<[ExportSlot, (place: ExportSlot) => void]>([null, () => {}]);

/** A report whose head has the exports of its table. */
export function WithExport({ children }: { children: ReactNode }) {
  return <ExportPlace value={useState<ExportSlot>(null)}>{children}</ExportPlace>;
}

/** Where the head of a report has its exports. */
export function ExportHere() {
  const [, setPlace] = use(ExportPlace);
  return <span ref={setPlace} />;
}

interface ReportExportProps {
  /** Parts of the file name: subject, client, period. */
  name: readonly string[];
  table: () => ExportTable;
  /** A part of the report still loads: a file waits for it. */
  waits?: boolean;
}

/** Exports the table of a report from its head, because the table itself is below the first screen. */
export function ReportExport({ name, table, waits = false }: ReportExportProps) {
  const [place] = use(ExportPlace);
  return (
    place && createPortal(<ExportMenu name={name} table={table} save={saveFile} send={sendFile} waits={waits} />, place)
  );
}
