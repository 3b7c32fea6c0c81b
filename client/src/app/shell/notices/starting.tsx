import { Loading } from "../../../ui/feedback/states.tsx";

export function Starting() {
  return <Loading />;
}
