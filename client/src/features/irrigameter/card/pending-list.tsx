import { MINUTE_MS } from "@lamina/shared/core/time";
import { OutboxList } from "../../../core/outbox/outbox-list.tsx";
import { text } from "../../../core/outbox/text.ts";
import { changesNumbers, isAt, type Pending } from "../../../core/outbox/unsent.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";

/** How long a sent record stays listed. */
const SENT_MS = 10 * MINUTE_MS;

/** The unsent records of a sector, and those that this page has just sent. */
export function PendingList({ pending, unit }: { pending: Pending; unit: IrrigationCard }) {
  const { clientId } = useCardContext();
  const { delivered } = useOutbox();
  const now = useNow();
  const place = {
    clientId,
    pivotId: unit.pivot._id,
    sectorIds: unit.sectors.map(({ sector }) => sector._id),
    farmId: unit.farm._id,
  };
  const sent = delivered.filter(({ entry, at }) => now - at < SENT_MS && isAt(entry, place));
  if (pending.entries.length + sent.length === 0) return null;
  return (
    <div data-control>
      {changesNumbers(pending) && <p className="hint">{text.changesNumbers}</p>}
      <OutboxList
        entries={pending.entries}
        delivered={sent}
        timeZone={unit.farm.timezone}
        named={unit.sectors.length > 1}
      />
    </div>
  );
}
