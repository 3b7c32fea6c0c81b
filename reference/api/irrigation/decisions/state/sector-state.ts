import type { SectorStatus } from "@lamina/agronomy/balance/status";
import { netDepth, volumeOf } from "@lamina/agronomy/machine/pivot";
import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import type { ScarceWater } from "@lamina/agronomy/plan/recommendation-model";
import { effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { depletionFraction, readilyAvailableWater } from "@lamina/agronomy/soil/soil-water";
import { addDays, daysBetween, type FarmDay, farmDay, farmMoment, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import { holdsWater } from "@lamina/shared/records/farm";
import type { Database } from "../../../core/database/open.ts";
import { longWork } from "../../../core/precedence.ts";
import type { SectorFilter } from "../../../farms/sector-filter.ts";
import { type ClientSettings, clientSettings } from "../../../farms/settings/service.ts";
import { loadRain } from "../../../weather/rain-of-days.ts";
import type { DayRecord } from "../../balance/day-record.ts";
import { type ForecastDay, loadForecasts, loadRestOfDay } from "../../balance/forecasts.ts";
import { loadBalanceInputs } from "../../balance/inputs.ts";
import { type OutlookDay, outlookOf } from "../../balance/outlook.ts";
import { type BalanceRecord, balanceStatus, rainRule } from "../../balance/rows.ts";
import { soilBefore } from "../../balance/soil-before.ts";
import { lastRows, rowsOn } from "../../balance/store.ts";
import { loadStations, rainPlaceOf, type Station } from "../../sites/gauges.ts";
import type { KnownSoil } from "../../sites/initial-water.ts";
import { activeOn, seasonLength } from "../../sites/season-span.ts";
import { loadSeasons, loadSectors, type SectorContext, type SectorSeason } from "../../sites/sectors.ts";
import { efficiencyParts, loadForecastHours } from "../../sites/spray-losses.ts";
import { runsUnderWay } from "../../waterings/run-store.ts";
import { decidedDays } from "./decided-days.ts";
import { eveOfPlanting } from "./first-day.ts";
import { outlookRows } from "./outlook-rows.ts";
import { loadPermitHours, withinRules } from "./permit-hours.ts";
import { HOLE_DAYS, loadRainHoles, type RainHole } from "./rain-holes.ts";
import { seasonFacts } from "./season-facts.ts";

/** Days of the projection, today included. */
const PROJECTED_DAYS = 7;
/** Days to look back for the usual ETo and for missing rain. */
export const LOOK_BACK_DAYS = 14;
/** Number of days whose mean ETo is the usual one. */
const USUAL_DAYS = 7;

/** A measurement that contradicts the balance; depths in mm. */
export interface Contradiction {
  by: "probe" | "detection";
  balanceMm: number;
  /** Depletion measured by the probes, or detected water. */
  measuredMm: number;
  detectionId: string | null;
  /** Beginning: a farm-day or a moment. */
  at: string;
}

/** The state of a sector at a moment, with its outlook; the basis of every answer about it. */
export interface SectorState {
  site: SectorContext;
  settings: ClientSettings;
  today: FarmDay;
  /** The active season; undefined when the sector is fallow. */
  season: SectorSeason | undefined;
  /** Days since planting, and length of the season in days; null when fallow. */
  seasonDay: number | null;
  seasonDays: number | null;
  /**
   * Last row of the active season, with the AFD for the days of the decision. From midnight until the row of yesterday is
   * computed, it is the one that yesterday's records and the forecast give.
   */
  last: BalanceRecord | undefined;
  /** The last row that is computed, with the AFD of the same days. */
  computed: BalanceRecord | undefined;
  /** The season is too new for a row: `last` is the evening before its planting. */
  isFirstDay: boolean;
  /** Status of the day before the last row, if no water arrived since. */
  before: SectorStatus | undefined;
  /** Contradiction of the balance; null without one, or when it was not loaded. */
  contradiction: Contradiction | null;
  /** Of a season's budget that does not cover every need; undefined without one, or when it was not loaded. */
  budget?: ScarceWater | undefined;
  /** Whether the last row is up to date. */
  fresh: boolean;
  /** Depletion now, mm: that of the last row minus the water that was applied or rained since. */
  drNow: number;
  status: SectorStatus;
  /** Recorded days before today. */
  past: DayRecord[];
  /** From the day after the last row to the end of the projection. */
  outlook: OutlookDay[];
  station: Station;
  /** When the newest forecast of today was issued; null without one. */
  forecastAt: Date | null;
  /** Part of the recorded Ea in each hour from this midnight on, by the forecast; undefined where the client does not want it. */
  efficiencyParts?: (number | undefined)[] | undefined;
  /** Days with unknown rain since the soil water was last known. */
  rainHole: RainHole | undefined;
}

/** The state of all sectors that match one of the filters, or of all without a filter, read with a few queries. */
export async function loadStates(
  database: Database,
  filters: readonly SectorFilter[],
  now: Date,
): Promise<SectorState[]> {
  const sites = await loadSectors(database, ...filters);
  if (sites.length === 0) return [];
  const sectorIds = sites.map(({ sector }) => sector._id);
  const farmIds = [...new Set(sites.map(({ farm }) => farm._id))];
  const days = sites.map(({ farm }) => farmDay(now.getTime(), farm.timezone)).sort();
  const first = addDays(days[0] ?? "", -LOOK_BACK_DAYS);
  const end = addDays(days.at(-1) ?? "", PROJECTED_DAYS - 1);
  const pivotIds = [...new Set(sites.map(({ pivot }) => pivot._id))];
  const rain = await loadRain(database, sites.map(rainPlaceOf), addDays(days[0] ?? "", -HOLE_DAYS), end);
  const [settings, seasons, rows, inputs, stations, forecasts, rest, runs, permitHours] = await Promise.all([
    clientSettings(database, [...new Set(sites.map(({ sector }) => sector.clientId))]),
    loadSeasons(database, sectorIds),
    lastRows(database, sectorIds),
    loadBalanceInputs(database, sites, first, end, now, rain),
    loadStations(database, sites),
    loadForecasts(database, farmIds, addDays(days[0] ?? "", -1), now),
    loadRestOfDay(database, [...new Map(sites.map(({ farm }) => [farm._id, farm])).values()], now),
    runsUnderWay(database, pivotIds),
    loadPermitHours(database, farmIds),
  ]);
  const todayOf = (site: SectorContext) => farmDay(now.getTime(), site.farm.timezone);
  const activeOf = (site: SectorContext) => activeOn(seasons.get(site.sector._id) ?? [], todayOf(site));
  const isDecided = (today: FarmDay, { farm }: SectorContext, { decisionTime }: ClientSettings) =>
    now.getTime() >= farmMoment(today, decisionTime, farm.timezone);
  const early = sites.filter((site) => {
    const rules = settings.get(site.sector.clientId);
    return rules !== undefined && !isDecided(todayOf(site), site, rules);
  });
  const decidedOn = await decidedDays(
    database,
    early.map(({ sector }) => sector._id),
    days[0] ?? "",
  );
  const knownSoils = new Map<string, KnownSoil | undefined>();
  for (const site of sites) {
    const [season, previous] = [activeOf(site), rows.get(site.sector._id)];
    const rules = settings.get(site.sector.clientId);
    if (season === undefined || rules === undefined || previous?.seasonId === season.season._id) continue;
    knownSoils.set(season.season._id, await soilBefore(database, { site, season, rules, previous, now }));
  }
  const holes = await loadRainHoles(
    database,
    sites.map((site) => {
      return { site, today: todayOf(site), season: activeOf(site) };
    }),
    rain,
  );
  const wanting = sites.filter(({ sector }) => settings.get(sector.clientId)?.advice.efficiencyByHour);
  const sprayHours = await loadForecastHours(
    database,
    wanting.map(({ farm }) => farm._id),
    now.getTime() - DAY_MS,
  );
  const rowsBefore = (days: number) =>
    rowsOn(
      database,
      [...rows.values()].map(({ sectorId, date }) => ({ sectorId, date: addDays(date, -days) })),
    );
  const [eves, secondEves] = await Promise.all([rowsBefore(1), rowsBefore(2)]);
  const stateOf = (loaded: SectorContext): SectorState[] => {
    const own = settings.get(loaded.sector.clientId);
    const station = stations.get(loaded.farm._id);
    if (own === undefined || station === undefined) return [];
    const today = todayOf(loaded);
    const site = withinRules(loaded, own, permitHours, today);
    const active = activeOf(site);
    const season = active && { ...active, known: knownSoils.get(active.season._id) };
    const stored = rows.get(site.sector._id);
    const found = stored?.seasonId === season?.season._id ? stored : undefined;
    const isMorning = isDecided(today, site, own);
    const dueDay = expectedDay(today, isMorning);
    const justPlanted = found === undefined && season && season.season.plantingDate > dueDay ? season : undefined;
    const fresh = justPlanted !== undefined || (found !== undefined && found.date >= dueDay);
    const records = inputs.daysOf(site, addDays(today, -LOOK_BACK_DAYS), addDays(today, PROJECTED_DAYS - 1));
    const past = records.filter(({ date }) => date < today);
    const ahead = records
      .filter(({ date }) => date > (found?.date ?? addDays(justPlanted?.season.plantingDate ?? today, -1)))
      .map((day) => (day.date === today ? withRun(day, runs.get(site.pivot._id), site) : day));
    const forecast = forecasts.get(site.farm._id) ?? new Map<FarmDay, ForecastDay>();
    const days = outlookOf(ahead, forecast, usualEto(past), rest.get(site.farm._id));
    const known = found ?? (justPlanted && eveOfPlanting(justPlanted, site, own, days[0]?.eto));
    const ended = fresh ? days.filter(({ date }) => date < today) : [];
    const outlook = days.slice(ended.length);
    const expected = season && outlookRows({ site, settings: own, season, last: known }, ended).at(-1);
    const decided = (record: typeof known, ahead = outlook) =>
      record && season && withDecidedRaw(record, season, ahead);
    const [last, computed] = [decided(expected ?? known) ?? known, decided(found)];
    const drNow = last === undefined ? 0 : depletionNow(last, outlook, today, own);
    const ofSeason = (row: typeof found) => (row?.seasonId === season?.season._id ? row : undefined);
    const [eve, secondEve] = [eves, secondEves].map((of) => ofSeason(of.get(site.sector._id)));
    const before = expected ? heldStatus(expected, found, drNow) : heldStatus(found, eve, drNow);
    const common = { site, settings: own, season, fresh };
    // Until the decision the status is that of the evening, by which the recommendation in force was given, unless the
    // night gave another one.
    const yesterday = addDays(today, -1);
    const [evening, beforeEvening] = found?.date === yesterday ? [eve, secondEve] : [found, eve];
    const eveningStatus = () => {
      const since = records.filter(({ date }) => date > (evening?.date ?? today));
      const earlier = past.filter(({ date }) => date < yesterday);
      const outlook = outlookOf(since, forecast, usualEto(earlier), rest.get(site.farm._id));
      const last = decided(evening, outlook);
      const drNow = last ? depletionNow(last, outlook, today, own) : 0;
      const before = heldStatus(evening, beforeEvening, drNow);
      return statusNow({ ...common, today: yesterday, last, drNow, before, past: earlier, outlook });
    };
    const isOfEvening = !isMorning && (decidedOn.get(site.sector._id) ?? "") < today;
    const status =
      isOfEvening && evening ? eveningStatus() : statusNow({ ...common, today, last, drNow, before, past, outlook });
    const progress = progressOf(season, today);
    return [
      {
        site,
        settings: own,
        today,
        season,
        ...progress,
        last,
        computed,
        isFirstDay: justPlanted !== undefined && expected === undefined,
        before,
        contradiction: null,
        fresh,
        drNow,
        status,
        past,
        outlook,
        station,
        forecastAt: forecast.get(today)?.issuedAt ?? null,
        ...(own.advice.efficiencyByHour && {
          efficiencyParts: efficiencyParts(
            site.pivot,
            sprayHours.get(site.farm._id),
            startOfFarmDay(today, site.farm.timezone),
          ),
        }),
        rainHole: holes.get(site.sector._id),
      },
    ];
  };
  const states: SectorState[] = [];
  const turn = longWork();
  for (const site of sites) {
    states.push(...stateOf(site));
    await turn();
  }
  return states;
}

/**
 * Before the decision the row of the day before yesterday is recent enough, because the night's data have not all
 * arrived.
 */
const expectedDay = (today: FarmDay, isDecided: boolean) => addDays(today, isDecided ? -1 : -2);

const usualEto = (past: readonly DayRecord[]) => past.flatMap(({ eto }) => eto ?? []).slice(-USUAL_DAYS);

/** The status of the day before a row, if no water arrived since. */
function heldStatus(
  row: BalanceRecord | undefined,
  eve: BalanceRecord | undefined,
  drNow: number,
): SectorStatus | undefined {
  return row && row.irrNet + row.rainEff === 0 && drNow >= row.dr ? eve?.status : undefined;
}

/** The day with the water of a run in progress, which becomes a watering only when it ends. */
function withRun(day: DayRecord, run: WetRun | undefined, { sector, areaHa, machine }: SectorContext): DayRecord {
  const volumeM3 = run?.isMeasured ? (run.sectors[sector._id]?.volumeM3 ?? 0) : 0;
  if (volumeM3 === 0) return day;
  const grossMm = volumeM3 / volumeOf(1, areaHa);
  return {
    ...day,
    irrGross: day.irrGross + grossMm,
    irrNet: day.irrNet + netDepth(grossMm, machine.efficiencyPct),
    irrSource: day.irrSource === null || day.irrSource === "telemetry" ? "telemetry" : "several",
  };
}

function progressOf(season: SectorSeason | undefined, today: FarmDay) {
  if (season === undefined) return { seasonDay: null, seasonDays: null };
  const { plantingDate, harvestDate } = season.season;
  const length = seasonLength(season.season, season.crop.stages);
  return {
    seasonDay: daysBetween(plantingDate, today),
    seasonDays: harvestDate ? daysBetween(plantingDate, harvestDate) + 1 : length,
  };
}

function depletionNow(
  last: BalanceRecord,
  outlook: readonly OutlookDay[],
  today: FarmDay,
  { rainEffective }: ClientSettings,
): number {
  const since = outlook.filter(({ date }) => date <= today);
  const gained = since.reduce(
    (sum, { irrNet, rain, eto }) => sum + irrNet + effectiveRain(rain, eto, rainRule(rainEffective)),
    0,
  );
  return Math.max(0, last.dr - gained);
}

/** Coming days that, with yesterday, give the mean use for p: those of today's decision. */
const DECIDED_DAYS = 2;

/** Mean use of the days that today's decision covers, mm/d. The past day alone would make a cool one look like a rest. */
export function expectedUse({
  last,
  outlook,
  today,
}: Pick<SectorState, "outlook" | "today"> & { last: BalanceRecord }): number {
  const uses = outlook
    .filter(({ date }) => date >= today)
    .slice(0, DECIDED_DAYS)
    .map(({ eto }) => last.kc * eto);
  return uses.length > 0 ? uses.reduce((sum, etc) => sum + etc, 0) / uses.length : last.etc;
}

/**
 * The row with p (FAO-56 Table 22, note) from the mean ETc of the decision's days, yesterday and the next ones, and not
 * from one day's weather, so that the AFD does not change overnight because of one cool day.
 */
export function withDecidedRaw(
  row: BalanceRecord,
  { season, crop }: SectorSeason,
  outlook: readonly OutlookDay[],
): BalanceRecord {
  const uses = [row.etc, ...outlook.slice(0, DECIDED_DAYS).map(({ eto }) => row.kc * eto)];
  const p = depletionFraction(season.pOverride ?? crop.p, uses.reduce((sum, etc) => sum + etc, 0) / uses.length);
  return { ...row, p: round(p, 4), raw: round(readilyAvailableWater(p, row.taw), 4) };
}

/** The status by the same rule as the recommendation, with the stage and the season's peak. */
export function statusNow(
  state: Parameters<typeof seasonFacts>[0] & Pick<SectorState, "fresh" | "before" | "outlook">,
): SectorStatus {
  const { site, settings, season, last, fresh, drNow, before } = state;
  if (season === undefined) return "fallow";
  if (last === undefined || !fresh || !site.soil.layers.every(holdsWater)) return "nodata";
  const facts = seasonFacts(state);
  const now = { ...last, dr: drNow, etc: expectedUse({ ...state, last }) };
  return balanceStatus(now, { ...season.crop, machine: site.machine }, settings, {
    ...(before && { held: { status: before, marginPct: settings.advice.marginPct } }),
    ...(facts && { stage: facts.stage }),
    ...(facts?.peakEtc != null && { peakEtc: facts.peakEtc }),
  });
}
