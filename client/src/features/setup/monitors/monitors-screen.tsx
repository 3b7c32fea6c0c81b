import { RecordScreen } from "../records/record-screen.tsx";
import { monitorView } from "./monitor-view.tsx";

/** Points where the soil is observed. */
export function MonitorsScreen() {
  return <RecordScreen view={monitorView} />;
}
