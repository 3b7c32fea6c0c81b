import { MINUTE_MS } from "@lamina/shared/core/time";
import type { VapidKeys } from "../push-credentials.ts";
import type { Subscription } from "./subscription.ts";
import type { Unsent } from "./unsent.ts";

/** How long a message is taken: longer than all processes need to ask for it. */
export const CLAIM_MS = 2 * MINUTE_MS;

/** Stores subscriptions, unsent messages and keys: in a folder for one process, or in Valkey for all that share it. */
export interface PushStore {
  /** Loads the content, and then calls `changed` with it, and after each change by another process. */
  open(changed: (subscriptions: readonly Subscription[]) => void): Promise<void>;
  /** Undefined while they are not known. */
  keys(): VapidKeys | undefined;
  /** @throws ProblemError busy when it cannot be stored */
  put(subscription: Subscription): Promise<void>;
  /** @throws ProblemError busy when that cannot be stored */
  remove(id: string): Promise<void>;
  succeeded(id: string, at: number): void;
  /** When each last got a message, in milliseconds since the epoch. */
  successes(ids: readonly string[]): Promise<(number | null)[]>;
  /**
   * Takes a message for this process, once among all. Undefined: not known now.
   */
  claim(messageId: string): Promise<boolean | undefined>;
  /** A user has seen the message, so that it can no longer be claimed. */
  seen(messageId: string): void;
  /** A device has shown the message itself. */
  shown(messageId: string, subscriptionId: string): void;
  /** The devices that have shown it, as other processes know. */
  shownOn(messageId: string): Promise<readonly string[]>;
  /** Stores an unsent message, so that it outlives this process, which sends it within `forMs` milliseconds. */
  keep(unsent: Unsent, forMs: number): void;
  /** The message is sent, or is no longer to be sent. */
  drop(unsent: Unsent): void;
  /** Takes the unsent messages of processes that have ended. */
  adopt(): Promise<Unsent[]>;
  close(): Promise<void>;
}
