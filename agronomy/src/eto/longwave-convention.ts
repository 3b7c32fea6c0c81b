import { blackBodyRadiation, netLongwave, relativeShortwave } from "./radiation.ts";

/** Net longwave radiation in MJ/(m²·d) from the extremes in °C, ea in kPa, and Rs and Rso in MJ/(m²·d). */
export type LongwaveConvention = (tMaxC: number, tMinC: number, ea: number, rs: number, rso: number) => number;

/** FAO-56 Eq. 39 as printed: Rs/Rso limited to at most 1. */
export const FAO56: LongwaveConvention = (tMaxC, tMinC, ea, rs, rso) =>
  netLongwave(tMaxC, tMinC, ea, relativeShortwave(rs, rso));

/** Stefan–Boltzmann constant as ASCE 2005 rounds it, MJ/(K⁴·m²·d) (its Eq. 17). */
const STEFAN_BOLTZMANN_ASCE = 4.901e-9;

/**
 * ASCE-EWRI 2005 Eq. 17 and 18: Rs/Rso limited to 0.3..1 and the cloudiness factor to at least 0.05. It differs from
 * FAO-56 by more than 0.02 mm/d only on very overcast days; the reference seasons were computed with it.
 */
export const ASCE2005: LongwaveConvention = (tMaxC, tMinC, ea, rs, rso) => {
  const ratio = Math.max(0.3, relativeShortwave(rs, rso));
  const cloudiness = Math.min(1, Math.max(0.05, 1.35 * ratio - 0.35));
  const emitted =
    (blackBodyRadiation(tMaxC, STEFAN_BOLTZMANN_ASCE) + blackBodyRadiation(tMinC, STEFAN_BOLTZMANN_ASCE)) / 2;
  return emitted * cloudiness * (0.34 - 0.14 * Math.sqrt(ea));
};
