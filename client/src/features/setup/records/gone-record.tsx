import { EmptyState } from "../../../ui/feedback/states.tsx";
import { text } from "./data/text.ts";

/** In the place of a record that there is none of, or no more. */
export function GoneRecord() {
  return (
    <EmptyState icon="info" title={text.gone}>
      <p>{text.goneHint}</p>
    </EmptyState>
  );
}
