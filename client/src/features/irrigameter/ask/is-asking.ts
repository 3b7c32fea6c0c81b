import type { SectorCard } from "@lamina/shared/views/irrigameter";

/** Whether a season is past its curve and its harvest was not recorded. */
export function isHarvestPending({ recommendation }: Pick<SectorCard, "recommendation">): boolean {
  return recommendation?.reasons.some(({ key }) => key === "harvestPending") ?? false;
}

/** Whether a sector waits for a person's word. */
export function isAsking(card: SectorCard): boolean {
  const { recommendation, unconfirmed = [] } = card;
  return (
    unconfirmed.length > 0 ||
    recommendation?.blockedBy === "contradicted" ||
    (recommendation?.missingRain?.days.length ?? 0) > 0 ||
    isHarvestPending(card)
  );
}
