import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { chance } from "../../../api/weather/climate/chance.ts";
import type { DeviceRow } from "./layout.ts";
import type { InstrumentOptions } from "./quirks.ts";

/** Days in which a battery runs from full to empty; then it is changed. */
const BATTERY_DAYS = { least: 150, more: 180 } as const;
/** Charge of the weak battery at the end of the past, %. */
const WEAK_PCT = 11;
/** Time after which an empty battery is changed. */
const CHANGED_AFTER_MS = 18 * HOUR_MS;
/** Share of days on which a device is silent for some hours. */
const SILENT_DAYS = 1 / 45;

/** Kinds of device with mains or solar power. */
const SUPPLIED = new Set(["weather-station", "pivot-panel", "flow-meter"]);

/** Charge in %: it falls linearly, and an empty battery is changed. */
export function batteryOf({ serial, sensorTypeId }: DeviceRow, at: number, options: InstrumentOptions): number {
  return SUPPLIED.has(sensorTypeId) ? 100 : Math.round(charge(serial, at, options) * 10) / 10;
}

function charge(serial: string, at: number, { seed, epoch, quirks }: InstrumentOptions): number {
  const span = DAY_MS * (BATTERY_DAYS.least + BATTERY_DAYS.more * chance(seed, serial, "battery"));
  // The others are far from empty for the first weeks, so that only the weak one is low.
  const chargeShare = quirks.weak?.serial === serial ? WEAK_PCT / 100 : 0.4 + 0.6 * chance(seed, serial, "charge");
  const passed = ((at - epoch) / span + (1 - chargeShare)) % 1;
  return 100 * (1 - (passed < 0 ? passed + 1 : passed));
}

/** Signal strength in dBm. */
export function signalOf(serial: string, at: number, seed: number): number {
  const usual = -68 - 30 * chance(seed, serial, "signal");
  return Math.round(usual + 6 * (chance(seed, serial, Math.floor(at / HOUR_MS)) - 0.5));
}

/** Whether a device is silent at a moment: by a quirk, or after the epoch by an accident or an empty battery. */
export function isSilent({ serial, sensorTypeId }: DeviceRow, at: number, options: InstrumentOptions): boolean {
  const { seed, epoch, quirks } = options;
  const { silent, gap } = quirks;
  if (silent?.serial === serial && at >= silent.since) return true;
  if (gap?.serials.includes(serial) && at >= gap.from && at < gap.to) return true;
  if (at <= epoch) return false;
  const day = Math.floor(at / DAY_MS);
  if (chance(seed, serial, day, "silent") < SILENT_DAYS) {
    const from = day * DAY_MS + DAY_MS * 0.6 * chance(seed, serial, day, "from");
    if (at >= from && at < from + HOUR_MS * (2 + 6 * chance(seed, serial, day, "for"))) return true;
  }
  // A battery that was just changed was empty before, so the device was silent.
  return !SUPPLIED.has(sensorTypeId) && charge(serial, at, options) > charge(serial, at - CHANGED_AFTER_MS, options);
}
