import { hasOwnPump } from "@lamina/shared/records/commands/pivot-command";
import type { PivotStatus } from "@lamina/shared/records/farm";
import type { Arc, CommandAsk } from "../../../core/commands/command-ask.ts";
import { commandText } from "../../../core/commands/command-text.ts";
import type { IrrigationCard } from "../board.ts";

type Unit = Pick<IrrigationCard, "decision" | "day" | "sectors">;

/** The parts of the circle that may have settings of their own: the machine's sectors, or those of `sectorIds`. */
const arcsOf = ({ sectors }: Pick<Unit, "sectors">, sectorIds?: readonly string[]): Arc[] =>
  sectors
    .filter(({ sector: { _id } }) => sectorIds?.includes(_id) ?? true)
    .map(({ sector: { angleStart, angleEnd } }) => ({ fromDeg: angleStart % 360, toDeg: angleEnd % 360 || 360 }))
    .sort((a, b) => a.fromDeg - b.fromDeg);

/** The start that the decision asks for, with the panel's own table; undefined where a setting is missing. */
export function startOf({ decision, day, sectors }: Unit): CommandAsk | undefined {
  if (decision.kind !== "run" || decision.isUnderWay) return undefined;
  const rows = decision.table.flatMap(({ fromDeg, toDeg, percent }) =>
    percent === null ? [] : [{ fromDeg, toDeg, percent }],
  );
  const { percent } = decision.run;
  // A part of the circle without a setting is passed in a way that the panel alone decides.
  if (rows.length < decision.table.length || (rows.length === 0 && percent === null)) return undefined;
  const watered = arcsOf({ sectors }, decision.sectorIds);
  // One setting would water the sectors too that the run passes dry.
  const isPart = percent !== null && watered.length > 0 && watered.length < sectors.length;
  const table = isPart && rows.length === 0 ? watered.map((arc) => ({ ...arc, percent })) : rows;
  const setting = table.length > 0 ? { table } : { percent: percent ?? undefined };
  return {
    order: { command: "start", wet: true, ...setting },
    arcs: arcsOf({ sectors }),
    ...(day.decidedAt && { decidedAt: day.decidedAt }),
    ...(decision.startAt && { runStartAt: decision.startAt }),
  };
}

/** What a machine that runs may be ordered beside a stop, each with its name. */
export function changesOf(
  unit: Pick<Unit, "sectors"> & { pivot: Parameters<typeof hasOwnPump>[0] },
  status: PivotStatus,
  ofFarm: Parameters<typeof hasOwnPump>[1],
): { words: string; ask: CommandAsk }[] {
  const { changeTo } = commandText;
  const percent = status.percent ?? undefined;
  const direction = status.direction === "reverse" ? ("forward" as const) : ("reverse" as const);
  const isPumped = hasOwnPump(unit.pivot, ofFarm);
  return [
    { words: changeTo.speed, ask: { order: { command: "speed", percent }, arcs: arcsOf(unit) } },
    { words: changeTo[direction], ask: { order: { command: "direction", direction } } },
    ...(isPumped
      ? [
          {
            words: status.wet ? changeTo.pumpOff : changeTo.pumpOn,
            ask: { order: { command: "pump" as const, wet: !status.wet } },
          },
        ]
      : []),
  ];
}
