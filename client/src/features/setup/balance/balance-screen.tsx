import { PartsScreen } from "../records/parts-screen.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { cropView } from "./crop-view.tsx";
import { seasonView } from "./season-view.tsx";
import { text } from "./text.ts";

/** What grows where, and the balance that follows from it. */
export function BalanceScreen() {
  return (
    <PartsScreen
      label={text.title}
      parts={[
        { part: "safras", label: text.parts.safras, screen: <RecordScreen view={seasonView} /> },
        { part: "culturas", label: text.parts.culturas, screen: <RecordScreen view={cropView} /> },
      ]}
    />
  );
}
