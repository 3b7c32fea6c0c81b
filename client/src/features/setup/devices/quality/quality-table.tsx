import type { QualityValue, WeatherQuality } from "@lamina/shared/records/weather";
import { classNames } from "../../../../ui/class-names.ts";
import { Badge } from "../../../../ui/feedback/badge.tsx";
import { formatAmount, formatDay, NO_VALUE } from "../../../../ui/format.ts";
import { Card } from "../../../../ui/layout/card.tsx";
import { ScrollRegion } from "../../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../../ui/layout/table.tsx";
import { text } from "../text.ts";
import styles from "./quality.module.css";
import { hourRanges } from "./quality-words.ts";

const words = text.quality;
type Day = WeatherQuality["stations"][number]["days"][number];

const TONES = {
  measured: "neutral",
  incomplete: "warning",
  doubted: "warning",
  filled: "brand",
  refused: "danger",
  missing: "danger",
} as const;

/** Days of a station, newest first: each value with its origin and the findings of its hours. */
export function QualityTable({ name, days }: { name: string; days: readonly Day[] }) {
  const inputs = days[0]?.values.map(({ input }) => input) ?? [];
  return (
    <Card title={name} flush>
      <ScrollRegion label={name}>
        <Table
          caption={words.caption(name)}
          rows={days}
          rowKey={({ date }) => date}
          columns={[
            { key: "date", header: words.day, cell: ({ date }) => formatDay(date) },
            ...inputs.map((input) => ({
              key: input,
              header: words.inputs[input] ?? input,
              cell: ({ values }: Day) => <Value value={values.find((one) => one.input === input)} />,
            })),
          ]}
        />
      </ScrollRegion>
    </Card>
  );
}

function Value({ value }: { value: QualityValue | undefined }) {
  if (value === undefined) return NO_VALUE;
  const { value: amount, unit, state, hours, from, findings } = value;
  return (
    <div className="grid gap-1 at-start">
      <span className={classNames("tabular no-wrap", state !== "measured" && styles.doubtful)}>
        {amount === null ? NO_VALUE : formatAmount(amount, unit)}
      </span>
      {state !== "measured" && <Badge tone={TONES[state]}>{words.states[state]}</Badge>}
      {from && <span className="fine-print">{words.from(words.sources[from] ?? from)}</span>}
      {state === "incomplete" && <span className="fine-print">{words.heard(hours)}</span>}
      {findings.map((finding) => (
        <span key={finding.flag} className="fine-print">
          {words.finding(words.flags[finding.flag], hourRanges(finding.hours))}
        </span>
      ))}
    </div>
  );
}
