import { balanceDay, stateIn } from "@lamina/agronomy/balance/balance";
import type { BalanceRow, BalanceState, SeasonSettings } from "@lamina/agronomy/balance/season";
import { uniformSubsoil } from "@lamina/agronomy/balance/subsoil";
import { DEFAULT_STAGE_RULES, stageAdvice } from "@lamina/agronomy/crop/stage-rules";
import { effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { layersFromPercent } from "@lamina/agronomy/soil/soil-water";
import { addDays, daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";
import { ConfigFields } from "@lamina/shared/records/config";
import { DRIP_WETTED } from "../../../api/irrigation/balance/rows.ts";
import { seasonSettings, startState } from "../../../api/irrigation/sites/season-settings.ts";
import { computedSpans } from "../../../api/irrigation/sites/season-span.ts";
import type { SectorContext, SectorSeason } from "../../../api/irrigation/sites/sectors.ts";
import { createProfile, type ProfileWater } from "./soil-profile.ts";

/** Bare ground evaporates from its upper 30 cm (FAO-56 chapter 6, Kc ini of dry ground that is seldom wetted). */
const BARE = {
  days: [1, 1, 1, 1],
  kc: { ini: 0.25, mid: 0.25, end: 0.25 },
  roots: { ini: 0.3, max: 0.3 },
  p: 0.5,
} as const;
/** Part of the available water in the soil at the start of a simulation and at planting. */
const FIRST_STORAGE = 0.85;
/** Maximum irrigation before a planting, mm. */
const PREPLANT_MM = 50;
/** Later than every day. */
const END_OF_TIME: FarmDay = "9999-12-31";
/** The clients of the demo use the default advice settings. */
const RULES = { advice: ConfigFields.parse({}).advice };
/** Rain below this part of ETo only wets the leaves, as in the settings of the demo's clients. */
const RAIN_RULE = { method: "minFracEto", minFracEto: 0.2 } as const;

/** The ground and crop of a sector at a moment. */
export interface FieldState {
  /** The current season; null while the field is bare. */
  seasonId: string | null;
  /** The balance of the root zone at the beginning of the day. */
  balance: BalanceState;
  /**
   * The day's use without added water, computed at its beginning; ripe: past the curve. `usableMm`: maximum net water
   * that the crop still uses before maturity, where that is less than the deficit.
   */
  day: { useMm: number; rootM: number; taw: number; raw: number; dr: number; isRipe?: boolean; usableMm?: number };
  /** mm since the beginning of the day. */
  rain: number;
  irrigation: number;
  water: ProfileWater;
}

/** The weather inputs of a field for a day. */
export interface FieldWeather {
  eto: number;
  u2: number;
  rhMin: number;
}

/** The ground of one sector: the daily balance of the agronomy engine, and an hourly soil profile. */
export function createField(site: SectorContext, seasons: readonly SectorSeason[]) {
  const profile = createProfile(layersFromPercent(site.soil.layers));
  const wettedPart = site.pivot.kind === "drip" ? DRIP_WETTED : undefined;
  const settings = new Map(seasons.map((season) => [season.season._id, seasonSettings(season, site, RULES)] as const));
  const spans = computedSpans(seasons, END_OF_TIME);
  const bare: SeasonSettings = { ...BARE, soil: layersFromPercent(site.soil.layers) };
  const settingsOf = (seasonId: string | null) => (seasonId === null ? undefined : settings.get(seasonId)) ?? bare;

  /** The state at the beginning of a day; a new season starts in the same ground. */
  function dawn(day: FarmDay, before: { seasonId: string | null; balance: BalanceState } | undefined): Dawn {
    const season = spans.find(({ from, to }) => from <= day && day <= to)?.season;
    const seasonId = season?.season._id ?? null;
    if (before?.seasonId === seasonId) return before as Dawn;
    if (season === undefined) return { seasonId, balance: stateIn(bare, uniformSubsoil(100 * FIRST_STORAGE)) };
    const since = daysBetween(season.season.plantingDate, day);
    return { seasonId, balance: startState(settingsOf(seasonId), season, since) };
  }

  function outlook({ seasonId, balance }: Dawn, weather: FieldWeather): FieldState["day"] {
    const { days, roots } = settingsOf(seasonId);
    const { row } = dayOf(settingsOf(seasonId), balance, weather, { rain: 0, irrigation: 0 });
    const isRipe = seasonId !== null && row.stage === "after";
    const { mostNetMm } = stageAdvice(DEFAULT_STAGE_RULES, {
      day: balance.day,
      days,
      isEmerged: true,
      dr: balance.dr,
      taw: row.taw,
      remainingEtc: row.etc * Math.max(0, sum(days) - balance.day),
      isPerennial: roots.ini >= roots.max,
    });
    const usable = Number.isFinite(mostNetMm) ? { usableMm: mostNetMm } : {};
    const { etcAdj: useMm, rootCm, taw, raw } = row;
    return { useMm, rootM: rootCm / 100, taw, raw, dr: balance.dr, isRipe, ...usable };
  }

  return {
    /** The initial state, on the morning of a day. */
    begin(day: FarmDay, weather: FieldWeather): FieldState {
      const first = dawn(day, undefined);
      return {
        ...first,
        day: outlook(first, weather),
        rain: 0,
        irrigation: 0,
        water: profile.filled(FIRST_STORAGE),
      };
    },

    /** Closes a day and opens the next one. Before a planting the ground is wetted by `preplantMm`. */
    nextDay(
      state: FieldState,
      day: FarmDay,
      closed: FieldWeather,
      opened: FieldWeather,
    ): { state: FieldState; preplantMm: number } {
      const { next } = dayOf(settingsOf(state.seasonId), state.balance, closed, {
        rain: state.rain,
        irrigation: state.irrigation,
        fw: state.irrigation > 0 ? wettedPart : undefined,
      });
      const first = dawn(addDays(day, 1), { seasonId: state.seasonId, balance: next });
      const isPlanted = first.seasonId !== null && first.seasonId !== state.seasonId;
      const water = isPlanted ? profile.wetted(state.water, FIRST_STORAGE, PREPLANT_MM) : state.water;
      const opening = { ...first, day: outlook(first, opened), rain: 0, irrigation: 0, water };
      return { state: opening, preplantMm: sum(water) - sum(state.water) };
    },

    /** Some hours of a day: rain and net irrigation in mm, and their part of the day's use. */
    pass(state: FieldState, hours: number, rain: number, irrigation: number, usePart: number): void {
      state.rain += rain;
      state.irrigation += irrigation;
      const { useMm, rootM } = state.day;
      state.water = profile.step(state.water, {
        hours,
        enters: rain + irrigation,
        drawn: useMm * usePart,
        rootM,
      });
    },

    profile,
  };
}

type Dawn = { seasonId: string | null; balance: BalanceState };

function dayOf(
  settings: SeasonSettings,
  balance: BalanceState,
  { eto, u2, rhMin }: FieldWeather,
  { rain, irrigation, fw }: { rain: number; irrigation: number; fw?: number | undefined },
): { row: BalanceRow; next: BalanceState } {
  const effective = effectiveRain(rain, eto, RAIN_RULE);
  return balanceDay(settings, balance, { eto, u2, rhMin, rain: effective, irrigation, ...(fw && { fw }) });
}

const sum = (water: readonly number[]) => water.reduce((total, mm) => total + mm, 0);
