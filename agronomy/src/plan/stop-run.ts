import { type DryDay, expectedRain, type OutlookDay, rainProbability } from "../balance/depletion-outlook.ts";
import { delays, MIN_MM, MIN_PART, START_MM, type WaitInput } from "./waiting.ts";

/** The ground of a sector that a run under way has not wetted yet. Depths in mm, net. */
export interface UnwateredSector extends Pick<WaitInput, "dr" | "raw" | "taw"> {
  dryDays: readonly DryDay[];
  outlook: readonly OutlookDay[];
  /** Area of that ground, ha. */
  areaHa: number;
  /** The run's depth there, and the maximum that the crop returns. */
  netMm: number;
  mostNetMm?: number;
  /** R$ per mm of evapotranspiration lost on that ground. */
  lossBrlMm: number;
  /** What the machine can apply a day. */
  capacityMmDay: number;
}

export interface RunningMachine {
  sectors: readonly UnwateredSector[];
  nowHour: number;
  hoursSince: number;
  /** Hours until the run is complete, and R$ of energy and of water for them. */
  hoursLeft: number;
  energyBrl: number;
  waterBrl: number;
}

/** What stopping a run now saves and risks on average, R$, when the ground is decided about again after some days. */
interface StopOrContinue {
  stops: boolean;
  days: number;
  /** Energy and water of the depth that rain replaces or that would drain. */
  savedBrl: number;
  energyBrl: number;
  waterBrl: number;
  /** Mean depth that would drain below the roots, net mm. */
  drainedMm: number;
  /** Yield lost on the ground that gets its water later, or none. */
  riskedBrl: number;
  /** Forecast rain within the days, mm, and its probability, 0 to 1; means of the ground. */
  rainMm: number;
  rainChance: number;
}

/**
 * Whether to stop a run under way, by the sum of a wait (`rainWorthWaiting`) over the ground that it has not wetted: the
 * cost of the water that the soil no longer holds or that the expected rain replaces, less the water that a new start
 * loses, against the yield that this ground loses until it is decided again. The days are those of the largest gain, or of
 * the least loss where continuing is better. A gain below a tenth of what the rest costs is less than the sums are exact, and
 * does not stop a machine that a person must start again.
 */
export function stopOrContinue(machine: RunningMachine): StopOrContinue {
  const { sectors, energyBrl, waterBrl } = machine;
  const wholeMm = sum(sectors, ({ areaHa, netMm }) => areaHa * netMm);
  const areaHa = sum(sectors, (sector) => sector.areaHa);
  const most = Math.min(...sectors.map(({ dryDays, outlook }) => Math.min(MAX_DAYS, dryDays.length, outlook.length)));
  let best: StopOrContinue | null = null;
  for (let days = 1; days <= most; days += 1) {
    const parts = sectors.map((sector) => partOf(sector, machine, days));
    const mean = (of: (part: (typeof parts)[number]) => number) =>
      parts.reduce((total, part, index) => total + of(part) * (sectors[index]?.areaHa ?? 0), 0) / areaHa;
    const savedMm = mean((part) => part.savedMm);
    const share = wholeMm > 0 ? Math.max(0, savedMm - mean(({ fails }) => fails) * START_MM) / (wholeMm / areaHa) : 0;
    const riskedBrl = sum(parts, (part) => part.riskedBrl);
    const savedBrl = share * (energyBrl + waterBrl);
    const isWorth = savedMm >= Math.max(MIN_MM, (MIN_PART * wholeMm) / areaHa);
    if (best !== null && savedBrl - riskedBrl <= best.savedBrl - best.riskedBrl) continue;
    best = {
      stops: isWorth && savedBrl > riskedBrl && savedBrl - riskedBrl >= MIN_PART * (energyBrl + waterBrl),
      days,
      ...{ savedBrl, energyBrl: share * energyBrl, waterBrl: share * waterBrl, riskedBrl },
      drainedMm: mean((part) => part.drainedMm),
      rainMm: mean((part) => part.rainMm),
      rainChance: mean((part) => part.rainChance),
    };
  }
  const none = {
    days: 1,
    savedBrl: 0,
    energyBrl: 0,
    waterBrl: 0,
    drainedMm: 0,
    riskedBrl: 0,
    rainMm: 0,
    rainChance: 0,
  };
  return best ?? { stops: false, ...none };
}

/** Maximum days that a stop looks ahead, as a wait for rain. */
const MAX_DAYS = 5;

function partOf(sector: UnwateredSector, { nowHour, hoursSince, hoursLeft }: RunningMachine, days: number) {
  const { dr, dryDays, outlook, netMm, mostNetMm = Number.POSITIVE_INFINITY, lossBrlMm } = sector;
  // The balance counts the use of the day before what drains (FAO-56 Eq. 88).
  const usefulMm = Math.min(netMm, mostNetMm, dr + (dryDays[0]?.etc ?? 0));
  const rainy = outlook.slice(0, days).filter((day) => expectedRain(day) > 0);
  const expectedMm = Math.min(
    usefulMm,
    sum(rainy, (day) => expectedRain(day, usefulMm)),
  );
  const fails = usefulMm > 0 ? rainy.reduce((part, day) => part * (1 - expectedRain(day, usefulMm) / usefulMm), 1) : 0;
  const { neverRegained, lostUntil, lostAfter } = delays({ ...sector, nowHour, hoursSince, elapsedHours: hoursLeft });
  const regained = days * neverRegained;
  const lostMm =
    fails * Math.max(0, lostAfter(days) + regained) + (1 - fails) * Math.max(0, lostUntil(days) + regained);
  return {
    fails,
    drainedMm: netMm - usefulMm,
    savedMm: netMm - usefulMm + expectedMm,
    // Ground that needs none of the run's water loses nothing without it.
    riskedBrl: usefulMm > 0 ? lostMm * lossBrlMm : 0,
    rainMm: sum(rainy, (day) => Math.max(day.rainEff, expectedRain(day))),
    rainChance: 1 - rainy.reduce((part, day) => part * (1 - rainProbability(day)), 1),
  };
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0);
