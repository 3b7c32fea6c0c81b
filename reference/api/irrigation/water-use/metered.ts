import { farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { HourAggregate } from "../../telemetry/service.ts";
import type { Pumping } from "./pumping.ts";

/** Below this part of the system's flow, a meter shows only its zero offset. */
const ZERO_PART = 0.02;
/** In an hour with a least flow above this part of its greatest, the pump ran throughout. */
const STEADY_PART = 0.5;

/** A system with a flow meter. */
export interface MeteredSystem {
  pivotId: string;
  timezone: string;
  /** Nominal, m³/h. */
  flowM3h: number;
  /** Hourly readings of its meter, m³/h. */
  hours: readonly HourAggregate[];
}

/**
 * Metered water replaces records and panels' reports of the same hours, also hours without any, because unrecorded
 * water was drawn too. Hours without meter readings keep the other sources.
 */
export function withMeters(pumping: readonly Pumping[], systems: readonly MeteredSystem[], now: Date): Pumping[] {
  const hoursOfPivot = new Map(
    systems.map(({ pivotId, hours }) => [pivotId, new Set(hours.map(({ hour }) => hour.getTime()))] as const),
  );
  return [
    ...pumping.flatMap((piece) => {
      const covered = hoursOfPivot.get(piece.pivotId);
      return covered === undefined ? [piece] : uncovered(piece, covered);
    }),
    ...systems.flatMap((system) => system.hours.flatMap((hour) => meteredHour(system, hour, now))),
  ];
}

/** The water of an hour: its mean flow, within the part of the hour in which the pump ran. */
function meteredHour({ pivotId, timezone, flowM3h }: MeteredSystem, aggregate: HourAggregate, now: Date): Pumping[] {
  const from = aggregate.hour.getTime();
  const mean = aggregate.sum / aggregate.count;
  const length = Math.min(HOUR_MS, now.getTime() - from);
  if (length <= 0 || mean < ZERO_PART * flowM3h) return [];
  const share = aggregate.min >= STEADY_PART * aggregate.max ? 1 : mean / aggregate.max;
  const m3 = (mean * length) / HOUR_MS;
  return [{ pivotId, day: farmDay(from, timezone), from, to: from + share * length, m3, by: "meter" }];
}

/** The parts of a piece in hours without meter readings. */
function uncovered(piece: Pumping, covered: ReadonlySet<number>): Pumping[] {
  const parts: Pumping[] = [];
  for (let hour = Math.floor(piece.from / HOUR_MS) * HOUR_MS; ; hour += HOUR_MS) {
    const [from, to] = [Math.max(piece.from, hour), Math.min(piece.to, hour + HOUR_MS)];
    const share = piece.to > piece.from ? (to - from) / (piece.to - piece.from) : 1;
    if (!covered.has(hour)) parts.push({ ...piece, from, to, m3: share * piece.m3 });
    if (hour + HOUR_MS >= piece.to) return parts;
  }
}
