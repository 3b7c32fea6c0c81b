import { RecordScreen } from "../records/record-screen.tsx";
import { userView } from "./user-view.tsx";

/** The users of a client. */
export function UsersScreen() {
  return <RecordScreen view={userView} />;
}
