import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { Refusal } from "@lamina/shared/rules/refusals";
import { gte, sql } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import { deviceMessages, devices } from "../../schema/telemetry.ts";
import { gather } from "../gather.ts";

/** Readings of a UTC day, of one device and of all devices of one client. A pivot's state counts as one. */
export interface ReadingLimits {
  device: number;
  client: number;
}
type Kind = keyof ReadingLimits;

/** Far beyond any farm: twelve readings of a second, and twenty such devices. */
export const READING_LIMITS: ReadingLimits = { device: 1_000_000, client: 20_000_000 };

/** A refusal because of a quota. */
interface OverQuota {
  refusal: Refusal;
  /** Whether it is the first of its device in this hour, which alone is stored for the device's page. */
  isFirstOfHour: boolean;
}

/** Whether a refusal ends with the UTC day. */
export const isQuota = ({ id }: Refusal): boolean => id === "device-quota" || id === "client-quota";

/** Time until the next UTC day, in which readings are taken again. */
export const untilNextDay = (now: Date): number => DAY_MS - (now.getTime() % DAY_MS);

type Owners = Readonly<Record<Kind, string>>;
interface Today {
  start: number;
  used: Map<string, number>;
  owners: Map<string, Owners>;
  /** Devices and clients whose excess was logged. */
  logged: Set<string>;
  /** By serial, the hour of the last stored refusal. */
  shown: Map<string, number>;
}

/**
 * Counts the readings of the day, per process, so that a device in a loop fills no disk. A process that starts begins
 * with the stored messages of the day, of which there are at most a thousand of a device.
 */
export type ReadingQuota = ReturnType<typeof createReadingQuota>;
export function createReadingQuota({
  database,
  clock,
  log,
  limits,
}: Pick<Context, "database" | "clock" | "log"> & { limits: ReadingLimits }) {
  const refused = { device: 0, client: 0 };
  let isUncounted = false;
  let today: Today | undefined;

  const ownersOf = gather(async (serials) => {
    const { serial, _id, clientId } = devices;
    const rows = await database.select({ serial, _id, clientId }).from(devices).where(anyOf(serial, serials));
    return new Map(rows.map((row) => [row.serial, { device: row._id, client: row.clientId }] as const));
  });

  async function storedSince(start: number): Promise<Map<string, number>> {
    const { deviceId, clientId, date, accepted, duplicate, rejected } = deviceMessages;
    const rows = await database
      .select({ deviceId, clientId, sum: sql`sum(${accepted} + ${duplicate} + ${rejected})`.mapWith(Number) })
      .from(deviceMessages)
      .where(gte(date, new Date(start)))
      .groupBy(deviceId, clientId);
    const used = new Map<string, number>();
    for (const row of rows)
      if (row.deviceId !== null) add(used, { device: row.deviceId, client: row.clientId }, row.sum);
    return used;
  }

  /** Days after the first begin empty. */
  async function dayOf(now: number): Promise<Today> {
    const start = now - (now % DAY_MS);
    if (today?.start === start) return today;
    const used = today ? new Map<string, number>() : await storedSince(start);
    // Another message may have begun the day meanwhile.
    if (today?.start !== start) today = { start, used, owners: new Map(), logged: new Set(), shown: new Map() };
    return today;
  }

  async function ownersToday(day: Today, serial: string): Promise<Owners | undefined> {
    const known = day.owners.get(serial) ?? (await ownersOf([serial])).get(serial);
    if (known) day.owners.set(serial, known);
    return known;
  }

  function refuse(day: Today, kind: Kind, serial: string, size: number, owners: Owners): OverQuota {
    refused[kind] += size;
    const { [kind]: id } = owners;
    const limit = limits[kind];
    const until = new Date(day.start + DAY_MS).toISOString();
    if (!day.logged.has(id)) log.warn({ [`${kind}Id`]: id, limit, until }, "quota of readings reached");
    day.logged.add(id);
    const hour = Math.floor(clock.now().getTime() / HOUR_MS);
    const isFirstOfHour = day.shown.get(serial) !== hour;
    day.shown.set(serial, hour);
    const expected = `≤ ${limit} (${until})`;
    return { refusal: { id: `${kind}-quota`, field: "readings", sent: String(size), expected }, isFirstOfHour };
  }

  return {
    /** Counts the readings of a message, or refuses it as a whole where they would pass a limit. */
    async take(serial: string, size: number): Promise<OverQuota | undefined> {
      if (size === 0) return undefined;
      try {
        const day = await dayOf(clock.now().getTime());
        const owners = await ownersToday(day, serial);
        isUncounted = false;
        if (owners === undefined) return undefined;
        for (const kind of ["device", "client"] as const)
          if ((day.used.get(owners[kind]) ?? 0) + size > limits[kind]) return refuse(day, kind, serial, size, owners);
        add(day.used, owners, size);
        return undefined;
      } catch (error) {
        // Without an answer of the database the message waits for it in the queue, which has limits of its own.
        if (!isUncounted) log.warn({ reason: (error as Error).message }, "readings not counted");
        isUncounted = true;
        return undefined;
      }
    },

    /** Uncounts readings that were not taken, which their sender repeats. */
    giveBack(serial: string, size: number): void {
      const owners = today?.owners.get(serial);
      if (today && owners) add(today.used, owners, -size);
    },

    /** Looks the clients of devices up again, after a change of devices. */
    forgetOwners: (): void => today?.owners.clear(),

    /** Refused readings since the start. */
    refused: (): Readonly<Record<Kind, number>> => refused,
  };
}

function add(used: Map<string, number>, owners: Owners, size: number): void {
  for (const id of [owners.device, owners.client]) used.set(id, Math.max(0, (used.get(id) ?? 0) + size));
}
