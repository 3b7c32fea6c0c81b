import { Loading } from "../../ui/states.tsx";

/** Stands until the first page is there. */
export function Starting() {
  return <Loading />;
}
