import type { Blocker } from "@lamina/agronomy/plan/recommendation-model";
import { addDays } from "@lamina/shared/core/farm-time";
import { holdsWater } from "@lamina/shared/records/farm";
import { isStale } from "../../../farms/settings/staleness.ts";
import { holdsAdvice } from "./contradictions.ts";
import type { SectorState } from "./sector-state.ts";

/**
 * The reasons that prevent a recommendation, with the time of the last data (a farm-day or a moment): `stale-weather`
 * the balance ends before yesterday · `stale-rain` the rain of a day since the soil was last known is unknown ·
 * `doubted-rain` it was measured, but is not believed until a person answers ·
 * `stale-station` the farm's station has been silent for longer than the client allows · `contradicted` a probe or a
 * detection contradicts the balance ·
 * `soil-range` the recorded soil holds an impossible amount of water.
 */
export function blockersOf(state: SectorState, now: Date): Blocker[] {
  const { season, last, fresh, settings, station, rainHole, site } = state;
  if (season === undefined) return [];
  const blockers: Blocker[] = [];
  if (!site.soil.layers.every(holdsWater)) blockers.push(blocker("soil-range", "soil", undefined));
  if (!fresh) blockers.push(blocker("stale-weather", "balance", last?.date));
  const [missing] = rainHole?.days ?? [];
  const rainKey = rainHole?.doubt ? "doubted-rain" : "stale-rain";
  if (missing !== undefined) blockers.push(blocker(rainKey, rainHole?.gauge ?? "station", addDays(missing, -1)));
  const isFromStation = settings.etoSource === "station" && station.deviceId !== null;
  if (isFromStation && isStale(station.lastSeen, "weather", settings.staleLimits, now))
    blockers.push(blocker("stale-station", station.name ?? "station", station.lastSeen?.toISOString()));
  if (blockers.length === 0 && holdsAdvice(state) && state.contradiction !== null)
    blockers.push(blocker("contradicted", state.contradiction.by, state.contradiction.at));
  return blockers;
}

const blocker = (key: string, source: string, at: string | undefined): Blocker => ({
  key,
  source,
  ...(at !== undefined && { at }),
});
