import { depthAt, revolutionHours, sweptAngle } from "@lamina/agronomy/machine/pivot";
import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import { HOUR_MS } from "@lamina/shared/core/time";
import { finalStates } from "@lamina/shared/records/commands/pivot-command";
import type { PlanItem } from "@lamina/shared/records/day-plan";
import { and, gte, inArray, notInArray, or } from "drizzle-orm";
import type { Database } from "../../../core/database/open.ts";
import { pivotCommands } from "../../../schema/commands.ts";
import { latestStatuses } from "../../../telemetry/store/pivot-store.ts";
import type { SectorContext } from "../../sites/sectors.ts";
import type { UnderWay } from "./under-way.ts";

/** A start or a change of speed may still describe a machine's run for this long: the longest run that is recorded. */
const LOOK_BACK_MS = 240 * HOUR_MS;
/** A run begins at the first report with water, which may come this long before the start that is proved by it. */
const AHEAD_MS = HOUR_MS / 2;

type Command = typeof pivotCommands.$inferSelect;

/** What a machine was commanded: a start with water that has not become a run yet, or the setting of a run. */
export interface Commanded {
  /** A start that is scheduled, or sent and not proved. */
  start?: Command;
  /** The newest order with a setting that left. */
  setting?: Command;
  /** Where the machine was seen last. */
  angleDeg?: number;
  direction?: "forward" | "reverse" | "stopped";
}

/** By machine; one that was not commanded is absent. */
export async function commandedOf(
  database: Database,
  pivotIds: readonly string[],
  now: Date,
): Promise<Map<string, Commanded>> {
  if (pivotIds.length === 0) return new Map();
  const { state, issuedAt, pivotId } = pivotCommands;
  const rows = await database
    .select()
    .from(pivotCommands)
    .where(
      and(
        inArray(pivotId, [...pivotIds]),
        or(notInArray(state, [...finalStates]), inArray(state, ["done"])),
        gte(issuedAt, new Date(now.getTime() - LOOK_BACK_MS)),
      ),
    )
    .orderBy(issuedAt);
  const statuses = await latestStatuses(database, [...new Set(rows.map((row) => row.pivotId))]);
  return new Map(
    [...Map.groupBy(rows, (row) => row.pivotId)].map(([id, own]) => {
      const start = own.findLast(({ order, state: at }) => order.command === "start" && order.wet && at !== "done");
      const setting = own.findLast(
        ({ order: { command }, sentAt }) => (command === "start" || command === "speed") && sentAt !== null,
      );
      const { angleDeg, direction } = statuses.get(id) ?? {};
      return [
        id,
        {
          ...(start && { start }),
          ...(setting && { setting }),
          ...(angleDeg !== undefined && { angleDeg }),
          ...(direction !== undefined && { direction }),
        },
      ] as const;
    }),
  );
}

/** A commanded run that has not begun: its start, its hours, and the fields of its item. */
export interface CommandedRun {
  startAt: Date;
  hours: number;
  item: Pick<PlanItem, "percent" | "grossMm" | "passes" | "depthPerPassMm" | "shares" | "commanded">;
}

/** The run of a start; undefined without one, and for a machine whose revolution is unknown. `sites`: its sectors. */
export function commandedRun(
  { start, angleDeg }: Commanded,
  sites: readonly SectorContext[],
): CommandedRun | undefined {
  const [site] = sites;
  const panel = site?.machine.panel;
  if (start === undefined || site === undefined || panel === undefined) return undefined;
  const { order, scheduledFor, issuedAt, _id, byName } = start;
  const startAt = scheduledFor ?? issuedAt;
  const { angleStart, angleEnd } = site.pivot;
  const circle = sweptAngle(angleStart, angleEnd);
  const whole = { fromDeg: angleStart, toDeg: angleEnd, percent: order.percent ?? 100 };
  const rows = (order.table ?? [whole]).map(({ fromDeg, toDeg, percent }) => {
    const degrees = Math.min(circle, sweptAngle(fromDeg, toDeg));
    const grossMm = depthAt(percent, panel.depth100Mm);
    const sectorIds = sites
      .filter(({ sector }) =>
        isWithin(sector.angleStart + sweptAngle(sector.angleStart, sector.angleEnd) / 2, fromDeg, toDeg),
      )
      .map(({ sector }) => sector._id);
    const hours = (revolutionHours(percent, panel.time100H) * degrees) / circle;
    return { degrees, hours, row: { sectorIds, fromDeg, toDeg, percent, grossMm } };
  });
  const degrees = rows.reduce((sum, row) => sum + row.degrees, 0);
  const hours = rows.reduce((sum, row) => sum + row.hours, 0);
  const grossMm = rows.reduce((sum, row) => sum + row.row.grossMm * row.degrees, 0) / degrees;
  const way = order.direction === "reverse" ? "reverse" : "forward";
  return {
    startAt,
    hours: Math.min(hours, hoursToStop(order.stopAt, { startAt, way, angleDeg, degreesAnHour: degrees / hours })),
    item: {
      percent: order.percent ?? null,
      grossMm,
      passes: 1,
      depthPerPassMm: grossMm,
      shares: order.table ? rows.map(({ row }) => row) : [],
      commanded: { _id, by: byName },
    },
  };
}

/** A run under way with the stop that was commanded for it. */
export function untilStop(
  running: UnderWay,
  run: WetRun,
  { setting, angleDeg, direction }: Commanded,
  now: Date,
): UnderWay {
  const ran = (run.endAt - run.startAt) / HOUR_MS;
  if (setting?.sentAt == null || setting.sentAt.getTime() < run.startAt - AHEAD_MS) return running;
  const way = direction === "reverse" ? "reverse" : "forward";
  const degreesAnHour = ran > 0 ? run.sweptDeg / ran : 0;
  const left = hoursToStop(setting.order.stopAt, { startAt: now, way, angleDeg, degreesAnHour });
  // A machine that runs past its stop does not obey it.
  if (left <= 0 || left >= running.hoursLeft) return running;
  const part = left / running.hoursLeft;
  const remainingMm = new Map([...running.remainingMm].map(([id, mm]) => [id, mm * part] as const));
  return { ...running, hoursLeft: left, remainingMm };
}

interface Way {
  startAt: Date;
  way: "forward" | "reverse";
  angleDeg: number | undefined;
  degreesAnHour: number;
}

/** Hours until a commanded stop; infinite without one. */
function hoursToStop(stopAt: Command["order"]["stopAt"], { startAt, way, angleDeg, degreesAnHour }: Way): number {
  if (stopAt === undefined) return Number.POSITIVE_INFINITY;
  if ("at" in stopAt) return Math.max(0, (Date.parse(stopAt.at) - startAt.getTime()) / HOUR_MS);
  if (angleDeg === undefined || degreesAnHour <= 0) return Number.POSITIVE_INFINITY;
  const degrees = way === "forward" ? sweptAngle(angleDeg, stopAt.angleDeg) : sweptAngle(stopAt.angleDeg, angleDeg);
  return degrees / degreesAnHour;
}

const isWithin = (angleDeg: number, fromDeg: number, toDeg: number) =>
  sweptAngle(fromDeg, angleDeg) % 360 <= sweptAngle(fromDeg, toDeg);
