import { Loading } from "../../../ui/feedback/states.tsx";

/** Stands until the first page is there. */
export function Starting() {
  return <Loading />;
}
