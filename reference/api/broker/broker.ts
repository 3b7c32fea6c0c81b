import type { Publisher } from "../core/publisher.ts";

export interface DeviceGateway {
  /** Whether this is the secret of the device with this serial. */
  isSecret(serial: string, secret: string): Promise<boolean>;
  /** Whether a device with this serial exists. Its certificate has proved the name. */
  isDevice?(serial: string): Promise<boolean>;
  /** Resolves when the message is stored or finally rejected; only then is it acknowledged. */
  receive(topic: string, payload: Uint8Array): Promise<void>;
  /** The gateway of a key, which may publish for all devices of its client. */
  gatewayOf?(key: string): Promise<GatewaySender | undefined>;
  receiveOfGateway?(gateway: GatewaySender, topic: string, payload: Uint8Array): Promise<void>;
  /** Stores a message on a topic that its sender may not use, for the page of the device. */
  refuse?(sender: { serial: string } | GatewaySender, topic: string, payload: Uint8Array): Promise<void>;
}

interface GatewaySender {
  kind: "gateway";
  id: string;
  clientId: string;
}

/** The broker that this installation uses, embedded or external. */
export interface Broker {
  /** Address for clients, `wss://…/mqtt`. */
  url: string;
  /** Port of MQTT over TLS without WebSocket; undefined where it is closed, or another broker's. */
  tlsPort?: number | undefined;
  /** Login of the BFF. */
  username: string;
  password: string;
  publisher: Publisher;
  /**
   * Allows devices to sign in and publish. A device sends a message again if the gateway fails. Returns the function
   * that ends it.
   */
  acceptDevices(gateway: DeviceGateway): Promise<() => Promise<unknown>>;
  /** Ends the connections of a device with a changed secret or serial. The device may sign in again. */
  endConnections(serial: string): void;
  /** Uses a new certificate for new connections. */
  setSecureContext(tls: { cert: string; key: string }): void;
  close(): Promise<void>;
}
