import type { AuthenticateError, Client } from "aedes";
import type { DeviceGateway } from "./broker.ts";
import { devicePermissions, gatewayPermissions, type Permissions } from "./permissions.ts";

/** MQTT 3.1.1 §3.2.2.3. */
const SERVER_UNAVAILABLE = 3;

export interface DeviceConnections {
  open(gateway: DeviceGateway): void;
  /**
   * The rights of a device, or undefined when serial and secret do not match.
   * @throws AuthenticateError "server unavailable" when the secret cannot be checked; the device tries again
   */
  signIn(client: Client, serial: string, secret: string): Promise<Permissions | undefined>;
  /** The rights of a device that proved its serial by its certificate; undefined when there is no such device. */
  signInByCertificate(client: Client, serial: string): Promise<Permissions | undefined>;
  /** Passes on a message of a device or gateway; undefined when the client is neither. */
  receive(client: Client, topic: string, payload: Buffer): Promise<void> | undefined;
  /** Passes on a message on a topic that its sender may not use. */
  refuse(client: Client, topic: string, payload: Buffer): Promise<void> | undefined;
  left(client: Client): void;
  end(serial: string): void;
}

export function createDeviceConnections(): DeviceConnections {
  const serials = new Map<Client, string>();
  type Gateway = NonNullable<Awaited<ReturnType<NonNullable<DeviceGateway["gatewayOf"]>>>>;
  const gateways = new Map<Client, Gateway>();
  let gateway: DeviceGateway | undefined;

  function deviceOf(client: Client, serial: string): Permissions {
    // The client may have disconnected during the check.
    if (!client.closed) serials.set(client, serial);
    return devicePermissions(serial);
  }

  async function permissionsOf(client: Client, name: string, secret: string): Promise<Permissions | undefined> {
    if (await gateway?.isSecret(name, secret)) return deviceOf(client, name);
    const sender = await gateway?.gatewayOf?.(secret);
    if (sender && !client.closed) gateways.set(client, sender);
    return sender && gatewayPermissions(sender.id);
  }

  async function asked(question: () => Promise<Permissions | undefined>): Promise<Permissions | undefined> {
    try {
      if (gateway) return await question();
    } catch {
      // The database is away: the device tries again.
    }
    throw Object.assign(new Error("cannot tell devices now"), {
      returnCode: SERVER_UNAVAILABLE,
    }) as AuthenticateError;
  }

  return {
    open(deviceGateway) {
      gateway = deviceGateway;
    },
    signIn: (client, name, secret) => asked(() => permissionsOf(client, name, secret)),
    signInByCertificate: (client, serial) =>
      asked(async () => ((await gateway?.isDevice?.(serial)) ? deviceOf(client, serial) : undefined)),
    receive(client, topic, payload) {
      const sender = gateways.get(client);
      if (sender) return gateway?.receiveOfGateway?.(sender, topic, payload);
      return serials.has(client) ? gateway?.receive(topic, payload) : undefined;
    },
    refuse(client, topic, payload) {
      const serial = serials.get(client);
      const sender = serial === undefined ? gateways.get(client) : { serial };
      return sender && gateway?.refuse?.(sender, topic, payload);
    },
    left(client) {
      serials.delete(client);
      gateways.delete(client);
    },
    end(name) {
      for (const [client, serial] of serials) if (serial === name) client.close();
      for (const [client, { id }] of gateways) if (id === name) client.close();
    },
  };
}
