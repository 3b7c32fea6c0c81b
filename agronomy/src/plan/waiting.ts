import {
  type Depletion,
  type DryDay,
  etLostByHour,
  expectedRain,
  type OutlookDay,
  rainProbability,
  usedBy,
} from "../balance/depletion-outlook.ts";

export interface WaitInput extends Depletion {
  /** The days if no rain falls, and the same days with the forecast rain. */
  dryDays: readonly DryDay[];
  outlook: readonly OutlookDay[];
  /** Hour of the farm's clock now, within the first day. */
  nowHour: number;
  /** Whole hours since the hour of the day at which a wait ends. */
  hoursSince: number;
  /** Hours from the start of the irrigation until the whole area is wet. */
  elapsedHours: number;
  /** R$ per mm of lost evapotranspiration, and per net mm applied (energy and water), on the same area. */
  lossBrlMm: number;
  costBrlMm: number;
  capacityMmDay: number;
  /** Net depth of an irrigation now, mm. */
  netMm: number;
}

/** Whole days from now until the next decision, the R$ that they save on average, and the yield that they lose on average. */
export interface Wait {
  days: number;
  savedBrl: number;
  riskedBrl: number;
}

/** Rain that is worth waiting for. */
export interface RainWait extends Wait {
  /** Forecast amount and the expected one, mm, within these days. */
  rainMm: number;
  expectedMm: number;
}

/** Minimum expected rain, or water that would drain, that is worth a wait: in mm and as a part of the irrigation. */
export const MIN_MM = 1;
export const MIN_PART = 0.1;
/** Minimum probability of rain for which room is left. */
const PROBABLE = 0.5;
const isProbable = (day: OutlookDay) => rainProbability(day) >= PROBABLE && expectedRain(day) > 0;
/** Maximum wait for rain, days: a forecast beyond is unreliable. Each morning decides again. */
const LONGEST_WAIT_DAYS = 5;

/**
 * Whether to wait for forecast rain: on average, it must save more energy and water than the yield that waiting costs
 * if it fails. The rain of a day counts by the outcomes of an ensemble, else as amount × probability. A machine that cannot keep up loses its daily capacity
 * for each day of standstill. Null when waiting does not pay.
 */
export function rainWorthWaiting(input: WaitInput): RainWait | null {
  const { outlook, lossBrlMm, costBrlMm, netMm } = input;
  if (netMm <= 0) return null;
  const { most, neverRegained, lostUntil, lostAfter } = delays(input);
  let [rainMm, expectedMm, fails] = [0, 0, 1];
  let best: RainWait | null = null;
  for (let days = 1; days <= most; days += 1) {
    const day = outlook[days - 1];
    if (day === undefined) break;
    const mean = expectedRain(day, netMm);
    // The mean of an ensemble may exceed the amount of the single forecast.
    rainMm += Math.max(day.rainEff, expectedRain(day));
    expectedMm += mean;
    fails *= 1 - mean / netMm;
    if (mean <= 0 || expectedMm < Math.max(MIN_MM, MIN_PART * netMm)) continue;
    // The crop also loses until the rain falls: as on dry days, because it has not rained yet.
    const [delayed, until] = [lostAfter(days) + days * neverRegained, lostUntil(days) + days * neverRegained];
    const riskedBrl = (fails * Math.max(0, delayed) + (1 - fails) * until) * lossBrlMm;
    const savedBrl = Math.min(expectedMm, netMm) * costBrlMm;
    if (savedBrl - riskedBrl > (best === null ? 0 : best.savedBrl - best.riskedBrl))
      best = { days, rainMm, expectedMm, savedBrl, riskedBrl };
  }
  return best;
}

/**
 * Whether to wait until the soil holds a whole pass of which a part would drain now (`drainedMm`, net): that saves its
 * cost, and must lose less to stress. Null when waiting does not pay.
 */
export function roomWorthWaiting(input: WaitInput & { drainedMm: number }): Wait | null {
  const { dryDays, lossBrlMm, costBrlMm, netMm, drainedMm } = input;
  if (drainedMm < Math.max(MIN_MM, MIN_PART * netMm)) return null;
  const { most, neverRegained, lostAfter } = delays(input);
  let [used, best] = [0, null as Wait | null];
  for (let days = 1; days <= most; days += 1) {
    used += dryDays[days - 1]?.etc ?? 0;
    const savedMm = Math.min(drainedMm, used);
    // The water that would drain is no capacity that a standstill loses.
    const riskedMm = Math.max(0, lostAfter(days)) + Math.max(0, days * neverRegained - savedMm);
    const wait = { days, savedBrl: savedMm * costBrlMm, riskedBrl: riskedMm * lossBrlMm };
    if (wait.savedBrl - wait.riskedBrl > (best === null ? 0 : best.savedBrl - best.riskedBrl)) best = wait;
  }
  return best;
}

/** Net water that a start loses on the leaves or in the pipes, mm. */
export const START_MM = 1;

/**
 * Whether to wait, where the need now is not worth a start, until it is (`leastNetMm`): that saves the water that a start
 * loses, the part of the minimum depth that would drain, and the rain for which there is room (`roomMm`, of `roomDays` days), all net mm, and must lose
 * less to stress: until the ground is wet if that rain fails, else until the end of the days. `netMm` is the need now.
 * Null when waiting does not pay.
 */
export function startWorthWaiting(
  input: WaitInput & { leastNetMm: number; roomMm: number; roomDays: number; drainedMm: number },
): Wait | null {
  const { dryDays, outlook, lossBrlMm, costBrlMm, netMm, leastNetMm, roomMm, roomDays, drainedMm } = input;
  const { most, neverRegained, lostUntil, lostAfter } = delays(input);
  const awaited = roomMm > 0 ? outlook.slice(0, roomDays).filter(isProbable) : [];
  const fails = awaited.reduce((part, day) => part * (1 - rainProbability(day)), 1);
  const savedMm = START_MM + drainedMm + Math.min(roomMm, leastNetMm);
  let [days, needMm] = [0, netMm];
  do needMm += dryDays[days++]?.etc ?? 0;
  while (days < most && needMm < leastNetMm);
  const lostMm = fails * Math.max(0, lostAfter(days)) + (1 - fails) * lostUntil(days);
  const riskedMm = lostMm + Math.max(0, days * neverRegained - savedMm);
  const wait = { days, savedBrl: savedMm * costBrlMm, riskedBrl: riskedMm * lossBrlMm };
  return wait.savedBrl > wait.riskedBrl ? wait : null;
}

/**
 * What whole days of delay cost, in mm of evapotranspiration: on each day the capacity that a machine that cannot keep
 * up never regains, and the stress until the end of the days or, beyond that of an irrigation now, until the area is wet.
 */
export function delays({
  dryDays,
  nowHour,
  hoursSince,
  elapsedHours,
  capacityMmDay,
  ...depletion
}: Depletion & Pick<WaitInput, "dryDays" | "nowHour" | "hoursSince" | "elapsedHours" | "capacityMmDay">) {
  const most = Math.min(LONGEST_WAIT_DAYS, dryDays.length);
  const lost = etLostByHour(depletion, dryDays, { hours: 24 * most + Math.ceil(elapsedHours) + 1, nowHour });
  const base = meanBetween(lost, 0, elapsedHours);
  const use = dryDays.slice(0, most).reduce((sum, { etc }) => sum + etc, 0) / Math.max(1, most);
  return {
    most,
    neverRegained: capacityMmDay < use ? capacityMmDay : 0,
    lostUntil: (days: number) => Math.max(0, (lost[24 * days - hoursSince - 1] ?? 0) - base),
    lostAfter: (days: number) => meanBetween(lost, 24 * days - hoursSince, elapsedHours) - base,
  };
}

/** Mean loss until each part of the ground is wetted, for a start at an hour. */
function meanBetween(lost: readonly number[], startHour: number, hours: number): number {
  const from = Math.floor(startHour);
  const to = Math.max(from + 1, Math.ceil(startHour + hours));
  let sum = 0;
  for (let hour = from; hour < to; hour += 1) sum += lost[Math.min(hour, lost.length - 1)] ?? 0;
  return sum / (to - from);
}

/** Maximum share of the depletion, and of the readily available water, to leave for rain. */
const MAX_LEFT = 0.75;

/** Depletion to leave as room for rain, mm, and the days until the last rain that it is for. */
interface RainRoom {
  mm: number;
  days: number;
}

/**
 * Depletion to leave as room for probable rain: what the expected rain of a day finds full on that day, after the use
 * until its morning. Each rain fills what the use since the one before left, so the room is the largest sum of the rain
 * minus the use before it (the running maximum of a water store that overflows). The use of a day is that without rain, and
 * with rain by the probability that it has rained. `nowHour`: the use of the first day until then is in the depletion to come.
 */
export function rainRoom(
  { dr, raw }: Pick<Depletion, "dr" | "raw">,
  outlook: readonly OutlookDay[],
  { dryDays = [], nowHour = 0 }: { dryDays?: readonly DryDay[]; nowHour?: number } = {},
): RainRoom {
  let [balance, isDry, room] = [0, 1, { mm: 0, days: 0 } as RainRoom];
  for (const [index, day] of outlook.entries()) {
    const dryEtc = dryDays[index]?.etc ?? day.etc;
    const before = index === 0 ? dryEtc * usedBy(nowHour) : 0;
    balance += (isProbable(day) ? expectedRain(day) : 0) - before;
    if (balance > room.mm) room = { mm: balance, days: index + 1 };
    if (expectedRain(day) > 0) isDry *= 1 - rainProbability(day);
    balance -= Math.max(0, isDry * dryEtc + (1 - isDry) * day.etc - before);
  }
  return { ...room, mm: Math.min(room.mm, MAX_LEFT * dr, MAX_LEFT * raw) };
}

/** The mm of `rainRoom`. */
export const roomForRain = (...input: Parameters<typeof rainRoom>): number => rainRoom(...input).mm;

/** Cost of beginning a day later without rain, in mm of lost evapotranspiration, averaged over the ground. */
export function lostByWaiting(
  depletion: Depletion,
  dryDays: readonly DryDay[],
  { nowHour, elapsedHours, days = 1 }: { nowHour: number; elapsedHours: number; days?: number },
): number {
  const lost = etLostByHour(depletion, dryDays, { hours: 24 * days + Math.ceil(elapsedHours) + 1, nowHour });
  return meanBetween(lost, 24 * days, elapsedHours) - meanBetween(lost, 0, elapsedHours);
}
