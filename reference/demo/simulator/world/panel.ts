import type { CommandMessage } from "@lamina/shared/records/pivot-command";

/** What a panel remembers of its orders. */
export interface PanelMemory {
  lastSequence: number;
}

/**
 * Whether a panel takes an order; null for one that it ignores in silence, because an answer to a repetition would
 * contradict the first one. Changes the memory.
 */
export function takeOrder(
  memory: PanelMemory,
  { sequence, expiresAt }: Pick<CommandMessage, "sequence" | "expiresAt">,
  now: number,
): "taken" | "expired" | null {
  if (sequence <= memory.lastSequence) return null;
  memory.lastSequence = sequence;
  return now > Date.parse(expiresAt) ? "expired" : "taken";
}
