import { addDays, type FarmDay, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";

/**
 * How an amount of water is known: by a flow meter, by the panel's flow and hours, or by hours and nominal flow or a
 * person's record.
 */
export type KnownBy = "meter" | "panel" | "hours";

export interface RecordedWatering {
  pivotId: string;
  timezone: string;
  start: Date;
  end: Date | null;
  hours: number | null;
  volumeM3: number;
  /** Nominal flow of the system, m³/h. */
  flowM3h: number;
  by: KnownBy;
}

/** Water that a system drew within one farm-day, with the time (ms since the epoch). */
export interface Pumping {
  pivotId: string;
  day: FarmDay;
  from: number;
  to: number;
  m3: number;
  by: KnownBy;
}

/**
 * The pumping times of each system. A system has one run at a time: hours shared by waterings of several sectors count
 * once, and waterings with known hours but unknown end follow each other. Cut at the farm's midnights.
 */
export function pumpingOf(waterings: readonly RecordedWatering[]): Pumping[] {
  const freeFrom = new Map<string, number>();
  return waterings
    .toSorted((one, other) => one.start.getTime() - other.start.getTime())
    .flatMap((watering) => {
      const queue = `${watering.pivotId} ${watering.end === null}`;
      const from = Math.max(watering.start.getTime(), freeFrom.get(queue) ?? 0);
      const hours = watering.hours ?? watering.volumeM3 / watering.flowM3h;
      const to = watering.end === null ? from + hours * HOUR_MS : Math.max(from, watering.end.getTime());
      freeFrom.set(queue, to);
      return byDay(watering, from, to);
    });
}

function byDay({ pivotId, timezone, volumeM3, by }: RecordedWatering, from: number, to: number): Pumping[] {
  const pieces: Pumping[] = [];
  let day = farmDay(from, timezone);
  for (let start = from; ; ) {
    const end = Math.min(to, startOfFarmDay(addDays(day, 1), timezone));
    const m3 = to > from ? (volumeM3 * (end - start)) / (to - from) : volumeM3;
    pieces.push({ pivotId, day, from: start, to: end, m3, by });
    if (end >= to) return pieces;
    start = end;
    day = addDays(day, 1);
  }
}

export const hoursOf = ({ from, to }: Pick<Pumping, "from" | "to">) => (to - from) / HOUR_MS;
