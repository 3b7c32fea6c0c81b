import { PartsScreen } from "../records/parts-screen.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { rainView } from "./rain-view.tsx";
import { text } from "./text.ts";
import { wateringView } from "./watering-view.tsx";

/** What came onto the fields: irrigation and rain. */
export function WateringScreen() {
  return (
    <PartsScreen
      label={text.title}
      parts={[
        { part: "irrigacoes", label: text.parts.irrigacoes, Screen: Waterings },
        { part: "chuvas", label: text.parts.chuvas, Screen: Rains },
      ]}
    />
  );
}

function Waterings() {
  return <RecordScreen view={wateringView} />;
}

function Rains() {
  return <RecordScreen view={rainView} />;
}
