import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Decoded } from "@lamina/shared/doors/decode";
import { decodeMessage } from "@lamina/shared/doors/decode";
import type { WeatherLinkFault, WeatherLinkReply, WeatherLinkState } from "@lamina/shared/records/devices/weather-link";
import { eq, lte } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { open, seal, sealingKey } from "../../core/crypto/sealed.ts";
import type { Job } from "../../core/jobs.ts";
import { problems } from "../../http/problem.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { type Author, audit } from "../../records/audit/write.ts";
import { devices, weatherLinks } from "../../schema/telemetry.ts";
import { keptText } from "../rules/message.ts";
import type { Origin } from "../store/pivot-store.ts";
import { askWeatherLink, Stations, type WeatherLinkServer } from "./request.ts";

/** Shortest interval at which WeatherLink updates its current conditions. */
const MIN_INTERVAL_MIN = 5;
/** Longest wait after failures without another limit of the service. */
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS;
const LINKS_AT_A_TIME = 20;

/** How WeatherLink is reached, and the secret that encrypts those of its users. */
export interface WeatherLinkOptions extends WeatherLinkServer {
  secret: string;
}

export interface WeatherLinkService {
  state(deviceId: string): Promise<WeatherLinkState | null>;
  set(fields: SetFields, author: Author): Promise<WeatherLinkReply>;
  end(deviceId: string, author: Author): Promise<number>;
  job: Job;
}

interface SetFields {
  _id: string;
  apiKey: string;
  apiSecret: string;
  stationId?: string | undefined;
}

interface WeatherLinkContext extends Pick<Context, "database" | "clock"> {
  options: WeatherLinkOptions;
  /** Stores a message of a device. */
  store(serial: string, decoded: Decoded, origin: Origin): Promise<unknown>;
}

/** Reads stations from Davis WeatherLink v2 with their owners' keys. */
export function createWeatherLinks({ database, clock, options, store }: WeatherLinkContext): WeatherLinkService {
  const keyFor = (deviceId: string) => sealingKey(options.secret, `weatherlink ${deviceId}`);

  async function note(deviceId: string, author: Author, reason: string, after: Readonly<Record<string, string>>) {
    const [device] = await database.select().from(devices).where(eq(devices._id, deviceId));
    if (device === undefined) throw problems.notFound("device");
    const entry = {
      author,
      date: clock.now(),
      clientId: device.clientId,
      entity: "Device",
      recordId: deviceId,
      reason,
    };
    await audit(database, { ...entry, before: {}, after });
  }

  async function poll(link: typeof weatherLinks.$inferSelect): Promise<void> {
    const { deviceId, stationId, apiKey, failures } = link;
    const [device] = await database.select().from(devices).where(eq(devices._id, deviceId));
    if (device === undefined) return;
    const account = { apiKey, apiSecret: open(keyFor(deviceId), link.sealedSecret) };
    const answer = await askWeatherLink(options, `current/${encodeURIComponent(stationId)}`, account);
    const now = clock.now();
    const intervalMs = Math.max(MIN_INTERVAL_MIN, device.intervalMin) * MINUTE_MS;
    const save = (change: Partial<typeof weatherLinks.$inferInsert>) =>
      database.update(weatherLinks).set(change).where(eq(weatherLinks.deviceId, deviceId));
    if ("fault" in answer) {
      const waitMs = Math.max(answer.retryAfterMs ?? 0, Math.min(intervalMs * 2 ** failures, LONGEST_WAIT_MS));
      const nextAt = new Date(now.getTime() + Math.min(waitMs, DAY_MS));
      await save({ nextAt, failures: failures + 1, failedAt: now, fault: answer.fault });
      return;
    }
    const decoded = decodeMessage(answer.body, {}, now);
    await store(device.serial, decoded, { door: "pull", topic: "weatherlink/v2/current", raw: keptText(answer.text) });
    const nextAt = new Date(now.getTime() + intervalMs);
    const isRead = decoded.form === "weatherlink";
    await save({
      nextAt,
      failures: 0,
      ...(isRead ? { succeededAt: now, fault: null } : { failedAt: now, fault: "unreadable" as const }),
    });
  }

  return {
    async state(deviceId) {
      const [link] = await database.select().from(weatherLinks).where(eq(weatherLinks.deviceId, deviceId));
      if (link === undefined) return null;
      const { stationId, apiKey, succeededAt, failedAt, fault } = link;
      return {
        stationId,
        apiKey,
        succeededAt: succeededAt?.toISOString() ?? null,
        failedAt: failedAt?.toISOString() ?? null,
        fault,
      };
    },

    async set({ _id: deviceId, apiKey, apiSecret, stationId }, author) {
      const none = (fault: WeatherLinkFault | null, stations: WeatherLinkReply["stations"] = []): WeatherLinkReply => ({
        matchedCount: 0,
        stations,
        fault,
      });
      const answer = await askWeatherLink(options, "stations", { apiKey, apiSecret });
      if ("fault" in answer) return none(answer.fault);
      const list = Stations.safeParse(answer.body).data?.stations;
      if (list === undefined) return none("unreadable");
      const stations = list.map(({ station_id, station_name }) => ({
        id: String(station_id),
        name: station_name ?? String(station_id),
      }));
      const chosen = stationId ?? (stations.length === 1 ? stations[0]?.id : undefined);
      if (chosen === undefined || !stations.some(({ id }) => id === chosen)) return none(null, stations);
      await note(deviceId, author, auditReasons.weatherLinkSet, { stationId: chosen, apiKey });
      const values = {
        stationId: chosen,
        apiKey,
        sealedSecret: seal(keyFor(deviceId), apiSecret),
        nextAt: clock.now(),
      };
      const fresh = { ...values, failures: 0, fault: null, failedAt: null };
      await database
        .insert(weatherLinks)
        .values({ deviceId, ...fresh })
        .onConflictDoUpdate({ target: weatherLinks.deviceId, set: fresh });
      return { matchedCount: 1, stations, fault: null };
    },

    async end(deviceId, author) {
      const ended = await database.delete(weatherLinks).where(eq(weatherLinks.deviceId, deviceId)).returning();
      if (ended.length > 0) await note(deviceId, author, auditReasons.weatherLinkEnded, {});
      return ended.length;
    },

    job: {
      name: "weatherlink",
      intervalMs: MINUTE_MS,
      async run() {
        const due = await database
          .select()
          .from(weatherLinks)
          .where(lte(weatherLinks.nextAt, clock.now()))
          .orderBy(weatherLinks.nextAt)
          .limit(LINKS_AT_A_TIME);
        for (const link of due) await poll(link);
      },
    },
  };
}
