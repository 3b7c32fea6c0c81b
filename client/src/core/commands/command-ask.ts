import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import type { PivotStatus } from "@lamina/shared/records/farm";

/** A machine that may be commanded. */
export interface CommandedMachine {
  pivot: { _id: string; clientId: string; name: string; status?: PivotStatus | null | undefined };
  farm: { name: string; timezone: string };
}

/** A command that waits for its confirmation. */
export interface CommandAsk {
  order: CommandOrder;
  /** The parts of the circle to which a setting of their own may be given, clockwise. */
  arcs?: readonly Arc[];
  /** Of a scheduled start. */
  scheduledFor?: string;
  decidedAt?: string;
  runStartAt?: string;
}

export interface Arc {
  fromDeg: number;
  toDeg: number;
}

export const STOP: CommandAsk = { order: { command: "stop" } };
