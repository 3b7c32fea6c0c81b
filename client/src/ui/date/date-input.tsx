import { farmDay, isFarmDay } from "@lamina/shared/core/farm-time";
import { type ComponentProps, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import styles from "../controls/input.module.css";
import { TextInput } from "../controls/input.tsx";
import { Dialog } from "../feedback/dialog.tsx";
import { formatDay } from "../format.ts";
import { Icon } from "../icons/icon.tsx";
import { useNow } from "../now.tsx";
import { text } from "../text.ts";
import { Calendar } from "./calendar.tsx";
import { shortDay, typedDay } from "./date-text.ts";

interface DateInputProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "min" | "max"> {
  /** `YYYY-MM-DD`, or incomplete input. */
  value: string;
  /** Receives incomplete input too, so that the form rejects it. */
  onValue: (day: string) => void;
  /** Of the farm, whose day "today" is. */
  timeZone: string;
  /** First and last day that the calendar offers. Incomplete input of another field limits nothing. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A phone in Portuguese has a good date field of its own; elsewhere it follows the browser's language. */
const isNativeBetter = () => navigator.language.startsWith("pt") && matchMedia("(pointer: coarse)").matches;

/** A date as `dd/mm/aaaa`, typed or chosen in a calendar (decision 0014). */
export function DateInput({ value, onValue, timeZone, min, max, ...rest }: DateInputProps) {
  const today = farmDay(useNow(), timeZone);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const day = isFarmDay(value) ? value : null;
  const [first, last] = [min, max].map((limit) => (limit && isFarmDay(limit) ? limit : undefined));

  if (isNativeBetter())
    return (
      <TextInput
        {...rest}
        type="date"
        min={first}
        max={last}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    );

  const take = (written: string) => {
    setTyped(written);
    onValue(typedDay(written) ?? written);
  };
  const finish = () => {
    const short = typed === null ? null : shortDay(typed, today);
    if (short) onValue(short);
    setTyped(null);
  };
  const choose = (chosen: string) => {
    setTyped(null);
    onValue(chosen);
    setOpen(false);
  };
  return (
    <div className={styles.group}>
      <TextInput
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        placeholder={text.dateShape}
        className={classNames(rest.className, styles.withButton)}
        value={typed ?? (day ? formatDay(day) : value)}
        onChange={({ target }) => take(target.value)}
        onBlur={finish}
      />
      <button
        ref={button}
        type="button"
        className={styles.reveal}
        aria-label={text.openCalendar}
        aria-haspopup="dialog"
        disabled={rest.disabled}
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.chooseDay} variant="panel" anchor={button}>
        {open && <Calendar day={day} today={today} min={first} max={last} onChoose={choose} />}
      </Dialog>
    </div>
  );
}
