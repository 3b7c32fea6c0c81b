import type { AuthenticateError, Client } from "aedes";
import type { DeviceGateway } from "./broker.ts";
import { devicePermissions, type Permissions } from "./permissions.ts";

/** MQTT 3.1.1 §3.2.2.3. */
const SERVER_UNAVAILABLE = 3;

export interface DeviceConnections {
  open(gateway: DeviceGateway): void;
  /**
   * The rights of a device, or undefined when serial and secret do not match.
   * @throws AuthenticateError "server unavailable" when the secret cannot be checked; the device tries again
   */
  signIn(client: Client, serial: string, secret: string): Promise<Permissions | undefined>;
  /** Passes on a message of a device; undefined when the client is not a device. */
  receive(client: Client, topic: string, payload: Buffer): Promise<void> | undefined;
  left(client: Client): void;
  end(serial: string): void;
}

export function createDeviceConnections(): DeviceConnections {
  const serials = new Map<Client, string>();
  let gateway: DeviceGateway | undefined;
  return {
    open(deviceGateway) {
      gateway = deviceGateway;
    },
    async signIn(client, serial, secret) {
      const isKnown = await Promise.resolve(gateway?.isSecret(serial, secret)).catch(() => undefined);
      if (isKnown === undefined)
        throw Object.assign(new Error("cannot tell devices now"), {
          returnCode: SERVER_UNAVAILABLE,
        }) as AuthenticateError;
      // The client may have disconnected during the check.
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
