import { Loading } from "../../../ui/feedback/states.tsx";

/** Shown until the first page is loaded. */
export function Starting() {
  return <Loading />;
}
