import { farmClock, farmMoment } from "@lamina/shared/farm-time";
import type { ComponentProps } from "react";
import { TextInput } from "../input.tsx";
import { useForm } from "./form-context.ts";

interface MomentInputProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  /** ISO-8601, or empty. */
  value: string;
  onValue: (moment: string) => void;
}

/** A moment, asked for and shown on the farm's clock. */
export function MomentInput({ value, onValue, ...rest }: MomentInputProps) {
  const { timeZone } = useForm();
  const at = Date.parse(value);
  const local = Number.isNaN(at) ? "" : new Date(farmClock(at, timeZone)).toISOString().slice(0, 16);
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      value={local}
      onChange={({ target }) => {
        const [day, time] = target.value.split("T");
        onValue(day && time ? new Date(farmMoment(day, time, timeZone)).toISOString() : "");
      }}
    />
  );
}
