import { PartsScreen } from "../records/parts-screen.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { rainView } from "./rain-view.tsx";
import { text } from "./text.ts";
import { wateringView } from "./watering-view.tsx";

export function WateringScreen() {
  return (
    <PartsScreen
      label={text.title}
      parts={[
        { part: "irrigacoes", label: text.parts.irrigacoes, screen: <RecordScreen view={wateringView} /> },
        { part: "chuvas", label: text.parts.chuvas, screen: <RecordScreen view={rainView} /> },
      ]}
    />
  );
}
