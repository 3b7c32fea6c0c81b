import type { ComponentProps } from "react";
import { text } from "../text.ts";
import { TextInput } from "./input.tsx";

interface TimeInputProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  /** `HH:MM`, or incomplete input. */
  value: string;
  onValue: (typed: string) => void;
}

/** A time of day in 24 hours. The browser's own control follows the browser's language and may ask for AM and PM. */
export function TimeInput({ value, onValue, ...rest }: TimeInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder={text.timeShape}
      value={value}
      onChange={({ target }) => onValue(/^\d{4}$/.test(target.value) ? completeTime(target.value) : target.value)}
      onBlur={() => onValue(completeTime(value))}
    />
  );
}

/** Completes `7`, `730`, `7h30` and `7:30` to `07:00` and `07:30`. Other input stays, and the form rejects it. */
export function completeTime(typed: string): string {
  const [, hours, minutes] = /^\s*(\d{1,2})\s*[:hH.,]?\s*(\d{2})?\s*$/.exec(typed) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes ?? 0) > 59) return typed;
  return `${hours.padStart(2, "0")}:${minutes ?? "00"}`;
}
