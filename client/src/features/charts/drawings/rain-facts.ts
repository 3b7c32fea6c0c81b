import { formatDate, formatTime } from "../../../ui/format.ts";
import { text } from "../text.ts";
import type { Fact } from "./drawing.ts";
import { type DrySpell, drySpells, normalOfDay, type RainDay } from "./rain-days.ts";
import { type Point, total } from "./series-math.ts";

/** From this rain of an hour on, water runs off (domain, 5; common practice). */
export const INTENSE_MM_H = 20;
/** For a shorter period the normal rain of a month means nothing. */
export const NORMAL_FROM_DAYS = 7;

const words = text.rain;

interface RainRecord {
  days: readonly RainDay[];
  normal: readonly number[] | null;
  /** The hour with the maximum rain, when the hours are known. */
  hardest: Point | null;
  minFracEto: number;
  timeZone: string;
}

/**
 * Summary of a period's rain: total, comparison with the normal, wet and dry days, and the hour with the maximum rain.
 */
export function rainFacts({ days, normal, hardest, minFracEto, timeZone }: RainRecord): Fact[] {
  const fell = total(days.map(({ mm }) => mm));
  const longest = drySpells(days, 1).reduce<DrySpell | null>(
    (longestYet, spell) => (spell.days > (longestYet?.days ?? 0) ? spell : longestYet),
    null,
  );
  const driest = longest?.days ?? 0;
  // It may have begun before the period.
  const isCut = longest !== null && longest.from === days[0]?.day;
  return [
    { key: "total", label: words.total, value: fell, unit: "mm", ...againstNormal(fell, days, normal) },
    {
      key: "effective",
      label: words.effective,
      value: total(days.map(({ effectiveMm }) => effectiveMm)),
      unit: "mm",
      note: words.effectiveRule(minFracEto),
    },
    {
      key: "wet",
      label: words.wetDays,
      value: days.filter(({ effectiveMm, mm }) => (effectiveMm ?? mm ?? 0) > 0).length,
      unit: "",
      decimals: 0,
      note: words.ofDays(days.filter(({ mm }) => mm !== null).length),
    },
    {
      ...{ key: "dry", label: words.longestDry, value: driest, unit: text.daysWord(driest), decimals: 0 },
      ...(isCut ? { note: words.orLonger } : {}),
    },
    ...(hardest && hardest.value > 0 ? [hardestHour(hardest, timeZone)] : []),
  ];
}

function againstNormal(
  fell: number | null,
  days: readonly RainDay[],
  normal: readonly number[] | null,
): { note?: string } {
  const usual = normal && total(days.map(({ day }) => normalOfDay(normal, day)));
  if (!usual || fell === null || days.length < NORMAL_FROM_DAYS) return {};
  return { note: words.ofNormal((100 * fell) / usual, usual) };
}

function hardestHour({ at, value }: Point, timeZone: string): Fact {
  const when = `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
  const fact: Fact = { key: "hardest", label: words.hardest, value, unit: "mm/h", note: when };
  return value < INTENSE_MM_H ? fact : { ...fact, level: "warning", note: `${when} · ${words.intenseWord}` };
}
