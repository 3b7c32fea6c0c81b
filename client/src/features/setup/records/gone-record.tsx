import { EmptyState } from "../../../ui/feedback/states.tsx";
import { text } from "./data/text.ts";

/** Replaces the form of a record that does not exist. */
export function GoneRecord() {
  return (
    <EmptyState icon="info" title={text.gone}>
      <p>{text.goneHint}</p>
    </EmptyState>
  );
}
