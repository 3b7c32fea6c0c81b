import { type FarmDay, isFarmDay } from "@lamina/shared/core/farm-time";

const two = (number: string) => number.padStart(2, "0");

/**
 * The day of a typed date: `14/05/2026`, `14052026` or `2026-05-14`. Null when it is incomplete, so that a year that is
 * still being typed is not taken for another.
 */
export function typedDay(typed: string): FarmDay | null {
  const text = typed.trim();
  const [, day = "", month = "", year = ""] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  const written = year === "" ? text : `${year}-${two(month)}-${two(day)}`;
  return isFarmDay(written) ? written : null;
}

/** The day of a short date, for when typing has ended: `14/5`, `1405`, `14/5/26`. `today` gives the year. */
export function shortDay(typed: string, today: FarmDay): FarmDay | null {
  const [, day = "", month = "", year = today.slice(0, 4)] =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}))?$/.exec(typed.trim()) ??
    /^(\d{2})(\d{2})(\d{2})?$/.exec(typed.trim()) ??
    [];
  return day === "" ? null : typedDay(`${day}/${month}/${year.length === 2 ? `20${year}` : year}`);
}
