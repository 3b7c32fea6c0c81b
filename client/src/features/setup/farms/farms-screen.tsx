import { usePart } from "../records/params.ts";
import { Parts } from "../records/parts.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { soilView } from "./soil-view.tsx";
import { text } from "./text.ts";

const views = { solos: soilView } as const;
const parts = ["solos"] as const;

/** Farms, and what stands on them. */
export function FarmsScreen() {
  const part = usePart(parts);
  return (
    <>
      <Parts label={text.title} parts={parts.map((one) => ({ part: one, label: text.parts[one] }))} current={part} />
      <RecordScreen key={part} view={views[part]} />
    </>
  );
}
