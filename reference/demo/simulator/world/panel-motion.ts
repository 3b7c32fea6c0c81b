import { HOUR_MS } from "@lamina/shared/core/time";
import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import { percentAt } from "../../../api/commands/rules/next-step.ts";
import type { SystemLayout } from "./layout.ts";
import { type Application, type MachineState, pauseMachine, planRun, stopMachine } from "./machine.ts";

type Run = NonNullable<MachineState["run"]>;
type Stretch = Run["stretches"][number];

/** Moves a machine as its panel was ordered. Returns the applications that it ends. */
export function obeyOrder(system: SystemLayout, state: MachineState, order: CommandOrder, at: number): Application[] {
  if (order.command === "start" || order.command === "stop") {
    const ended = state.run ? stopMachine(state, at) : [];
    state.wantedSince = null;
    if (order.command === "start") state.run = stoppedAt(begun(system, state, order), order, at);
    return ended;
  }
  const ended = pauseMachine(state, at);
  if (state.run) state.run = stoppedAt(changed(system, state.run, order), order, at);
  return ended;
}

const REST = { index: 0, doneH: 0, toldH: 0, since: null } as const;

function begun(system: SystemLayout, state: MachineState, order: CommandOrder): Run {
  const grossOf = new Map(
    system.sites.flatMap(({ sector, machine }) => {
      const percent = percentAt(order, (sector.angleStart + sector.angleEnd) / 2);
      return order.wet && percent !== undefined && machine.panel
        ? [[sector._id, (100 * machine.panel.depth100Mm) / percent] as const]
        : [];
    }),
  );
  const planned = planRun(system, state, grossOf);
  // A dry way has its ordered setting too.
  const stretches = planned.stretches.map((stretch) =>
    stretch.sectorId === null ? atSetting(stretch, percentAt(order, middleOf(stretch))) : stretch,
  );
  return { ...REST, ...planned, stretches, totalH: 0, breakdown: null, isSecret: false };
}

/** A run under way with other settings, the other way, or with the pump on or off. */
function changed(system: SystemLayout, run: Run, order: CommandOrder): Run {
  const { passed, left } = divided(run);
  if (order.command === "direction") {
    const isReverse = order.direction === "reverse";
    if (isReverse === run.reverse) return run;
    const back = passed.toReversed().map((one) => ({ ...one, fromAngle: one.toAngle, toAngle: one.fromAngle }));
    return { ...run, ...REST, stretches: back, reverse: isReverse };
  }
  const stretches = left.map((stretch) =>
    order.command === "pump"
      ? withPump(system, stretch, order.wet === true)
      : atSetting(stretch, percentAt(order, middleOf(stretch))),
  );
  return { ...run, ...REST, stretches };
}

/** The way behind the machine and the way before it. */
function divided({ stretches, index, doneH }: Run): { passed: Stretch[]; left: Stretch[] } {
  const current = stretches[index];
  if (current === undefined) return { passed: stretches, left: [] };
  const [behind, ahead] = cut(current, current.hours > 0 ? doneH / current.hours : 1);
  return { passed: [...stretches.slice(0, index), behind], left: [ahead, ...stretches.slice(index + 1)] };
}

function cut(stretch: Stretch, part: number): [Stretch, Stretch] {
  const { hours, grossMm, fromAngle, toAngle } = stretch;
  const angle = fromAngle + part * (toAngle - fromAngle);
  return [
    { ...stretch, hours: hours * part, grossMm: grossMm * part, toAngle: angle },
    { ...stretch, hours: hours * (1 - part), grossMm: grossMm * (1 - part), fromAngle: angle },
  ];
}

const middleOf = ({ fromAngle, toAngle }: Stretch) => ((((fromAngle + toAngle) / 2) % 360) + 360) % 360;

/** A way at another setting: slower is more water. */
function atSetting(stretch: Stretch, percent: number | undefined): Stretch {
  if (percent === undefined || stretch.percent === null) return stretch;
  const factor = stretch.percent / percent;
  return { ...stretch, percent, hours: stretch.hours * factor, grossMm: stretch.grossMm * factor };
}

function withPump({ sites }: SystemLayout, stretch: Stretch, isOn: boolean): Stretch {
  if (!isOn) return { ...stretch, sectorId: null, grossMm: 0 };
  const middle = (stretch.fromAngle + stretch.toAngle) / 2;
  const site = sites.find(({ sector }) => sector.angleStart <= middle && middle <= sector.angleEnd);
  if (site?.machine.panel === undefined || stretch.percent === null) return stretch;
  const whole = Math.abs(site.sector.angleEnd - site.sector.angleStart);
  const part = whole > 0 ? Math.abs(stretch.toAngle - stretch.fromAngle) / whole : 1;
  return {
    ...stretch,
    sectorId: site.sector._id,
    grossMm: (part * 100 * site.machine.panel.depth100Mm) / stretch.percent,
  };
}

/** A run that ends by itself at an angle or an hour. */
function stoppedAt(run: Run, { stopAt }: CommandOrder, at: number): Run {
  if (stopAt === undefined) return run;
  let hours = "at" in stopAt ? Math.max(0, (Date.parse(stopAt.at) - at) / HOUR_MS) : Number.POSITIVE_INFINITY;
  const stretches: Stretch[] = [];
  for (const stretch of run.stretches) {
    const part = Math.min(
      "angleDeg" in stopAt ? partUntil(stretch, stopAt.angleDeg) : 1,
      stretch.hours > 0 ? hours / stretch.hours : 1,
      1,
    );
    hours -= stretch.hours;
    stretches.push(cut(stretch, part)[0]);
    if (part < 1) break;
  }
  return { ...run, stretches };
}

/** How much of a way is before an angle; 1 where the angle is not on it. */
function partUntil({ fromAngle, toAngle }: Stretch, angleDeg: number): number {
  const way = toAngle - fromAngle;
  if (way === 0) return 1;
  const along = ((((angleDeg - fromAngle) * Math.sign(way)) % 360) + 360) % 360;
  return Math.min(1, along / Math.abs(way));
}
