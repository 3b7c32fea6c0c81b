import { RecordScreen } from "../records/record-screen.tsx";
import { userView } from "./user-view.tsx";

export function UsersScreen() {
  return <RecordScreen view={userView} />;
}
