import type { ReactNode } from "react";
import { usePart } from "./data/params.ts";
import { RecordTabs } from "./record-tabs.tsx";

interface PartOf<Part extends string> {
  part: Part;
  label: string;
  screen: ReactNode;
}

interface PartsScreenProps<Part extends string> {
  label: string;
  /** In order. The first one is the default. */
  parts: readonly [PartOf<Part>, ...PartOf<Part>[]];
}

/** A screen with several kinds of record, one at a time. */
export function PartsScreen<Part extends string>({ label, parts }: PartsScreenProps<Part>) {
  const current = usePart(parts.map(({ part }) => part) as [Part, ...Part[]]);
  const { part, screen } = parts.find(({ part }) => part === current) ?? parts[0];
  return (
    <>
      <RecordTabs label={label} parts={parts} current={current} />
      <div key={part}>{screen}</div>
    </>
  );
}
