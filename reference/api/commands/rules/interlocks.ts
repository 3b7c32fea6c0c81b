import { type InterlockId, interlockIds, overridable } from "@lamina/shared/reasons/interlocks";
import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { AHEAD_MS, settledAfter, type UnprovedCommand } from "./next-step.ts";

/** The facts about a machine when it is commanded. */
export interface CommandFacts {
  now: number;
  /** Whether the person may command the machine, also at the moment of a scheduled start. */
  hasRight: boolean;
  /** Whether a panel of the machine receives commands. */
  hasPanel: boolean;
  isPanelInMaintenance: boolean;
  /** Blocked for maintenance by a named person. */
  isOutOfService: boolean;
  status: PivotStatus | null;
  isStale: boolean;
  /** An open alert of a fault of the machine that is not taken. */
  hasUnseenFault: boolean;
  /** Commands of the machine that are sent and neither proved nor ended. */
  open: readonly CommandOrder["command"][];
  /** The last command of the machine that left and of which no report says what it did. */
  unproved: UnprovedCommand | null;
  /** Whether a start of the machine is scheduled. */
  isStartScheduled: boolean;
  /** Whether its pump serves no other machine. */
  hasOwnPump: boolean;
  /** Flow that its water source still has beside the running machines, and its own, m³/h; null without a limit. */
  source: { freeM3h: number; ownM3h: number } | null;
  /** Whether the permits allow no water now. */
  isPermitUsed: boolean;
  isPeak: boolean;
}

/** A report of a machine at rest may still say "wet" while the pipes empty. */
const isWatering = ({ running, wet }: PivotStatus) => running && wet;

/** Whether an order brings water: it draws from the source, under its permit and tariff. */
const drawsWater = ({ command, wet }: CommandOrder) => (command === "start" || command === "pump") && wet === true;

/** Whether an interlock holds, by its id. */
const holds: Readonly<Record<InterlockId, (facts: CommandFacts, order: CommandOrder) => boolean>> = {
  // The state machine ends what expires.
  expired: () => false,
  "no-right": ({ hasRight }) => !hasRight,
  "no-panel": ({ hasPanel }) => !hasPanel,
  "out-of-service": ({ isOutOfService }) => isOutOfService,
  "panel-maintenance": ({ isPanelInMaintenance }) => isPanelInMaintenance,
  stale: ({ status, isStale }) => status === null || isStale,
  "clock-off": ({ status, now }) => status !== null && Date.parse(status.date) > now + AHEAD_MS,
  fault: ({ status }, { command }) => command === "start" && Boolean(status?.fault),
  "fault-unseen": ({ hasUnseenFault }, { command }) => command === "start" && hasUnseenFault,
  "stop-open": ({ open }) => open.includes("stop"),
  "command-open": ({ open, isStartScheduled }, { command }) =>
    open.some((one) => one !== "stop") || (command === "start" && isStartScheduled),
  unproved: ({ unproved, status }) =>
    unproved !== null && !(status !== null && Date.parse(status.date) > settledAfter(unproved)),
  "already-running": ({ status }, { command }) => command === "start" && status?.running === true,
  // A pump is switched off beside a machine at rest too; on, it would flood one place.
  "not-running": ({ status }, { command, wet }) =>
    command !== "start" && !(command === "pump" && !wet) && status?.running === false,
  "wet-direction": ({ status }, { command, direction }) =>
    direction !== undefined &&
    status !== null &&
    status.direction !== direction &&
    // A machine at rest has no direction; water in its pipes still turns with it.
    (command === "direction" ? isWatering(status) : status.wet && status.direction !== "stopped"),
  "shared-pump": ({ hasOwnPump }, { command }) => command === "pump" && !hasOwnPump,
  capacity: ({ source }, order) => drawsWater(order) && source !== null && source.ownM3h > source.freeM3h,
  permit: ({ isPermitUsed }, order) => drawsWater(order) && isPermitUsed,
  "peak-tariff": ({ isPeak }, order) => drawsWater(order) && isPeak,
};

/** A stop needs only a panel, because stopping is safe also when facts are missing. */
const OF_STOP: readonly InterlockId[] = ["no-panel"];
/** What a scheduled start must meet when it is scheduled; at its moment it must meet all. */
const OF_SCHEDULING: readonly InterlockId[] = ["no-panel", "out-of-service", "panel-maintenance", "command-open"];

/**
 * The interlocks that hold a command back, most binding first. `overridden` lists those that a named person overrides;
 * the others of them hold nevertheless.
 */
export function interlocksOf(
  facts: CommandFacts,
  order: CommandOrder,
  { isScheduling = false, overridden = [] }: { isScheduling?: boolean; overridden?: readonly InterlockId[] } = {},
): InterlockId[] {
  const looked = order.command === "stop" ? OF_STOP : isScheduling ? OF_SCHEDULING : interlockIds;
  const isOverridden = (id: InterlockId) => overridable.includes(id) && overridden.includes(id);
  return looked.filter((id) => holds[id](facts, order) && !isOverridden(id));
}
