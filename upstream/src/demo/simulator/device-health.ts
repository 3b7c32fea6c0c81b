import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { chance } from "../../weather/climate/chance.ts";
import type { DeviceRow } from "./layout.ts";
import type { InstrumentOptions } from "./quirks.ts";

/** A battery is changed when it is empty; until then it falls from full to nothing in this time. */
const BATTERY_DAYS = { least: 150, more: 180 } as const;
/** What the weak one has left when the past ends, %. */
const WEAK_PCT = 11;
/** An empty battery is changed after this long. */
const CHANGED_AFTER_MS = 18 * HOUR_MS;
/** A device falls silent for some hours on one day in so many. */
const SILENT_DAYS = 1 / 45;

/** Kinds of device that hang on the grid or on a solar panel. */
const SUPPLIED = new Set(["weather-station", "pivot-panel", "flow-meter"]);

/** Charge in %: it falls evenly, and the battery is changed when it is empty. */
export function batteryOf({ serial, sensorTypeId }: DeviceRow, at: number, options: InstrumentOptions): number {
  return SUPPLIED.has(sensorTypeId) ? 100 : Math.round(charge(serial, at, options) * 10) / 10;
}

function charge(serial: string, at: number, { seed, epoch, quirks }: InstrumentOptions): number {
  const span = DAY_MS * (BATTERY_DAYS.least + BATTERY_DAYS.more * chance(seed, serial, "battery"));
  // Others are far from empty for the first weeks, so that the weak one stands out.
  const left = quirks.weak?.serial === serial ? WEAK_PCT / 100 : 0.4 + 0.6 * chance(seed, serial, "charge");
  const passed = ((at - epoch) / span + (1 - left)) % 1;
  return 100 * (1 - (passed < 0 ? passed + 1 : passed));
}

/** Signal strength in dBm. */
export function signalOf(serial: string, at: number, seed: number): number {
  const usual = -68 - 30 * chance(seed, serial, "signal");
  return Math.round(usual + 6 * (chance(seed, serial, Math.floor(at / HOUR_MS)) - 0.5));
}

/** Whether a device says nothing at a moment: a quirk, or from the epoch on an accident or an empty battery. */
export function isSilent({ serial, sensorTypeId }: DeviceRow, at: number, options: InstrumentOptions): boolean {
  const { seed, epoch, quirks } = options;
  const { silent, gap } = quirks;
  if (silent?.serial === serial && at >= silent.since) return true;
  if (gap?.serial === serial && at >= gap.from && at < gap.to) return true;
  if (at <= epoch) return false;
  const day = Math.floor(at / DAY_MS);
  if (chance(seed, serial, day, "silent") < SILENT_DAYS) {
    const from = day * DAY_MS + DAY_MS * 0.6 * chance(seed, serial, day, "from");
    if (at >= from && at < from + HOUR_MS * (2 + 6 * chance(seed, serial, day, "for"))) return true;
  }
  // Just renewed means that it was empty until now: the last hours of the old one were silence.
  return !SUPPLIED.has(sensorTypeId) && charge(serial, at, options) > charge(serial, at - CHANGED_AFTER_MS, options);
}
