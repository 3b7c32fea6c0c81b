import type { Publisher } from "./publisher.ts";

/** The broker that this installation uses, embedded or external. */
export interface Broker {
  /** Where others connect, `wss://…/mqtt`. */
  url: string;
  /** How the BFF signs in. */
  username: string;
  password: string;
  publisher: Publisher;
  /** Shows new connections a new certificate. */
  setSecureContext(tls: { cert: string; key: string }): void;
  close(): Promise<void>;
}
