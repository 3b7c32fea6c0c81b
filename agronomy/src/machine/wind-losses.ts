/** Weather of an hour: wind at 2 m in m/s, air temperature in °C, relative humidity in %. */
export interface SprayHour {
  wind2m: number;
  tempC: number;
  rhPct: number;
}

/** Machines whose water crosses the air: pivots and linear machines move, other sprinklers stand. */
export type SprayKind = "moving" | "solid";

/** Mean losses by night of each kind (Playán et al. 2005): the recorded Ea is taken as that of such hours (†). */
const NIGHT_LOSS: Readonly<Record<SprayKind, number>> = { moving: 0.05, solid: 0.085 };
/** Beyond it the equations were not measured (†). */
const MAX_LOSS = 0.3;
/** No Ea below that which a machine may have on record. */
const MIN_EFFICIENCY_PCT = 50;

/**
 * Share of the water that wind and evaporation take on its way to the soil, by day and night together, between 0 and 30 % (Playán et al.
 * 2005, Agric. Water Manage. 76: −2.1 + 1.91 U + 0.231 T for moving laterals, 20.3 + 0.214 U² − 0.00229 RH² for solid sets, in %).
 */
export function sprayLoss(kind: SprayKind, { wind2m, tempC, rhPct }: SprayHour): number {
  const pct =
    kind === "moving" ? -2.1 + 1.91 * wind2m + 0.231 * tempC : 20.3 + 0.214 * wind2m ** 2 - 2.29e-3 * rhPct ** 2;
  return Math.min(MAX_LOSS, Math.max(0, pct / 100));
}

/** Part of the recorded Ea that an hour leaves: 1 as long as it loses no more than a night does. */
export const efficiencyPart = (kind: SprayKind, hour: SprayHour) =>
  Math.min(1, (1 - sprayLoss(kind, hour)) / (1 - NIGHT_LOSS[kind]));

/** A span of minutes of the farm's clock. */
interface Minutes {
  startMinute: number;
  endMinute: number;
}

/**
 * Ea in % during some spans, from the parts of the hours of the farm's clock, the first of them from minute 0 on. An
 * hour whose weather is unknown has the recorded Ea.
 */
export function efficiencyDuring(
  efficiencyPct: number,
  partByHour: readonly (number | undefined)[],
  spans: readonly Minutes[],
): number {
  let [minutes, kept] = [0, 0];
  for (const { startMinute, endMinute } of spans)
    for (let from = startMinute; from < endMinute - 1e-9; ) {
      const hour = Math.floor(from / 60);
      const until = Math.min(endMinute, 60 * (hour + 1));
      minutes += until - from;
      kept += (until - from) * (partByHour[hour] ?? 1);
      from = until;
    }
  if (minutes === 0) return efficiencyPct;
  return Math.max(Math.min(efficiencyPct, MIN_EFFICIENCY_PCT), (efficiencyPct * kept) / minutes);
}
