import { RecordScreen } from "../records/record-screen.tsx";
import { monitorView } from "./monitor-view.tsx";

export function MonitorsScreen() {
  return <RecordScreen view={monitorView} />;
}
