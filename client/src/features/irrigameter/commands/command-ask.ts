import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import type { IrrigationCard } from "../board.ts";

/** A command that waits for its confirmation. */
export interface CommandAsk {
  order: CommandOrder;
  /** Of a scheduled start. */
  scheduledFor?: string;
  decidedAt?: string;
  runStartAt?: string;
}

export const STOP: CommandAsk = { order: { command: "stop" } };

/** The start that the decision asks for, with the panel's own table; undefined where a setting is missing. */
export function startOf({ decision, day }: Pick<IrrigationCard, "decision" | "day">): CommandAsk | undefined {
  if (decision.kind !== "run" || decision.isUnderWay) return undefined;
  const rows = decision.table.flatMap(({ fromDeg, toDeg, percent }) =>
    percent === null ? [] : [{ fromDeg, toDeg, percent }],
  );
  const { percent } = decision.run;
  // A part of the circle without a setting is passed in a way that the panel alone decides.
  if (rows.length < decision.table.length || (rows.length === 0 && percent === null)) return undefined;
  const setting = rows.length > 0 ? { table: rows } : { percent: percent ?? undefined };
  return {
    order: { command: "start", wet: true, ...setting },
    ...(day.decidedAt && { decidedAt: day.decidedAt }),
    ...(decision.startAt && { runStartAt: decision.startAt }),
  };
}
