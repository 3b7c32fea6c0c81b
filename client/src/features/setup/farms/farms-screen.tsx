import { PartsScreen } from "../records/parts-screen.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { farmView } from "./farm-view.tsx";
import { calibrationView } from "./pivots/calibration-view.tsx";
import { pivotView } from "./pivots/pivot-view.tsx";
import { sectorView } from "./pivots/sector-view.tsx";
import { soilView } from "./soil-view.tsx";
import { text } from "./text.ts";
import { waterSourceView } from "./water-source-view.tsx";

export function FarmsScreen() {
  return (
    <PartsScreen
      label={text.title}
      parts={[
        { part: "fazendas", label: text.parts.fazendas, screen: <RecordScreen view={farmView} /> },
        { part: "pivos", label: text.parts.pivos, screen: <RecordScreen view={pivotView} /> },
        { part: "setores", label: text.parts.setores, screen: <RecordScreen view={sectorView} /> },
        { part: "solos", label: text.parts.solos, screen: <RecordScreen view={soilView} /> },
        { part: "captacoes", label: text.parts.captacoes, screen: <RecordScreen view={waterSourceView} /> },
        { part: "calibracoes", label: text.parts.calibracoes, screen: <RecordScreen view={calibrationView} /> },
      ]}
    />
  );
}
