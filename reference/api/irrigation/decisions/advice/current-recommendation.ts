import { addDays } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { blockersOf } from "../state/blockers.ts";
import type { SectorState } from "../state/sector-state.ts";
import { buildRecommendations } from "./build-recommendation.ts";
import { explainBalance, withoutBalance } from "./explain.ts";

/**
 * The current recommendations of sectors, by their ids: the stored ones, unless data have become stale or contradicted
 * since. From midnight until the next decision they are those of yesterday, and their balance is the present one, as on
 * the card.
 */
type CurrentRecommendations = (
  states: readonly SectorState[],
  storedOf: (sectorId: string) => Recommendation | undefined,
  now: Date,
) => Map<string, Recommendation>;

/** A sector with its stored recommendation, and what blocks it now. */
interface Given {
  state: SectorState;
  stored: Recommendation;
  blockers: ReturnType<typeof blockersOf>;
}

const idOf = ({ state }: Given) => state.site.sector._id;
const isBlockedSince = ({ stored, blockers }: Given) => blockers.length > 0 && stored.blockedBy === null;

/**
 * A blocker withdraws a recommendation once: all answers give the same replacement, with the same time, until the next
 * decision. The other sectors of the system are then decided without it, because they shared its run.
 */
export function createCurrentRecommendations(): CurrentRecommendations {
  const withdrawn = new Map<string, { key: string; instead: readonly Recommendation[] }>();

  /** The recommendations that replace stored ones of a system. */
  function replacements(pivotId: string, system: readonly Given[], now: Date): readonly Recommendation[] {
    const blocked = system.filter(isBlockedSince);
    if (blocked.length === 0) {
      withdrawn.delete(pivotId);
      return [];
    }
    const isOfToday = ({ state, stored }: Given) => stored.date >= state.today;
    const others = blocked.some(isOfToday)
      ? system.filter((given) => isOfToday(given) && given.blockers.length === 0 && given.stored.blockedBy === null)
      : [];
    const key = JSON.stringify([
      ...blocked.map(({ state, stored, blockers }) => [
        stored.computedAt,
        state.drNow,
        state.status,
        blockers,
        state.rainHole,
      ]),
      ...others.map((given) => [idOf(given), given.stored.computedAt]),
    ]);
    const kept = withdrawn.get(pivotId);
    if (kept?.key === key) return kept.instead;
    const states = [...blocked, ...others].map(({ state }) => state);
    const instead = buildRecommendations(states, now);
    withdrawn.set(pivotId, { key, instead });
    return instead;
  }

  function presentOf({ state, stored }: Given): Recommendation {
    if (stored.date >= state.today || stored.blockedBy !== null) return stored;
    return { ...stored, reasons: [...explainBalance(state), ...withoutBalance(stored.reasons)] };
  }

  return (states, storedOf, now) => {
    const given = states.flatMap((state): Given[] => {
      const stored = storedOf(state.site.sector._id);
      if (stored === undefined || state.season === undefined || stored.date < addDays(state.today, -1)) return [];
      return [{ state, stored, blockers: blockersOf(state, now) }];
    });
    const systems = Map.groupBy(given, ({ state }) => state.site.pivot._id);
    const current = [...systems].flatMap(([pivotId, system]) => {
      const replaced = new Map(replacements(pivotId, system, now).map((one) => [one.sectorId, one] as const));
      return system.map((one): [string, Recommendation] => {
        const own = replaced.get(idOf(one)) ?? presentOf(one);
        const { contradiction } = one.state;
        // Both numbers of a contradiction are the present ones, as on the rest of the card.
        return [idOf(one), own.contradiction && contradiction ? { ...own, contradiction } : own];
      });
    });
    return new Map(current);
  };
}
