import { readFileSync } from "node:fs";
import { BROKER_QOS } from "@lamina/shared/core/limits";
import { commandTopic, type DeviceTopic, deviceTopic } from "@lamina/shared/messages/device-topics";
import { CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import { connectAsync } from "mqtt";
import type { ApiAddress } from "./api.ts";

/** A panel that takes orders, and says and reports what its journey has it. */
export interface PanelDevice extends AsyncDisposable {
  /** The next order that was not read yet. */
  order(): Promise<CommandMessage>;
  say(kind: DeviceTopic, message: object): Promise<void>;
}

export async function openPanel(address: ApiAddress, serial: string, secret: string): Promise<PanelDevice> {
  const client = await connectAsync(address.broker.url, {
    ...{ clientId: serial, username: serial, password: secret },
    ca: readFileSync(address.caFile),
    reconnectPeriod: 0,
  });
  const orders: CommandMessage[] = [];
  client.on("message", (_topic, payload) => {
    orders.push(CommandMessage.parse(JSON.parse(payload.toString())));
  });
  await client.subscribeAsync(commandTopic(serial), { qos: BROKER_QOS });
  return {
    async order() {
      for (;;) {
        const order = orders.shift();
        if (order !== undefined) return order;
        await new Promise((resolve) => client.once("message", resolve));
      }
    },
    async say(kind, message) {
      await client.publishAsync(deviceTopic(serial, kind), JSON.stringify({ serial, ...message }), { qos: BROKER_QOS });
    },
    [Symbol.asyncDispose]: () => client.endAsync(),
  };
}
