import { RecordScreen } from "../records/record-screen.tsx";
import { groupView } from "./group-view.tsx";

export function GroupsScreen() {
  return <RecordScreen view={groupView} />;
}
