import { addDays, type FarmDay, farmDays } from "@lamina/shared/core/farm-time";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { Button, IconButton } from "../controls/button.tsx";
import { dateTime } from "../format.ts";
import { text } from "../text.ts";
import styles from "./calendar.module.css";

interface CalendarProps {
  /** The chosen day. */
  day: FarmDay | null;
  today: FarmDay;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: FarmDay) => void;
}

const utc = (day: FarmDay) => new Date(`${day}T00:00:00Z`);
const named = (day: string, options: Intl.DateTimeFormatOptions) => dateTime(utc(day), "UTC", options);
const monthName = (day: string) => named(day, { month: "long", year: "numeric" });
const dayName = (day: string) => named(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const weekday = (day: FarmDay) => utc(day).getUTCDay();
const firstOf = (day: FarmDay) => `${day.slice(0, 8)}01`;
const DAYS_IN_WEEK = 7;

/** The same day of another month, or the last day of a shorter one. */
function inMonth(day: FarmDay, months: number): FarmDay {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/** A month of days to choose from. Arrows move by days and weeks, Page up and down by months, with Shift by years. */
export function Calendar({ day, today, min, max, onChoose }: CalendarProps) {
  const [at, setAt] = useState(day ?? (max && max < today ? max : today));
  const grid = useRef<HTMLTableElement>(null);
  const first = firstOf(at);
  const start = addDays(first, -weekday(first));
  const last = addDays(firstOf(inMonth(first, 1)), -1);
  const weeks = farmDays(start, addDays(last, DAYS_IN_WEEK - 1 - weekday(last)));
  const isOffered = (one: FarmDay) => (!min || one >= min) && (!max || one <= max);

  // The focus follows the day, also into another month.
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);

  const keys: Readonly<Record<string, (shift: boolean) => FarmDay>> = {
    ArrowLeft: () => addDays(at, -1),
    ArrowRight: () => addDays(at, 1),
    ArrowUp: () => addDays(at, -DAYS_IN_WEEK),
    ArrowDown: () => addDays(at, DAYS_IN_WEEK),
    Home: () => addDays(at, -weekday(at)),
    End: () => addDays(at, DAYS_IN_WEEK - 1 - weekday(at)),
    PageUp: (shift) => inMonth(at, shift ? -12 : -1),
    PageDown: (shift) => inMonth(at, shift ? 12 : 1),
  };
  const move = (event: KeyboardEvent) => {
    const next = keys[event.key];
    if (!next) return;
    event.preventDefault();
    setAt(next(event.shiftKey));
  };
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton icon="chevronLeft" label={text.monthBefore} onClick={() => setAt(inMonth(at, -1))} />
        <strong aria-live="polite">{monthName(at)}</strong>
        <IconButton icon="chevronRight" label={text.monthAfter} onClick={() => setAt(inMonth(at, 1))} />
      </div>
      <table ref={grid} aria-label={monthName(at)} onKeyDown={move}>
        <thead>
          <tr>
            {weeks.slice(0, DAYS_IN_WEEK).map((one) => (
              <th key={one} scope="col" abbr={named(one, { weekday: "long" })}>
                {named(one, { weekday: "narrow" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeks.length / DAYS_IN_WEEK }, (_, week) => (
            <tr key={weeks[week * DAYS_IN_WEEK]}>
              {weeks.slice(week * DAYS_IN_WEEK, (week + 1) * DAYS_IN_WEEK).map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === at ? 0 : -1}
                    aria-label={dayName(one)}
                    aria-current={one === today ? "date" : undefined}
                    aria-pressed={one === day}
                    aria-disabled={!isOffered(one)}
                    className={classNames(
                      styles.day,
                      firstOf(one) !== first && styles.other,
                      one === day && styles.chosen,
                    )}
                    onClick={() => isOffered(one) && onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isOffered(today) && <Button onClick={() => onChoose(today)}>{text.today}</Button>}
    </div>
  );
}
