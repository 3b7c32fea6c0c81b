import { type DeviceTopic, deviceTopic } from "@lamina/shared/device-topics";
import { BROKER_CONNECT_TIMEOUT_MS, BROKER_QOS, BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/limits";
import type { PivotTelemetry, TelemetryBatch } from "@lamina/shared/telemetry";
import { connect, type MqttClient } from "mqtt";
import type { Context } from "../context.ts";
import type { Telemetry } from "../telemetry/service.ts";
import type { DeviceRow } from "./layout.ts";

const PROGRAM = { userId: null, userName: "sistema" };

/** Where simulated devices bring what they have to say. */
export interface Door {
  /** Resolves once it is taken. */
  bring(serial: string, kind: DeviceTopic, message: TelemetryBatch | PivotTelemetry): Promise<void>;
  close(): Promise<void>;
}

/** What the devices keep: their secrets, by serial number. A device without one is given one. */
export type DeviceMemory = Record<string, string>;
export type OpenDoor = (devices: readonly DeviceRow[], memory: DeviceMemory) => Door;

/** The embedded broker, as any device sees it: each signs in with its serial number and a secret of its own. */
export function openBrokerDoor(
  { url, ca }: { url: string; ca: string },
  telemetry: Pick<Telemetry, "rotateSecret">,
  log: Pick<Context["log"], "warn">,
): OpenDoor {
  return (devices, memory) => {
    const clients = new Map<string, Promise<MqttClient>>();

    async function signIn({ _id, serial }: DeviceRow): Promise<MqttClient> {
      memory[serial] ??= (await telemetry.rotateSecret(_id, PROGRAM)).secret;
      const client = connect(url, {
        clientId: serial,
        username: serial,
        password: memory[serial],
        ca,
        connectTimeout: BROKER_CONNECT_TIMEOUT_MS,
        reconnectPeriod: BROKER_RECONNECT_PERIOD_MS,
      });
      client.on("error", (error) => log.warn({ serial, reason: error.message }, "simulated device"));
      return client;
    }

    return {
      async bring(serial, kind, message) {
        const device = devices.find((candidate) => candidate.serial === serial);
        if (device === undefined) return;
        const client = clients.get(serial) ?? signIn(device);
        clients.set(serial, client);
        const topic = deviceTopic(serial, kind);
        await (await client).publishAsync(topic, JSON.stringify(message), { qos: BROKER_QOS });
      },
      async close() {
        const open = await Promise.all(clients.values());
        await Promise.all(open.map((client) => client.endAsync(true)));
      },
    };
  };
}

/** Without a broker of our own nobody gives devices an account: they report as by HTTP. */
export function openDirectDoor(telemetry: Pick<Telemetry, "ingest" | "ingestPivot">, clock: Context["clock"]): Door {
  return {
    async bring(_serial, kind, message) {
      if (kind === "pivot") await telemetry.ingestPivot(message as PivotTelemetry, clock.now());
      else await telemetry.ingest(message as TelemetryBatch, clock.now());
    },
    close: async () => {},
  };
}
