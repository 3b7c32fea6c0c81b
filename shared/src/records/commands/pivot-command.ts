import * as z from "zod";
import { Angle, Id, Moment, quantity } from "../../core/record.ts";
import { interlockIds } from "../../reasons/interlocks.ts";
import { PasskeyProof } from "./passkey.ts";

/** What a person may order a machine to do. `pump` is for a machine that has a pump of its own; `wet` of a report proves it. */
export const CommandKind = z.enum(["start", "stop", "speed", "direction", "pump"]);
export type CommandKind = z.infer<typeof CommandKind>;

const CommandPercent = quantity("%", 1, 100);
const CommandDirection = z.enum(["forward", "reverse"]);

/** The setting of the panel from one angle to another, clockwise. */
const CommandRow = z.object({ fromDeg: Angle, toDeg: Angle, percent: CommandPercent });

/** What the panel is to do, as it is sent to it. */
export const CommandOrder = z.object({
  command: CommandKind,
  /** Of a start: with or without water. Of a pump: on or off. */
  wet: z.boolean().optional(),
  /** Of a start and of a change of direction. */
  direction: CommandDirection.optional(),
  /** One setting for the whole way; or `table`, where the panel changes its speed by angle. */
  percent: CommandPercent.optional(),
  table: z.array(CommandRow).min(1).max(360).optional(),
  /** Where or when the panel stops by itself: of a start and of a change of speed. */
  stopAt: z.union([z.object({ angleDeg: Angle }), z.object({ at: Moment })]).optional(),
});
export type CommandOrder = z.infer<typeof CommandOrder>;

/** A command as a person gives it. */
export const CommandFields = CommandOrder.extend({
  pivotId: Id,
  /** The API refuses it later: a command that waited anywhere is not obeyed. */
  expiresAt: Moment,
  /** Of a start: sent at this moment; now without it. */
  scheduledFor: Moment.optional(),
  /** When the decision was made from which it follows, and the start of the run that it is for. */
  decidedAt: Moment.optional(),
  runStartAt: Moment.optional(),
  /** The person's password again, or PIN, where the client's settings require it. Never stored. */
  password: z.string().min(1).max(200).optional(),
  pin: z.string().min(1).max(20).optional(),
  /** A proof by a passkey in their place, for `current.passkey` of the answer that asked for one. Never stored. */
  passkey: PasskeyProof.optional(),
  /** Interlocks that the person overrides, and why. */
  override: z
    .object({ interlocks: z.array(z.enum(interlockIds)).min(1), reason: z.string().trim().min(3).max(300) })
    .optional(),
});
export type CommandFields = z.infer<typeof CommandFields>;

/** The longest life of a command that is sent at once, and of the orders of its panel. */
export const COMMAND_LIFE_MS = 2 * 60_000;
/** Without an answer and without proof for this long, a command is `unanswered`. */
export const ANSWER_MS = 60_000;

export const CommandState = z.enum([
  "asked",
  "sent",
  "received",
  "accepted",
  "refused",
  "executing",
  "done",
  "failed",
  "unanswered",
  "cancelled",
  "expired",
]);
export type CommandState = z.infer<typeof CommandState>;

/** States that nothing follows. */
export const finalStates: readonly CommandState[] = ["refused", "done", "failed", "cancelled", "expired"];

/** A step of a command. `telemetry` alone gives `executing` and `done`. */
export const CommandStep = z.object({
  state: CommandState,
  at: Moment,
  source: z.enum(["person", "api", "panel", "telemetry"]),
  /** An interlock, a cause of the API, or the words of the panel. */
  reason: z.string().nullable(),
});
export type CommandStep = z.infer<typeof CommandStep>;

/** A command with everything that became of it. */
export const PivotCommand = z.looseObject({
  _id: Id,
  clientId: Id,
  pivotId: Id,
  ...CommandOrder.shape,
  issuedAt: Moment,
  expiresAt: Moment,
  scheduledFor: Moment.nullish(),
  decidedAt: Moment.nullish(),
  runStartAt: Moment.nullish(),
  byUserId: Id.nullable(),
  byName: z.string(),
  /** The alert rule that stopped the machine; null where a person commanded it. */
  ruleId: Id.nullish(),
  override: CommandFields.shape.override.nullish(),
  /** The last of `states`. */
  state: CommandState,
  states: z.array(CommandStep),
  sentAt: Moment.nullish(),
});
export type PivotCommand = z.infer<typeof PivotCommand>;

/** On `devices/{serial}/commands`. A panel takes a sequence once, and none that is not above the last one that it took. */
export const CommandMessage = CommandOrder.extend({
  id: Id,
  sequence: z.number().int(),
  issuedAt: Moment,
  expiresAt: Moment,
});
export type CommandMessage = z.infer<typeof CommandMessage>;

/** On `devices/{serial}/command-states`: what the panel says. It proves nothing. */
export const CommandAnswer = z.object({
  id: Id,
  state: z.enum(["received", "accepted", "refused", "executing", "done", "failed"]),
  date: Moment,
  reason: z.string().trim().max(300).nullish(),
});
export type CommandAnswer = z.infer<typeof CommandAnswer>;

/** Whether the parts of an order fit its kind. */
export function isCompleteOrder({ command, wet, direction, percent, table, stopAt }: CommandOrder): boolean {
  const speeds = [percent, table].filter((one) => one !== undefined).length;
  switch (command) {
    case "start":
      return wet !== undefined && speeds === 1;
    case "speed":
      return speeds === 1 && wet === undefined && direction === undefined;
    case "pump":
      return wet !== undefined && [direction, percent, table, stopAt].every((one) => one === undefined);
    case "direction":
      return direction !== undefined && speeds === 0 && wet === undefined && stopAt === undefined;
    case "stop":
      return [wet, direction, percent, table, stopAt].every((one) => one === undefined);
  }
}

interface PumpedMachine {
  _id: string;
  waterSourceId?: string | null | undefined;
}

/** Whether the pump of a machine serves no other one of its farm, so that it may be commanded alone. */
export const hasOwnPump = (machine: PumpedMachine, ofFarm: readonly PumpedMachine[]): boolean =>
  machine.waterSourceId == null ||
  ofFarm.every(({ _id, waterSourceId }) => _id === machine._id || waterSourceId !== machine.waterSourceId);
