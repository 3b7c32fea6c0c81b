import { PartsScreen } from "../records/parts-screen.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { budgetView } from "./budget/budget-view.tsx";
import { canopyView } from "./canopy/canopy-view.tsx";
import { cropView } from "./crop-view.tsx";
import { seasonView } from "./season-view.tsx";
import { text } from "./text.ts";

/** Crops, seasons, and the balance computed from them. */
export function BalanceScreen() {
  return (
    <PartsScreen
      label={text.title}
      parts={[
        { part: "safras", label: text.parts.safras, screen: <RecordScreen view={seasonView} /> },
        { part: "coberturas", label: text.parts.coberturas, screen: <RecordScreen view={canopyView} /> },
        { part: "orcamentos", label: text.parts.orcamentos, screen: <RecordScreen view={budgetView} /> },
        { part: "culturas", label: text.parts.culturas, screen: <RecordScreen view={cropView} /> },
      ]}
    />
  );
}
