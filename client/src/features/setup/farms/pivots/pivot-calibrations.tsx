import { calibratedOn } from "@lamina/agronomy/machine/calibration";
import { hasPanel, systemDepthAt100, timeAt100 } from "@lamina/agronomy/machine/system";
import { formatDay, formatNumber } from "../../../../ui/format.ts";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";
import { text } from "../text.ts";
import { PivotRecords } from "./pivot-records.tsx";
import { RingDepths } from "./ring-depths.tsx";

const words = text.calibration;
type Calibration = RecordOf<"machineCalibration">;

/** Below the form of a pivot: its measurements, newest first, each with what it changes. */
export function PivotCalibrations({ record, lists }: { record: RecordOf<"pivot">; lists: RelatedRecords }) {
  const own = lists
    .of("machineCalibration")
    .filter(({ pivotId }) => pivotId === record._id)
    .sort((one, other) => other.date.localeCompare(one.date));
  const records = own.map((one) => ({
    id: one._id,
    name: formatDay(one.date),
    facts: [words.kinds[one.kind], ...changesOf(record, own, one)].join(" · "),
  }));
  const test = own.find(({ kind, cans }) => kind === "cans" && cans && cans.length > 0);
  return (
    <>
      <PivotRecords pivotId={record._id} title={words.title} part="calibracoes" words={words.words} records={records} />
      {record.kind === "pivot" && test?.cans && <RingDepths cans={test.cans} date={test.date} />}
    </>
  );
}

/** What a measurement changes, in words: `a 100 %: 5,8 → 5,2 mm`. */
export function changesOf(
  pivot: RecordOf<"pivot">,
  all: readonly Calibration[],
  { _id, date }: Pick<Calibration, "_id" | "date">,
): string[] {
  const before = calibratedOn(
    pivot,
    all.filter((other) => other._id !== _id),
    date,
  );
  const after = calibratedOn(pivot, all, date);
  const changed = (one: number, other: number, say: (from: string, to: string) => string, decimals: number) => {
    const [from, to] = [formatNumber(one, decimals), formatNumber(other, decimals)];
    return from === to ? [] : [say(from, to)];
  };
  return [
    ...(hasPanel(pivot)
      ? [
          ...changed(systemDepthAt100(before), systemDepthAt100(after), words.depthChange, 1),
          ...changed(timeAt100(before), timeAt100(after), words.timeChange, 1),
        ]
      : []),
    ...changed(before.flowM3h, after.flowM3h, words.flowChange, 0),
  ];
}
