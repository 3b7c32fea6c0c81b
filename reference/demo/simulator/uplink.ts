import { BROKER_CONNECT_TIMEOUT_MS, BROKER_QOS, BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/core/limits";
import { commandTopic, type DeviceTopic, deviceTopic } from "@lamina/shared/messages/device-topics";
import { type CommandAnswer, CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import type { PivotTelemetry, TelemetryBatch } from "@lamina/shared/records/readings";
import { connect, type MqttClient } from "mqtt";
import type { Context } from "../../api/core/context.ts";
import type { Telemetry } from "../../api/telemetry/service.ts";
import type { DeviceRow } from "./world/layout.ts";
import { characterOf } from "./world/panel.ts";

export const PROGRAM = { userId: null, userName: "sistema" };
/** Devices that sign in at a time: hundreds at once would exceed the time limit of each connection. */
const SIGN_IN_AT_ONCE = 16;

interface DeviceUplink {
  /** Resolves when the message is acknowledged. */
  send(serial: string, kind: DeviceTopic, message: TelemetryBatch | PivotTelemetry | CommandAnswer): Promise<void>;
  close(): Promise<void>;
}

/** Secrets of the devices, by serial number. A device without one gets one. */
type DeviceMemory = Record<string, string>;
/** Called with an order that a panel receives. */
type OnOrder = (serial: string, order: CommandMessage) => void;
export type OpenUplink = (
  findDevice: (serial: string) => DeviceRow | undefined,
  memory: DeviceMemory,
  onOrder?: OnOrder,
) => DeviceUplink;

/** Connects to the embedded broker like real devices: each signs in with its serial number and its own secret. */
export function openBrokerUplink(
  { url, ca }: { url: string; ca: string },
  telemetry: Pick<Telemetry, "rotateSecret">,
  log: Pick<Context["log"], "warn">,
): OpenUplink {
  return (findDevice, memory, onOrder) => {
    const clients = new Map<string, Promise<MqttClient>>();
    const inTurn = limitConcurrency(SIGN_IN_AT_ONCE);

    /** Resolves when it is connected or rejected, because a person may have renewed the device's secret. */
    async function signIn({ _id, serial, sensorTypeId, pivotId }: DeviceRow): Promise<MqttClient> {
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
      if (onOrder && sensorTypeId === "pivot-panel" && pivotId !== null && characterOf(pivotId) !== "deaf") {
        client.on("connect", () => client.subscribe(commandTopic(serial), { qos: BROKER_QOS }));
        client.on("message", (_topic, payload) => {
          const order = CommandMessage.safeParse(JSON.parse(payload.toString())).data;
          if (order) onOrder(serial, order);
        });
      }
      await new Promise<void>((resolve) => {
        client.once("connect", () => resolve());
        client.once("close", resolve);
      });
      return client;
    }

    return {
      async send(serial, kind, message) {
        const device = findDevice(serial);
        if (device === undefined) return;
        const signedIn = clients.get(serial) ?? inTurn(() => signIn(device));
        clients.set(serial, signedIn);
        const client = await signedIn;
        if (client.connected) await publish(client, deviceTopic(serial, kind), JSON.stringify(message));
      },
      async close() {
        const open = await Promise.all(clients.values());
        await Promise.all(open.map((client) => client.endAsync(true)));
      },
    };
  };
}

/** Runs tasks with limited concurrency, in order. */
function limitConcurrency(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Resolves when the message is acknowledged or the connection is lost; the message is then sent after a reconnection. */
function publish(client: MqttClient, topic: string, payload: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      client.off("close", done);
      resolve();
    };
    client.on("close", done);
    client.publish(topic, payload, { qos: BROKER_QOS }, done);
  });
}

/** With an external broker devices have no accounts, so they report as by HTTP. */
export function openDirectUplink(
  telemetry: Pick<Telemetry, "ingest" | "ingestPivot">,
  clock: Context["clock"],
): DeviceUplink {
  return {
    async send(_serial, kind, message) {
      if (kind === "command-states") return;
      if (kind === "pivot") await telemetry.ingestPivot(message as PivotTelemetry, clock.now());
      else await telemetry.ingest(message as TelemetryBatch, clock.now());
    },
    close: async () => {},
  };
}
