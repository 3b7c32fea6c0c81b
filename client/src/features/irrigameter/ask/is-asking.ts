import type { SectorCard } from "@lamina/shared/views/irrigameter";

/** True when a season is past its curve and its harvest was not recorded. */
export function isHarvestPending({ recommendation }: Pick<SectorCard, "recommendation">): boolean {
  return recommendation?.reasons.some(({ key }) => key === "harvestPending") ?? false;
}

/** True when a sector waits for an answer by the user. */
export function isAsking(card: SectorCard): boolean {
  const { recommendation, unconfirmed = [] } = card;
  return (
    unconfirmed.length > 0 ||
    recommendation?.blockedBy === "contradicted" ||
    (recommendation?.missingRain?.days.length ?? 0) > 0 ||
    isHarvestPending(card)
  );
}
