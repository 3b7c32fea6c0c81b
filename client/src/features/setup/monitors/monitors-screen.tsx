import { RecordScreen } from "../records/record-screen.tsx";
import { monitorView } from "./monitor-view.tsx";

/** The soil monitors. */
export function MonitorsScreen() {
  return <RecordScreen view={monitorView} />;
}
