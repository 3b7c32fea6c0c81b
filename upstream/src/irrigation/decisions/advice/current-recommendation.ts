import { addDays } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { blockersOf } from "../state/blockers.ts";
import type { SectorState } from "../state/sector-state.ts";
import { buildRecommendations } from "./build-recommendation.ts";
import { explainBalance, withoutBalance } from "./explain.ts";

/**
 * The current recommendation of a sector: the stored one, unless its data have become stale or contradicted since. From
 * midnight until the next decision it is that of yesterday, and its balance is the present one, as on the card.
 */
type CurrentRecommendation = (
  state: SectorState,
  stored: Recommendation | undefined,
  now: Date,
) => Recommendation | undefined;

/**
 * A blocker withdraws a recommendation once: all answers give the same replacement, with the same time, until the next
 * decision.
 */
export function createCurrentRecommendation(): CurrentRecommendation {
  const withdrawn = new Map<string, { key: string; instead: Recommendation | undefined }>();
  const current: CurrentRecommendation = (state, stored, now) => {
    const sectorId = state.site.sector._id;
    if (stored === undefined || state.season === undefined || stored.date < addDays(state.today, -1)) return undefined;
    const blockers = blockersOf(state, now);
    if (blockers.length === 0 || stored.blockedBy !== null) {
      withdrawn.delete(sectorId);
      const isCurrent = stored.date >= state.today || stored.blockedBy !== null;
      return isCurrent ? stored : { ...stored, reasons: [...explainBalance(state), ...withoutBalance(stored.reasons)] };
    }
    const key = JSON.stringify([stored.computedAt, state.drNow, state.status, blockers, state.rainHole]);
    const kept = withdrawn.get(sectorId);
    if (kept?.key === key) return kept.instead;
    const [instead] = buildRecommendations([state], now);
    withdrawn.set(sectorId, { key, instead });
    return instead;
  };
  return (state, stored, now) => {
    const given = current(state, stored, now);
    const { contradiction } = state;
    // Both numbers of a contradiction are the present ones, as on the rest of the card.
    return given?.contradiction && contradiction ? { ...given, contradiction } : given;
  };
}
