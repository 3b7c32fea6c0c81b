import { RecordScreen } from "../records/record-screen.tsx";
import { groupView } from "./group-view.tsx";

/** The groups of a client's users. */
export function GroupsScreen() {
  return <RecordScreen view={groupView} />;
}
