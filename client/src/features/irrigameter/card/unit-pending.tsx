import { type Pending, pendingOf } from "../../../core/outbox/unsent.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { PendingList } from "./pending-list.tsx";

export function UnitPending({ unit }: { unit: IrrigationCard }) {
  return <PendingList pending={useUnitPending(unit)} unit={unit} />;
}

/** The unsent records of a machine. */
export function useUnitPending({ pivot, farm, sectors }: IrrigationCard): Pending {
  const { clientId } = useCardContext();
  const { entries } = useOutbox();
  const sectorIds = sectors.map(({ sector }) => sector._id);
  return pendingOf(entries, { clientId, pivotId: pivot._id, sectorIds, farmId: farm._id });
}
