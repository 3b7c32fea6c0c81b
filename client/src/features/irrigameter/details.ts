import { boardCard } from "@lamina/shared/views/board";
import type { Irrigameter, SectorCard } from "@lamina/shared/views/irrigameter";
import { hashKey } from "@tanstack/react-query";

/**
 * A card of the board with its details. A part gets them only while the board shows what they explain, so that details
 * of an earlier state never appear beside a newer number.
 */
export function withDetails(card: SectorCard, full: SectorCard | undefined): SectorCard {
  if (full === undefined) return card;
  const known = boardCard(full);
  const isSame = (part: keyof SectorCard) => hashKey([known[part]]) === hashKey([card[part]]);
  const isNow = isSame("drNowMm");
  const balance = isSame("balance") && isNow;
  return {
    ...card,
    ...(isSame("sector") && { sector: full.sector }),
    ...(balance && { balance: full.balance, etcForecastMm: full.etcForecastMm }),
    // The terms lead to the present depletion.
    ...(isSame("recommendation") && isNow && { recommendation: full.recommendation }),
    ...(isSame("season") && { season: full.season }),
    ...(isSame("monitors") && { monitors: full.monitors }),
  };
}

/** What the cards of a pivot depend on: all of its farm, whose machines share a plan. */
export function placesOf(
  { pivots, sectors }: Pick<Irrigameter, "pivots" | "sectors">,
  pivotId: string | null,
): string[] {
  const farmId = pivots.find(({ _id }) => _id === pivotId)?.farmId;
  const own = new Set(pivots.flatMap((pivot) => (pivot.farmId === farmId ? pivot._id : [])));
  const places = sectors.flatMap(({ sector }) => (own.has(sector.pivotId) ? sector._id : []));
  return farmId === undefined ? [] : [farmId, ...own, ...places];
}

/** Whether a card has the terms of its recommendation, and not only those that the board shows. */
export function isExplained({ recommendation }: SectorCard): boolean {
  return recommendation === null || recommendation.priority !== undefined;
}
