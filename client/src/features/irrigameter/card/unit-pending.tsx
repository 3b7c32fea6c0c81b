import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { pendingOf } from "./pending.ts";
import { PendingList } from "./pending-list.tsx";

export function UnitPending({ unit }: { unit: IrrigationCard }) {
  const { clientId } = useCardContext();
  const { entries } = useOutbox();
  const { pivot, farm, sectors } = unit;
  const place = { clientId, pivotId: pivot._id, sectorIds: sectors.map(({ sector }) => sector._id), farmId: farm._id };
  return <PendingList pending={pendingOf(entries, place)} unit={unit} />;
}
