import type { CommandMessage, CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import { percentAt } from "../../../api/commands/rules/next-step.ts";
import { chance } from "../../../api/weather/climate/chance.ts";
import type { SystemLayout } from "./layout.ts";
import { type Application, type MachineState, planRun, stopMachine } from "./machine.ts";

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
  if (command !== "start" && command !== "stop") return { says: "refused", reason: "só liga e para", obeys: false };
  return { says: "accepted", reason: null, obeys: true };
}

/** Moves a machine as ordered: a start by its settings, a stop at once. Returns the applications that it ends. */
export function obeyOrder(system: SystemLayout, state: MachineState, order: CommandOrder, at: number): Application[] {
  const ended = state.run ? stopMachine(state, at) : [];
  state.wantedSince = null;
  if (order.command !== "start") return ended;
  const grossOf = new Map(
    system.sites.flatMap(({ sector, machine }) => {
      const percent = percentAt(order, (sector.angleStart + sector.angleEnd) / 2);
      return order.wet && percent !== undefined && machine.panel
        ? [[sector._id, (100 * machine.panel.depth100Mm) / percent] as const]
        : [];
    }),
  );
  const progress = { index: 0, doneH: 0, totalH: 0, toldH: 0, since: null, breakdown: null, isSecret: false };
  state.run = { ...planRun(system, state, grossOf), ...progress };
  return ended;
}
