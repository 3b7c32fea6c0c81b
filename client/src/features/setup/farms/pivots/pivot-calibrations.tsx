import { calibratedOn } from "@lamina/agronomy/machine/calibration";
import { hasPanel, systemDepthAt100, timeAt100 } from "@lamina/agronomy/machine/system";
import { Link } from "react-router-dom";
import { useRights } from "../../../../core/rights/use-rights.ts";
import { ButtonLink } from "../../../../ui/controls/button.tsx";
import { formatDay, formatNumber } from "../../../../ui/format.ts";
import { Card } from "../../../../ui/layout/card.tsx";
import { partAddress } from "../../records/data/params.ts";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";
import styles from "../land.module.css";
import { text } from "../text.ts";

const words = text.calibration;
type Calibration = RecordOf<"machineCalibration">;

/** Below the form of a pivot: its measurements, newest first, each with what it changes. */
export function PivotCalibrations({ record, lists }: { record: RecordOf<"pivot">; lists: RelatedRecords }) {
  const { can } = useRights();
  const own = lists
    .of("machineCalibration")
    .filter(({ pivotId }) => pivotId === record._id)
    .sort((one, other) => other.date.localeCompare(one.date));
  return (
    <Card
      title={words.title}
      aside={
        can("farms", "create") && (
          <ButtonLink
            variant="quiet"
            to={partAddress("calibracoes", { kind: "new", copyOf: null, given: { pivotId: record._id } })}
          >
            {words.words.add}
          </ButtonLink>
        )
      }
    >
      {own.length === 0 ? (
        <p className="hint">{words.words.emptyHint}</p>
      ) : (
        <ul className={styles.sectors}>
          {own.map((one) => (
            <li key={one._id}>
              <Link to={partAddress("calibracoes", { kind: "record", id: one._id })}>{formatDay(one.date)}</Link>
              <span>{[words.kinds[one.kind], ...changesOf(record, own, one)].join(" · ")}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
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
