import { farmDay } from "@lamina/shared/core/farm-time";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { Segments } from "../controls/segments.tsx";
import { DateField } from "../date/date-field.tsx";
import { Form } from "../form/form.tsx";
import { customProblem, type Period, type PeriodContext, periodRange } from "./period.ts";
import styles from "./period-picker.module.css";
import { text } from "./text.ts";

interface PeriodPickerProps extends PeriodContext {
  period: Period;
  onChange: (period: Period) => void;
  /** The offered kinds. All when left out. */
  kinds?: readonly Period["kind"][];
}

const KINDS: readonly Period["kind"][] = ["24h", "7d", "30d", "season", "lastSeason", "custom"];
const isSeason = (kind: Period["kind"]): kind is "season" | "lastSeason" => kind === "season" || kind === "lastSeason";

/**
 * Chooses a period in farm days. A season is offered when there is one. The dates of the free period open below.
 */
export function PeriodPicker({ period, onChange, kinds = KINDS, ...context }: PeriodPickerProps) {
  const [choosing, setChoosing] = useState(period.kind === "custom");
  const open = choosing || period.kind === "custom";
  const current = choosing ? "custom" : period.kind;
  const choose = (kind: Period["kind"]) => {
    setChoosing(kind === "custom");
    if (kind !== "custom") onChange({ kind });
  };
  return (
    <div className={styles.picker} data-print="hide">
      <Segments
        label={text.period}
        options={kinds
          .filter((kind) => !isSeason(kind) || context[kind] || period.kind === kind)
          .map((kind) => ({ value: kind, label: text.kinds[kind] }))}
        value={current}
        onChange={choose}
      />
      {open && <CustomDates period={period} context={context} onChange={onChange} />}
    </div>
  );
}

interface CustomDatesProps {
  period: Period;
  context: PeriodContext;
  onChange: (period: Period) => void;
}

/** Starts with the shown days, so that the user changes them instead of typing new ones. */
function CustomDates({ period, context, onChange }: CustomDatesProps) {
  const range = periodRange(period, context);
  const [from, setFrom] = useState(range.firstDay);
  const [to, setTo] = useState(range.lastDay);
  const [isSubmitted, setSubmitted] = useState(false);
  const today = farmDay(context.now, context.timeZone);
  const problem = customProblem(from, to, today);
  const submit = () => {
    setSubmitted(true);
    if (!problem) onChange({ kind: "custom", from, to });
  };
  return (
    <Form className={styles.dates} onSubmit={submit}>
      <DateField label={text.from} timeZone={context.timeZone} max={today} value={from} onValue={setFrom} />
      <DateField
        label={text.to}
        timeZone={context.timeZone}
        error={isSubmitted && problem ? text.problems[problem] : undefined}
        min={from}
        value={to}
        onValue={setTo}
      />
      <Button type="submit" variant="secondary">
        {text.show}
      </Button>
    </Form>
  );
}
