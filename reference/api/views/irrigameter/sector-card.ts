import { addDays, farmMoment, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { FullCard } from "@lamina/shared/views/irrigameter";
import { toJson } from "../../core/serialize.ts";
import { staleAt } from "../../farms/settings/staleness.ts";
import { depletionNow, sensorStatusOf } from "../../irrigation/decisions/machine-days.ts";
import type { SectorState } from "../../irrigation/decisions/state/sector-state.ts";
import type { NamedSummary } from "../../irrigation/decisions/state/sensor-summary.ts";

/** The data of a card beside the state of its sector. */
interface CardParts {
  recommendation: Recommendation | undefined;
  etcForecastMm: number | null;
  monitors: NamedSummary[];
  rain24Mm: number | null;
  irrigation24Mm: number;
  unconfirmed: NonNullable<FullCard["unconfirmed"]>;
  recentWaterings: NonNullable<FullCard["recentWaterings"]>;
  irrigatedThisRevolution: boolean;
}

/** The card of a sector in the irrigâmetro. */
export function sectorCard(state: SectorState, parts: CardParts, now: Date): FullCard {
  const { site, season, last, computed, seasonDay, seasonDays, status } = state;
  const { monitors, recommendation = null, ...rest } = parts;
  const { state: _state, ...balance } = computed ?? { state: null };
  const dataAt = dataMoment(state);
  const measured = measuredNow(state, monitors);
  const difference = last === undefined || measured === null ? null : measured - state.drNow;
  const tolerated = ((last?.taw ?? 0) * state.settings.statusMargins.differencePct) / 100;
  return {
    sector: toJson(site.sector),
    status,
    balance: computed === undefined ? null : (balance as FullCard["balance"]),
    drNowMm: depletionNow(state),
    recommendation,
    season: season === undefined ? null : toJson(season.season),
    seasonDay,
    seasonDays,
    dataAt: dataAt?.toISOString() ?? null,
    dataStaleAt: dataStaleAt(state)?.toISOString() ?? null,
    dataAgeMin: dataAt === null ? null : Math.max(0, Math.floor((now.getTime() - dataAt.getTime()) / MINUTE_MS)),
    monitors,
    sensorStatus: sensorStatusOf(state, monitors),
    differenceMm: difference === null ? null : round(difference, 1),
    differenceTooLarge: difference !== null && Math.abs(difference) > tolerated,
    ...rest,
  };
}

/** Depletion by the probes, mm: their mean, or that of the probe which contradicts the balance. Null without one. */
function measuredNow({ contradiction }: SectorState, monitors: readonly NamedSummary[]): number | null {
  if (contradiction?.by === "probe") return contradiction.measuredMm;
  const measured = monitors.flatMap(({ drMm }) => drMm ?? []);
  return measured.length === 0 ? null : measured.reduce((sum, dr) => sum + dr, 0) / measured.length;
}

/** Current storage in % of CAD. Null without a balance. */
export function storageNow({ last, drNow }: SectorState): number | null {
  if (last === undefined) return null;
  return last.taw > 0 ? Math.min(100, Math.max(0, 100 * (1 - drNow / last.taw))) : last.storagePct;
}

/** The station's last message; without one, the end of the last computed day. */
function dataMoment({ station, computed, last, site }: SectorState): Date | null {
  if (station.lastSeen !== null) return station.lastSeen;
  const date = (computed ?? last)?.date;
  return date === undefined ? null : new Date(startOfFarmDay(addDays(date, 1), site.farm.timezone));
}

/** When the data behind a card become stale: a station's by the client's limit, a balance when the next row is due. */
function dataStaleAt({ station, computed, last, site, settings }: SectorState): Date | null {
  if (station.lastSeen !== null) return staleAt(station.lastSeen, "weather", settings.staleLimits);
  const date = (computed ?? last)?.date;
  if (date === undefined) return null;
  return new Date(farmMoment(addDays(date, 2), settings.decisionTime, site.farm.timezone));
}
