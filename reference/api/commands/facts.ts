import { allows } from "@lamina/shared/access/rights";
import { views } from "@lamina/shared/calls/views";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { finalStates, hasOwnPump } from "@lamina/shared/records/commands/pivot-command";
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from "drizzle-orm";
import { listenersOf } from "../access/identity/audience.ts";
import type { Database } from "../core/database/open.ts";
import { clientSettings } from "../farms/settings/service.ts";
import { isStale } from "../farms/settings/staleness.ts";
import type { FarmPermit } from "../irrigation/decisions/plan/plan-question.ts";
import { loadOutages } from "../irrigation/sites/out-of-service.ts";
import { tariffSplitter } from "../irrigation/water-use/tariff-hours.ts";
import { notifications } from "../schema/alerts.ts";
import { pivotCommands } from "../schema/commands.ts";
import { farms, pivots, waterSources } from "../schema/farms.ts";
import { sensorTypes } from "../schema/sensor-types.ts";
import { devices } from "../schema/telemetry.ts";
import { latestStatuses } from "../telemetry/store/pivot-store.ts";
import type { CommandFacts } from "./rules/interlocks.ts";
import { isScheduled } from "./rules/next-step.ts";

export type Machine = NonNullable<Awaited<ReturnType<typeof machineOf>>>;

export async function machineOf(database: Database, pivotId: string) {
  const { _id, clientId, farmId, flowM3h, waterSourceId } = pivots;
  const [found] = await database
    .select({ _id, clientId, farmId, flowM3h, waterSourceId, timezone: farms.timezone })
    .from(pivots)
    .innerJoin(farms, eq(farms._id, farmId))
    .where(eq(_id, pivotId));
  return found;
}

/** The panel of a machine, the one heard last; undefined without one. */
export async function panelOf(database: Database, pivotId: string) {
  const [panel] = await database
    .select({ serial: devices.serial, maintenance: devices.maintenance })
    .from(devices)
    .innerJoin(sensorTypes, eq(sensorTypes._id, devices.sensorTypeId))
    .where(and(eq(devices.pivotId, pivotId), eq(devices.active, true), eq(sensorTypes.kind, "pivot")))
    .orderBy(sql`${devices.lastSeen} desc nulls last`)
    .limit(1);
  return panel;
}

export const openCommands = (database: Database, pivotIds?: readonly string[]) =>
  database
    .select()
    .from(pivotCommands)
    .where(
      and(notInArray(pivotCommands.state, [...finalStates]), pivotIds && inArray(pivotCommands.pivotId, [...pivotIds])),
    )
    .orderBy(pivotCommands.issuedAt);

/** Whether the person who gave a command may still command the machine. */
export async function mayStillCommand(database: Database, { clientId, farmId }: Machine, userId: string | null) {
  const access = views.commandInsert.access ?? { screen: "commands", action: "create" };
  return (await listenersOf(database, [clientId])).some(
    (one) =>
      one.userId === userId &&
      allows(one.permissions, access) &&
      (one.farmIds.length === 0 || one.farmIds.includes(farmId)),
  );
}

/** Alerts of a fault that a person must have taken before the machine starts again. */
const FAULTS = ["pivot-fault", "low-pressure", "power"] as const;

/** Whether a machine, or the intake that feeds it, is out of service now. */
async function isOutOfService(database: Database, { _id, farmId }: Machine, now: Date): Promise<boolean> {
  const outages = (await loadOutages(database, [farmId], now)).get(_id) ?? [];
  return outages.some(({ from }) => Date.parse(from) <= now.getTime());
}

/**
 * What the interlocks need to know, within the transaction that sends.
 * @param permits of the farm, read before, because the month's use is kept outside of the transaction
 */
export async function factsOf(
  database: Database,
  machine: Machine,
  { now, permits }: { now: Date; permits: readonly FarmPermit[] },
): Promise<CommandFacts> {
  const ofFarm = await database
    .select({ _id: pivots._id, flowM3h: pivots.flowM3h, waterSourceId: pivots.waterSourceId })
    .from(pivots)
    .where(eq(pivots.farmId, machine.farmId));
  const ids = ofFarm.map(({ _id }) => _id);
  const statuses = await latestStatuses(database, ids);
  const open = await openCommands(database, ids);
  const settings = (await clientSettings(database, [machine.clientId])).get(machine.clientId);
  const panel = await panelOf(database, machine._id);
  const [unseen] = await database
    .select({ _id: notifications._id })
    .from(notifications)
    .where(
      and(
        eq(notifications.pivotId, machine._id),
        inArray(notifications.type, [...FAULTS]),
        isNull(notifications.resolvedAt),
        isNull(notifications.takenAt),
      ),
    )
    .limit(1);
  const status = statuses.get(machine._id) ?? null;
  const [last] = await database
    .select()
    .from(pivotCommands)
    .where(
      and(
        eq(pivotCommands.pivotId, machine._id),
        isNotNull(pivotCommands.sequence),
        ne(pivotCommands.state, "refused"),
      ),
    )
    .orderBy(desc(pivotCommands.sequence))
    .limit(1);
  const isSettled = last === undefined || last.state === "done";
  const own = open.filter(({ pivotId }) => pivotId === machine._id);
  // A start or a pump that was sent counts as drawing, because its water may come at any moment.
  const isDrawing = (pivotId: string) =>
    (statuses.get(pivotId)?.running && statuses.get(pivotId)?.wet) ||
    open.some((one) => one.pivotId === pivotId && !isScheduled(one) && one.order.wet);
  const drawing = ofFarm.filter(({ _id }) => _id !== machine._id && isDrawing(_id));
  const sum = (some: readonly { flowM3h: number }[]) => some.reduce((total, { flowM3h }) => total + flowM3h, 0);
  const [source] =
    machine.waterSourceId === null
      ? []
      : await database
          .select({ capacityM3h: waterSources.capacityM3h })
          .from(waterSources)
          .where(eq(waterSources._id, machine.waterSourceId));
  const besideIt = drawing.filter(({ waterSourceId }) => waterSourceId === machine.waterSourceId);
  return {
    now: now.getTime(),
    hasRight: true,
    hasPanel: panel !== undefined,
    isPanelInMaintenance: panel?.maintenance ?? false,
    isOutOfService: await isOutOfService(database, machine, now),
    status,
    isStale: settings === undefined || isStale(status && new Date(status.date), "pivot", settings.staleLimits, now),
    hasUnseenFault: unseen !== undefined,
    open: own.filter((one) => !isScheduled(one)).map(({ order }) => order.command),
    unproved: isSettled ? null : { expiresAt: last.expiresAt.getTime(), seenUntil: last.seenUntil?.getTime() ?? null },
    isStartScheduled: own.some(isScheduled),
    hasOwnPump: hasOwnPump(machine, ofFarm),
    source: source ? { freeM3h: source.capacityM3h - sum(besideIt), ownM3h: machine.flowM3h } : null,
    isPermitUsed: permits.some(
      (permit) =>
        permit.pivotIds.includes(machine._id) &&
        isUsed(permit, sum(drawing.filter(({ _id }) => permit.pivotIds.includes(_id))) + machine.flowM3h),
    ),
    isPeak: isPeak(settings?.tariff ?? [], now.getTime(), machine.timezone),
  };
}

/** Whether a permit allows no more water now, at a flow in m³/h of all its systems that run. */
function isUsed(permit: FarmPermit, flowM3h: number): boolean {
  const { isExpired, m3Left, daysLeft, isUsedToday, hoursDay, hoursUsedToday, m3h } = permit;
  return (
    isExpired === true ||
    (m3Left !== undefined && m3Left <= 0) ||
    (daysLeft !== undefined && daysLeft <= 0 && isUsedToday !== true) ||
    (hoursDay !== undefined && (hoursUsedToday ?? 0) >= hoursDay) ||
    (m3h !== undefined && flowM3h > m3h)
  );
}

const isPeak = (tariff: Parameters<typeof tariffSplitter>[0], now: number, timezone: string): boolean =>
  tariff.length > 0 && tariffSplitter(tariff)(now, now + MINUTE_MS, timezone).some(({ kind }) => kind === "peak");
