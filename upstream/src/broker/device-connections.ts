import type { AuthenticateError, Client } from "aedes";
import type { DeviceGateway } from "./broker.ts";
import { devicePermissions, type Permissions } from "./permissions.ts";

/** MQTT 3.1.1 §3.2.2.3. */
const SERVER_UNAVAILABLE = 3;

/** Connections of devices to the embedded broker. */
export interface DeviceConnections {
  open(gateway: DeviceGateway): void;
  /**
   * What a device may do, or undefined when serial and secret do not belong together.
   * @throws AuthenticateError "server unavailable" while nobody can say: the device tries again
   */
  signIn(client: Client, serial: string, secret: string): Promise<Permissions | undefined>;
  /** Hands on what a device publishes; undefined when the client is no device. */
  receive(client: Client, topic: string, payload: Buffer): Promise<void> | undefined;
  left(client: Client): void;
  end(serial: string): void;
}

export function createDeviceConnections(): DeviceConnections {
  const serials = new Map<Client, string>();
  let gateway: DeviceGateway | undefined;
  return {
    open(given) {
      gateway = given;
    },
    async signIn(client, serial, secret) {
      const isKnown = await Promise.resolve(gateway?.isSecret(serial, secret)).catch(() => undefined);
      if (isKnown === undefined)
        throw Object.assign(new Error("cannot tell devices now"), {
          returnCode: SERVER_UNAVAILABLE,
        }) as AuthenticateError;
      // It may have left while it was looked up.
      if (isKnown && !client.closed) serials.set(client, serial);
      return isKnown ? devicePermissions(serial) : undefined;
    },
    receive: (client, topic, payload) => (serials.has(client) ? gateway?.receive(topic, payload) : undefined),
    left: (client) => void serials.delete(client),
    end(serial) {
      for (const [client, name] of serials) if (name === serial) client.close();
    },
  };
}
