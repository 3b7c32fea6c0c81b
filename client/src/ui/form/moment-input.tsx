import { farmClock, farmMoment, isFarmDay } from "@lamina/shared/core/farm-time";
import { TimeOfDay } from "@lamina/shared/core/record";
import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";
import { TimeInput } from "../controls/time-input.tsx";
import { DateInput } from "../date/date-input.tsx";
import { useForm } from "./form-context.ts";
import styles from "./moment-input.module.css";
import { text } from "./text.ts";

interface MomentInputProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "min" | "max"> {
  /** ISO-8601, or empty. */
  value: string;
  onValue: (moment: string) => void;
}

/** A moment, entered and shown as day and time in the farm's zone. */
export function MomentInput({ value, onValue, ...rest }: MomentInputProps) {
  const { timeZone } = useForm();
  // Keeps incomplete input.
  const [typed, setTyped] = useState({ day: "", time: "" });
  const at = Date.parse(value);
  const [day, time] = Number.isNaN(at)
    ? [typed.day, typed.time]
    : [new Date(farmClock(at, timeZone)).toISOString().slice(0, 10), clockTime(at, timeZone)];

  function take(next: { day: string; time: string }) {
    setTyped(next);
    const whole = isFarmDay(next.day) && TimeOfDay.safeParse(next.time).success;
    onValue(whole ? new Date(farmMoment(next.day, next.time, timeZone)).toISOString() : "");
  }

  return (
    <div className={classNames("controls", styles.moment)}>
      <DateInput {...rest} timeZone={timeZone} value={day} onValue={(next) => take({ day: next, time })} />
      <TimeInput
        aria-label={text.time}
        aria-invalid={rest["aria-invalid"]}
        aria-describedby={rest["aria-describedby"]}
        value={time}
        onValue={(next) => take({ day, time: next })}
      />
    </div>
  );
}

function clockTime(at: number, timeZone: string): string {
  return new Date(farmClock(at, timeZone)).toISOString().slice(11, 16);
}
