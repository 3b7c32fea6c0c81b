import { useEffect, useRef } from "react";
import { useStore } from "../store.ts";
import { realtime } from "./current-realtime.ts";
import type { RealtimeState, TopicMessage } from "./realtime.ts";

/** The state of both links, and the action of "Tentar agora". */
export function useRealtime(): RealtimeState & { retryNow(): void } {
  return { ...useStore(realtime.state), retryNow: realtime.wake };
}

/** Calls `handler` for each message of a topic while the component is mounted. */
export function useTopic(topic: string, handler: (message: TopicMessage) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => realtime.subscribe(topic, (message) => latest.current(message)), [topic]);
}
