import { usePart } from "../records/params.ts";
import { Parts } from "../records/parts.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { farmView } from "./farm-view.tsx";
import { pivotView } from "./pivot-view.tsx";
import { sectorView } from "./sector-view.tsx";
import { soilView } from "./soil-view.tsx";
import { text } from "./text.ts";
import { waterSourceView } from "./water-source-view.tsx";

const views = {
  fazendas: farmView,
  pivos: pivotView,
  setores: sectorView,
  solos: soilView,
  captacoes: waterSourceView,
} as const;
const parts = ["fazendas", "pivos", "setores", "solos", "captacoes"] as const;

/** Farms, and what stands on them. */
export function FarmsScreen() {
  const part = usePart(parts);
  return (
    <>
      <Parts label={text.title} parts={parts.map((one) => ({ part: one, label: text.parts[one] }))} current={part} />
      <RecordScreen key={part} view={views[part]} />
    </>
  );
}
