import { stationMeanings } from "@lamina/shared/doors/vocabulary";
import { writtenOffset } from "../../../../ui/import/json-tables.ts";
import { unitOf } from "../../../../ui/import/units.ts";
import { plainText } from "../../../../ui/plain-text.ts";

type Rows = readonly (readonly string[])[];

const ZONE = /\b(?:date)?(?:utc|gmt)\s*\(?\s*([+\-−]\s*\d{1,2}(?::?\d{2})?)?/i;
/** Zones by their letters, as hours behind UTC: CIMIS writes `Hour (PST)`. */
const LETTERS: Readonly<Record<string, number>> = { PST: 8, MST: 7, CST: 6, EST: 5, BRT: 3, AMT: 4 };
const LETTERED = /\((PST|MST|CST|EST|BRT|AMT)\)/;
/** A zone that a line above the names gives: `Time zone: GMT-3`, `Fuso horário;-03:00`. */
const NAMED_ZONE = /(?:time ?zone|fuso(?: horario)?)\W*(?:utc|gmt)?\s*([+\-−]\d{1,2}(?::?\d{2})?|utc|gmt|z)\b/i;
/** Networks of INMET write their hours in UTC, also under the name `Hora Medicao`. */
const INMET = /^codigo (?:\(wmo\)|estacao)/;

/** `-3`, `−03:00` and `+0300` as `-03:00`; UTC for none. */
function offsetOf(written: string | undefined): string {
  const [, sign = "", hours = "0", minutes = "0"] =
    /^([+\-−])\s*(\d{1,2}):?(\d{2})?$/.exec(written?.replace(/\s/g, "") ?? "") ?? [];
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60;
  return seconds === 0 ? "UTC" : writtenOffset(sign === "+" ? seconds : -seconds);
}

/**
 * The zone that a file gives for its times: in the name of their column, or above the names. Empty for none, which is the
 * farm's.
 */
export function zoneIn(times: readonly string[], above: Rows): string {
  for (const name of times) {
    const found = ZONE.exec(name);
    if (found) return offsetOf(found[1]);
    const behind = LETTERS[LETTERED.exec(name)?.[1] ?? ""];
    if (behind !== undefined) return writtenOffset(-3_600 * behind);
  }
  const lines = above.map((row) => plainText(row.join(" ")).trim());
  const named = lines.flatMap((line) => NAMED_ZONE.exec(line)?.[1] ?? [])[0];
  if (named !== undefined) return offsetOf(named);
  // NASA POWER: UTC, or the solar time of a longitude in whole hours.
  const standard = lines.flatMap((line) => /^dates?\b.*\bin (lst|utc)\b/i.exec(line)?.[1]?.toLowerCase() ?? [])[0];
  const longitude = lines.flatMap((line) => /longitude\s+(-?\d+(?:\.\d+)?)/i.exec(line)?.[1] ?? [])[0];
  if (standard === "lst" && longitude !== undefined)
    return offsetOf(writtenOffset(3_600 * Math.round(Number(longitude) / 15)));
  return standard === "utc" || times.includes("DT_MEDICAO") || lines.some((line) => INMET.test(line)) ? "UTC" : "";
}

/** The unit of a column that a line above the names explains: `T2M   MERRA-2 Temperature at 2 Meters (C)`. */
export function unitAbove(name: string, above: Rows): string | undefined {
  if (name === "") return undefined;
  for (const row of above) {
    const line = row.join(" ").trim();
    const unit = line.startsWith(`${name} `) ? /\(([^()]+)\)\s*$/.exec(line)?.[1] : undefined;
    if (unit !== undefined) return unitOf(unit);
  }
  return undefined;
}

/** Codes of AgriMet behind that of the station (`ABEI OB`), which have no units in the file. */
const CODES: Readonly<Record<string, string>> = {
  ...{ ob: "°F", mx: "°F", mn: "°F", mm: "°F", tp: "°F" },
  ...{ ws: "mph", wg: "mph", pc: "in", pi: "in", pp: "in", si: "Ly", sr: "Ly" },
};
/** Names of INMET's service, whose answers have no units. */
const NAMES: Readonly<Record<string, string>> = { RAD_GLO: "kJ/m²", PRE_INS: "hPa" };
const CODE = /^[a-z]{4}[\s_]+([a-z]{2})$/i;

/** The unit of a code, where most names are such codes. */
export function unitOfCode(name: string, names: readonly string[]): string | undefined {
  const unit = NAMES[name] ?? stationMeanings(names).get(name)?.unit;
  if (unit !== undefined) return unit;
  const coded = names.filter((one) => CODE.test(one)).length;
  return coded > 1 ? CODES[CODE.exec(name)?.[1]?.toLowerCase() ?? ""] : undefined;
}
