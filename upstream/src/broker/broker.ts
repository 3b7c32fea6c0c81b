import type { Publisher } from "../core/publisher.ts";

/** Who takes in what devices publish. */
export interface DeviceGateway {
  /** Whether this is the secret of the device with this serial. */
  isSecret(serial: string, secret: string): Promise<boolean>;
  /** Resolves once the message is stored or refused for good: only then is it acknowledged. */
  receive(topic: string, payload: Uint8Array): Promise<void>;
}

/** The broker that this installation uses, embedded or external. */
export interface Broker {
  /** Where others connect, `wss://…/mqtt`. */
  url: string;
  /** How the BFF signs in. */
  username: string;
  password: string;
  publisher: Publisher;
  /** From now on devices may sign in and publish. A device sends a message again that the gateway does not take. */
  acceptDevices(gateway: DeviceGateway): Promise<void>;
  /** Ends the connections of a device whose secret or serial is no longer the same. It may sign in anew. */
  endConnections(serial: string): void;
  /** Shows new connections a new certificate. */
  setSecureContext(tls: { cert: string; key: string }): void;
  close(): Promise<void>;
}
