import { OutboxList } from "../../../core/outbox/outbox-list.tsx";
import type { IrrigationCard } from "../board.ts";
import type { Pending } from "./pending.ts";

/** The unsent records of a sector. */
export function PendingList({ pending, unit }: { pending: Pending; unit: IrrigationCard }) {
  if (pending.entries.length === 0) return null;
  return (
    <div data-control>
      <OutboxList entries={pending.entries} timeZone={unit.farm.timezone} named={unit.sectors.length > 1} />
    </div>
  );
}
