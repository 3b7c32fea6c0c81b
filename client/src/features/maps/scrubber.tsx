import { useId } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { formatDay } from "../../ui/format.ts";
import styles from "./scrubber.module.css";
import { text } from "./text.ts";

interface ScrubberProps {
  days: readonly string[];
  day: string;
  onDay: (day: string | null) => void;
}

/** Moves the map through the last days: by dragging, or with the arrow keys. */
export function Scrubber({ days, day, onDay }: ScrubberProps) {
  const id = useId();
  return (
    <div className={styles.scrubber} data-print="hide">
      <label htmlFor={id}>{text.day}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={days.length - 1}
        value={Math.max(0, days.indexOf(day))}
        aria-valuetext={formatDay(day)}
        onChange={({ target }) => onDay(days[Number(target.value)] ?? null)}
      />
      <output htmlFor={id}>{formatDay(day)}</output>
      <Button onClick={() => onDay(null)}>{text.today}</Button>
    </div>
  );
}
