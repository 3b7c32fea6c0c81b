import type { IncomingHttpHeaders, RequestListener } from "node:http";

export interface LaminaEvent {
  type: "alert.sent" | "alert.ended" | "test";
  timestamp: string;
  data: Record<string, unknown>;
}

export function isGenuine(headers: IncomingHttpHeaders, body: Buffer, secret: string, now?: number): boolean;
export function receiver(options: {
  secret: string;
  handle: (event: LaminaEvent) => unknown;
  now?: () => number;
}): RequestListener;
