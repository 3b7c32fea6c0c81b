import { MQTT_NOT_CONNECTED } from "@lamina/shared/core/errors";
import { MAX_WAITING_EVENTS } from "../../api/request-events.ts";

interface EventQueue {
  /** Publishes the event, queues it for the first connection, or drops it during a later outage. */
  publish(topic: string, message: unknown): void;
  /** Reports a change of the links: `connected` when both are up. */
  connected(connected: boolean): void;
}

/**
 * Publishes the product's own events. Before the first connection it queues at most `MAX_WAITING_EVENTS`. During a
 * later outage it drops them with 'mqtt client not connected', logged once per outage (readings, 24).
 */
export function createEventQueue(send: (topic: string, message: unknown) => void): EventQueue {
  let waiting: { topic: string; message: unknown }[] | undefined = [];
  let isConnected = false;
  let isReported = false;
  return {
    publish(topic, message) {
      if (isConnected) {
        try {
          return send(topic, message);
        } catch {
          // The link ended with the session, before its state was reported.
          isConnected = false;
        }
      }
      if (waiting) {
        if (waiting.length < MAX_WAITING_EVENTS) waiting.push({ topic, message });
      } else if (!isReported) {
        isReported = true;
        console.warn(MQTT_NOT_CONNECTED);
      }
    },
    connected(connected) {
      isConnected = connected;
      if (!connected) return;
      isReported = false;
      const events = waiting ?? [];
      waiting = undefined;
      for (const { topic, message } of events) send(topic, message);
    },
  };
}
