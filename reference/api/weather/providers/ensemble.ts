import type { FarmDay } from "@lamina/shared/core/farm-time";
import * as z from "zod";

/** Daily rain of an ensemble of Open-Meteo: the control run and one column for each member. */
export const EnsembleReply = z.object({
  daily: z.object({ time: z.array(z.iso.date()).min(1) }).catchall(z.array(z.number().nullable())),
});
type EnsembleReply = z.infer<typeof EnsembleReply>;

/** Variable of the request; the columns of the answer begin with it. */
export const ENSEMBLE_VARIABLE = "precipitation_sum";
/** Fewer members than this say nothing about probabilities. */
const MIN_MEMBERS = 10;
/** The stored outcomes: the middles of ten classes of equal probability. */
const PROBABILITIES = Array.from({ length: 10 }, (_, index) => (index + 0.5) / 10);

/** Ten equally probable amounts of rain of each day, mm; a day with too few members is left out. */
export function rainAmounts({ daily: { time, ...columns } }: EnsembleReply): Map<FarmDay, number[]> {
  const members = Object.entries(columns).flatMap(([key, values]) =>
    key.startsWith(ENSEMBLE_VARIABLE) ? [values] : [],
  );
  return new Map(
    time.flatMap((date, index) => {
      const sorted = members.flatMap((values) => values[index] ?? []).sort((one, other) => one - other);
      if (sorted.length < MIN_MEMBERS) return [];
      return [[date, PROBABILITIES.map((part) => quantile(sorted, part))] as const];
    }),
  );
}

/** The quantile between the two nearest values, to a hundredth of a mm. */
function quantile(sorted: readonly number[], part: number): number {
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return Math.round(100 * (below + (place % 1) * (above - below))) / 100;
}
