import type { DeviceFinding } from "@lamina/shared/records/devices/finding";
import type { Sensor } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { formatAmount, formatDateTime, formatNumber } from "../../../../ui/format.ts";
import { sensorName } from "../sensor-name.ts";
import { text } from "./text.ts";

/** A finding in words. */
export function findingWords(finding: DeviceFinding, sensor: Sensor | undefined, timeZone: string): string {
  const { id, unit = "", minutes = 0, at = "", since = "", amount = 0, variable } = finding;
  const name = sensor ? sensorName(sensor) : "";
  const moment = (date: string) => formatDateTime(date, timeZone);
  const counted = formatAmount(amount, variable ? variableRow(variable).unit : "");
  if (id === "clock") {
    const time = Math.abs(minutes);
    const words = time % 30 === 0 ? text.hours(formatNumber(time / 60, 1)) : text.minutes(formatNumber(time, 0));
    return `${minutes > 0 ? text.ahead(words) : text.behind(words)} ${finding.storedToo ? text.storedToo : text.fromNow}`;
  }
  if (id === "unit") return text.unit(name, unit);
  if (id === "gap") return text.gap(name, counted, moment(since), moment(at));
  return id === "counter" ? text.counter(name) : text[id](name, counted, moment(at));
}

/** The name of a finding's remedy. */
export function remedyName({ id, unit = "", change }: DeviceFinding, sensor: Sensor | undefined): string {
  if (id === "clock") return text.correct;
  if (id === "counter") return text.asTotal;
  const factor = (change?.calibB ?? 1) / (sensor?.calibB ?? 1);
  return change?.calibA === 0 ? text.convert(formatNumber(factor, factor < 0.01 ? 4 : 2)) : text.convertUnit(unit);
}
