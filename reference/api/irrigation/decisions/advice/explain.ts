import { kcAt } from "@lamina/agronomy/crop/kc-curve";
import { round } from "@lamina/shared/core/units";
import { reasonKeys } from "@lamina/shared/reasons/reasons";
import type { Reason } from "@lamina/shared/records/recommendation";
import type { DayRecord } from "../../balance/day-record.ts";
import type { BalanceRecord } from "../../balance/rows.ts";
import { seasonSettings } from "../../sites/season-settings.ts";
import type { SectorState } from "../state/sector-state.ts";

/**
 * "Por quê?": Dr of the day before + ETc aj. − effective rain − net irrigation + EXC (+ adjustment) = Dr of the last
 * row, and the irrigation and rain since. Roots that grew take a deficit over, and water may stay below them. Keys in
 * this order: `drBefore`, `rootsDr`, `etcAdj`, `rainEff`, `irrNet`, `toSubsoil`, `dp`, `adjusted`, `drEnd`, `rainToday`, `irrToday`, `drNow`. Sources: `balance`, `station`, the name of a gauge, `manual`,
 * `estimated`, `forecast`, `user`, or the source of the waterings; null without a value.
 */
export function explainBalance({ settings, last, isFirstDay, past, outlook, today, drNow }: SectorState): Reason[] {
  if (last === undefined) return [];
  const day = past.find(({ date }) => date === last.date);
  const now = outlook.find(({ date }) => date === today);
  const term = (key: string, value: number, source: string | null, at: string = last.date): Reason => ({
    key,
    value: round(value, 2),
    unit: "mm",
    source,
    at,
  });
  const { etcAdj, rainEff, irrNet, dp, adjustedMm, dr, rootsDr, toSubsoil } = last;
  const since = [
    ...(now && now.rain > 0 ? [term("rainToday", now.rain, rainSource(now), today)] : []),
    ...(now && now.irrNet > 0 ? [term("irrToday", now.irrNet, now.irrSource, today)] : []),
    term("drNow", drNow, "balance", today),
  ];
  // A season that is planted today has no balance yet: it begins with the soil at planting.
  if (isFirstDay) return [term("drEnd", dr, startSource(last)), ...since];
  return [
    term("drBefore", dr - rootsDr - etcAdj + rainEff + irrNet - toSubsoil - dp - adjustedMm, "balance"),
    ...(rootsDr === 0 ? [] : [term("rootsDr", rootsDr, "balance")]),
    term("etcAdj", etcAdj, etoSource(last, settings)),
    term("rainEff", rainEff, rainSource(day)),
    term("irrNet", irrNet, day?.irrSource ?? null),
    ...(toSubsoil === 0 ? [] : [term("toSubsoil", toSubsoil, "balance")]),
    term("dp", dp, "balance"),
    ...(adjustedMm === 0 ? [] : [term("adjusted", adjustedMm, "user")]),
    term("drEnd", dr, "balance"),
    ...since,
  ];
}

/** Lasting faults of the farm's radiation, each with its mean effect on ETo, mm a day. */
export const explainFaults = ({ station }: SectorState): Reason[] =>
  station.faults.flatMap(({ id, effectMm }) =>
    effectMm === null
      ? []
      : [{ key: id, value: effectMm, unit: "mm/dia", source: station.name ?? "station", at: null }],
  );

const OF_BALANCE: ReadonlySet<string> = new Set(reasonKeys.balance);

/** The reasons of the decision itself, whatever the balance is now. */
export const withoutBalance = (reasons: readonly Reason[]) => reasons.filter(({ key }) => !OF_BALANCE.has(key));

const startSource = ({ startWater }: BalanceRecord) => `start-${startWater}`;

/** Smaller storage is that of roots that are fully grown, mm. */
const MIN_SUBSOIL_MM = 0.5;

/** The water below the roots, and how the soil at planting is known: a choice is a start value. */
export function explainSubsoil({ last }: SectorState): Reason[] {
  if (last === undefined || last.subsoilTaw < MIN_SUBSOIL_MM) return [];
  const value = round(last.subsoilTaw - last.subsoilDr, 1);
  return [{ key: "subsoil", value, unit: "mm", source: startSource(last), at: last.date }];
}

/** A smaller difference does not count as an adapted coefficient. */
const MIN_KC_DIFFERENCE = 0.005;

/**
 * The coefficient of the last row, that of the curve if a cover that was seen changed it, and the tabulated one if the season's own weather changed it (FAO-56 Eq. 62, 65;
 * Figures 29, 30).
 */
export function explainKc({ site, season, last, settings }: SectorState): Reason[] {
  if (season === undefined || last === undefined) return [];
  const { days, kc, thermal, dual } = seasonSettings(season, site, settings);
  const table = kcAt(Math.max(0, last.state.day - 1), days, kc);
  const isSeen = Math.abs(last.canopyKc) > MIN_KC_DIFFERENCE;
  const curve = last.kc - last.canopyKc;
  const isMoved = dual === undefined && thermal === undefined && Math.abs(curve - table) > MIN_KC_DIFFERENCE;
  const term = (key: string, value: number, source: string): Reason => ({
    key,
    value: round(value, 3),
    unit: null,
    source,
    at: last.date,
  });
  const ofCurve = isMoved ? "climate" : "crop";
  return [
    term("kc", last.kc, isSeen ? "canopy" : ofCurve),
    ...(isSeen ? [term("kcCurve", curve, ofCurve)] : []),
    ...(isMoved ? [term("kcTable", table, "crop")] : []),
  ];
}

/** A measured day is the station's, also of a client that has chosen the forecast since. */
function etoSource({ origin }: BalanceRecord, { etoSource: chosen }: SectorState["settings"]): string {
  if (origin === "measured") return "station";
  return chosen === "forecast" ? "forecast" : "estimated";
}
/** A gauge's rain is that of its name, because a farm may have several beside its station. */
function rainSource(day: DayRecord | undefined): string {
  if (day?.rainSource === "station") return day.gauge?.name ?? "station";
  return day?.rainSource ?? "estimated";
}
