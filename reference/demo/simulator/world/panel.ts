import type { CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import { chance } from "../../../api/weather/climate/chance.ts";

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

/** How a panel treats its orders; the others obey. */
type Character = "honest" | "lies" | "manual" | "deaf";
const CHARACTERS: Readonly<Record<string, Character>> = {
  "demo-pivo-02": "lies",
  "demo-pivo-05": "manual",
  "demo-pivo-06": "deaf",
};
export const characterOf = (pivotId: string): Character => CHARACTERS[pivotId] ?? "honest";

/** Share of the orders of an honest panel that are lost on the way. */
const LOST = 0.04;

/** What a panel says of an order, and whether it obeys; null for one that is lost. */
export function replyOf(
  pivotId: string,
  { id, command }: Pick<CommandMessage, "id" | "command">,
  hasFault: boolean,
): { says: "accepted" | "done" | "refused"; reason: string | null; obeys: boolean } | null {
  const character = characterOf(pivotId);
  if (character === "lies") return { says: "done", reason: null, obeys: false };
  if (character === "manual") return { says: "refused", reason: "chave em manual", obeys: false };
  if (command !== "stop" && chance(id, "lost") < LOST) return null;
  if (command === "start" && hasFault) return { says: "refused", reason: "falha no painel", obeys: false };
  return { says: "accepted", reason: null, obeys: true };
}
