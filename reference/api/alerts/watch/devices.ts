import { farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { and, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { appLink } from "../../farms/app-link.ts";
import { sensorTypes } from "../../schema/sensor-types.ts";
import { devices } from "../../schema/telemetry.ts";
import { type FarmNode, type FarmTree, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** A device is silent after this many of its intervals, and not before this many minutes, unless the rule sets a limit. */
const SILENT_INTERVALS = 3;
const SILENT_MIN = 30;

type Row = typeof devices.$inferSelect & { kind: string };

/**
 * Devices that do not report, and low batteries; without devices under maintenance or without any contact yet.
 * @param listeningSince start of the program, before which it received no messages
 * @param only devices to look at; all when left out
 */
export async function watchDevices(
  database: Database,
  sites: FarmTree,
  now: Date,
  listeningSince: Date,
  only?: ReadonlySet<string>,
): Promise<Observation[]> {
  const rows = await database
    .select({ device: devices, kind: sensorTypes.name })
    .from(devices)
    .innerJoin(sensorTypes, eq(sensorTypes._id, devices.sensorTypeId))
    .where(
      and(
        anyOf(devices.farmId, sites.farms.keys()),
        devices.active,
        eq(devices.maintenance, false),
        only && anyOf(devices._id, only),
      ),
    );
  return rows.flatMap(({ device, kind }) => {
    const farm = sites.farms.get(device.farmId);
    if (farm === undefined) return [];
    const site = { ...farm, pivotId: device.pivotId };
    return [
      ...silence(site, { ...device, kind }, now, listeningSince),
      ...unusable(site, { ...device, kind }),
      ...battery(site, { ...device, kind }, now),
    ];
  });
}

function silence(site: FarmNode, device: Row, now: Date, listeningSince: Date): Observation[] {
  const { lastSeen, intervalMin } = device;
  if (lastSeen === null) return [];
  const silentMin = (now.getTime() - lastSeen.getTime()) / MINUTE_MS;
  const listenedMin = (now.getTime() - listeningSince.getTime()) / MINUTE_MS;
  const limit = Math.max(SILENT_INTERVALS * intervalMin, SILENT_MIN);
  return [
    {
      ...about(site, device),
      types: ["device-silent"],
      since: listenedMin >= limit ? lastSeen.toISOString() : null,
      value: silentMin,
      limit,
      message: () => text.silent(nameOf(device), silentMin, lastSeen, site.timezone),
      changesAt: (minutes = limit) =>
        Math.max(lastSeen.getTime() + minutes * MINUTE_MS, listeningSince.getTime() + limit * MINUTE_MS),
    },
  ];
}

function unusable(site: FarmNode, device: Row): Observation[] {
  const { state, lastSeen, lastStored } = device;
  if (lastSeen === null) return [];
  return [
    {
      ...about(site, device),
      types: ["device-unusable"],
      since: state === "unusable" ? (lastStored ?? device.createdAt).toISOString() : null,
      message: () => text.unusable(nameOf(device)),
    },
  ];
}

function battery(site: FarmNode, device: Row, now: Date): Observation[] {
  const percent = device.batteryPct;
  if (percent === null) return [];
  return [
    {
      ...about(site, device),
      types: ["low-battery"],
      since: farmDay(now.getTime(), site.timezone),
      value: percent,
      message: () => text.lowBattery(nameOf(device), percent),
    },
  ];
}

function about(site: FarmNode, { _id }: Row) {
  const place = placeOf(site);
  const to = appLink("/setup/device", site, { parte: "equipamentos", registro: _id });
  return { subject: _id, place, timezone: site.timezone, link: to };
}

function nameOf({ name, kind, serial }: Row): string {
  return name ?? `${kind} ${serial}`;
}
