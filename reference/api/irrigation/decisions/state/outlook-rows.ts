import { daysBetween } from "@lamina/shared/core/farm-time";
import type { ClientSettings } from "../../../farms/settings/service.ts";
import type { OutlookDay } from "../../balance/outlook.ts";
import { type BalanceRecord, balanceRows } from "../../balance/rows.ts";
import { startWaterOf } from "../../sites/initial-water.ts";
import { seasonSettings, startState } from "../../sites/season-settings.ts";
import type { SectorContext, SectorSeason } from "../../sites/sectors.ts";

interface LastRow {
  site: SectorContext;
  settings: ClientSettings;
  season: SectorSeason;
  /** Without a row the season begins with the first day. */
  last: BalanceRecord | undefined;
}

/** The rows of expected days after a sector's last row, with the rain and the water that the days have. */
export function outlookRows({ site, settings, season, last }: LastRow, days: readonly OutlookDay[]): BalanceRecord[] {
  const [first] = days;
  if (first === undefined) return [];
  const { plantingDate } = season.season;
  const engine = seasonSettings(season, site, settings);
  const start = last?.state ?? startState(engine, season, daysBetween(plantingDate, first.date));
  const startWater = last?.startWater ?? startWaterOf(season);
  const run = { site, season: season.season, crop: season.crop, settings: engine, rules: settings, startWater };
  return balanceRows(run, start, days, ({ forecast }) => (forecast ? "forecast" : "estimated"));
}
