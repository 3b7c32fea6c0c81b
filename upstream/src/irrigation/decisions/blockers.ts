import type { Blocker } from "@lamina/agronomy/plan/recommendation";
import { isStale } from "../../farms/settings/staleness.ts";
import type { SectorState } from "./sector-state.ts";

/**
 * What keeps a sector from being recommended anything, with when that data was last received (a farm-day or a moment):
 * `stale-weather` the balance ends before yesterday · `stale-rain` the last row's rain did not arrive and nobody wrote it down ·
 * `stale-station` the farm's station is silent for longer than the client allows.
 */
export function blockersOf(state: SectorState, now: Date): Blocker[] {
  const { season, last, fresh, past, settings, station } = state;
  if (season === undefined) return [];
  const blockers: Blocker[] = [];
  if (!fresh) blockers.push(blocker("stale-weather", "balance", last?.date));
  if (station.hasGauge && past.find(({ date }) => date === last?.date)?.rainSource === null)
    blockers.push(blocker("stale-rain", "station", past.findLast(({ rainSource }) => rainSource !== null)?.date));
  const isFromStation = settings.etoSource === "station" && station.deviceId !== null;
  if (isFromStation && isStale(station.lastSeen, "weather", settings.staleLimits, now))
    blockers.push(blocker("stale-station", station.serial ?? "station", station.lastSeen?.toISOString()));
  return blockers;
}

const blocker = (key: string, source: string, at: string | undefined): Blocker => ({
  key,
  source,
  ...(at !== undefined && { at }),
});
