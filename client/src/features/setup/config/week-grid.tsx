import { DAY_MINUTES } from "@lamina/shared/core/time";
import { DAYS, HOURS } from "@lamina/shared/records/config";
import { classNames } from "../../../ui/class-names.ts";
import { useMedia } from "../../../ui/data-table/use-media.ts";
import type { WrittenWindow } from "./brushes.ts";
import styles from "./tariff-windows.module.css";
import { text } from "./text.ts";
import { type Area, isIn, SLOTS, type Slot, useWeekPaint } from "./use-week-paint.ts";
import { SLOT_MIN, timeOf, type Week } from "./week.ts";
import { tariffWord } from "./week-brushes.tsx";

const words = text.tariff;
const days = Array.from({ length: DAYS }, (_, day) => day);
const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
const hours = Array.from({ length: HOURS }, (_, hour) => hour);
const PER_HOUR = SLOTS / HOURS;

interface WeekGridProps {
  week: Week<WrittenWindow>;
  /** Left out for a read-only week. */
  onPaint: ((area: Area) => void) | undefined;
}

/** The tariff of each half hour of the week, with one row a day, or on a phone one column a day. */
export function WeekGrid({ week, onPaint }: WeekGridProps) {
  const vertical = useMedia("(max-width: 39.99rem)");
  const { cursor, area, table, handlers, follow } = useWeekPaint(vertical, onPaint ?? (() => {}));

  function cell({ day, slot }: Slot) {
    // A window may begin within a half hour, so the middle of the half hour decides.
    const window = week[day * DAY_MINUTES + slot * SLOT_MIN + SLOT_MIN / 2] ?? null;
    const isCursor = cursor.day === day && cursor.slot === slot;
    const said = `${words.dayShort[day]} ${timeOf(slot * SLOT_MIN)}: ${tariffWord(window ?? { kind: null, brlKwh: "" })}`;
    return (
      <td
        key={`${day} ${slot}`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the user paints the cell
        role="gridcell"
        aria-label={said}
        title={said}
        tabIndex={isCursor ? 0 : -1}
        data-day={day}
        data-slot={slot}
        onFocus={() => follow({ day, slot })}
        className={classNames(
          styles.slot,
          slot % PER_HOUR === 0 && styles.hour,
          window && styles[window.kind],
          area && isIn(area, { day, slot }) && styles.marked,
        )}
      />
    );
  }

  return (
    <div className={styles.week}>
      {onPaint && <p className="fine-print">{vertical ? words.paintHintTouch : words.paintHint}</p>}
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the user paints its cells
        role="grid"
        aria-label={words.grid}
        aria-readonly={onPaint ? undefined : true}
        className={classNames(styles.grid, vertical && styles.vertical, onPaint && styles.paintable)}
        {...(onPaint && handlers)}
      >
        <thead>
          <tr>
            <td />
            {vertical
              ? days.map((day) => (
                  <th key={day} scope="col">
                    {words.dayShort[day]}
                  </th>
                ))
              : hours.map((hour) => (
                  <th key={hour} scope="colgroup" colSpan={PER_HOUR}>
                    {hour}
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {vertical
            ? slots.map((slot) => (
                <tr key={slot}>
                  <th scope="row">{timeOf(slot * SLOT_MIN)}</th>
                  {days.map((day) => cell({ day, slot }))}
                </tr>
              ))
            : days.map((day) => (
                <tr key={day}>
                  <th scope="row">{words.dayShort[day]}</th>
                  {slots.map((slot) => cell({ day, slot }))}
                </tr>
              ))}
        </tbody>
      </table>
      <p className={styles.range} role="status">
        {area && rangeWord(area)}
      </p>
    </div>
  );
}

/** `seg–sex 18:00–21:00`. */
function rangeWord({ from, to }: Area): string {
  const [firstDay = 0, lastDay = 0] = [from.day, to.day].sort((a, b) => a - b);
  const [first = 0, last = 0] = [from.slot, to.slot].sort((a, b) => a - b);
  const dayWords = [...new Set([words.dayShort[firstDay], words.dayShort[lastDay]])].join("–");
  return `${dayWords} ${timeOf(first * SLOT_MIN)}–${timeOf((last + 1) * SLOT_MIN)}`;
}
