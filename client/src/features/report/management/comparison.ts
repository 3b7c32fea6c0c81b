import { formatSigned, NO_VALUE } from "../../../ui/format.ts";
import { text } from "../text.ts";
import type { Section } from "./sections.ts";

/** The sections of another period, by sector; a sector with two seasons in it has the one with more days. */
export function bySector(sections: readonly Section[]): ReadonlyMap<string, Section> {
  const found = new Map<string, Section>();
  for (const section of sections) {
    const previous = found.get(section.sectorId);
    if (!previous || daysOf(section) > daysOf(previous)) found.set(section.sectorId, section);
  }
  return found;
}

/** Number of days of a section with a balance. */
export const daysOf = ({ days, rows }: Section) => days ?? rows.length;

/** A value of the compared period, with the change in %: `antes 72,0 mm (+17 %)`. Undefined without comparison. */
export function beforeText(
  now: number | null,
  before: number | null | undefined,
  format: (value: number) => string,
): string | undefined {
  if (before === undefined) return undefined;
  if (before === null) return text.before(NO_VALUE, null);
  const change = now === null || before === 0 ? null : (100 * (now - before)) / before;
  return text.before(format(before), change === null ? null : `${formatSigned(change, 0)}\u00a0%`);
}

/** The same of a percentage, with the change in percentage points: `antes 80 % (+5 pontos)`. */
export function beforePoints(
  now: number | null,
  before: number | null | undefined,
  format: (value: number) => string,
): string | undefined {
  if (before === undefined || before === null) return beforeText(now, before, format);
  return text.before(format(before), now === null ? null : `${formatSigned(now - before, 0)}\u00a0${text.points}`);
}
