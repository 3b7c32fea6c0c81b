import { get } from "node:https";
import type { WeatherLinkFault } from "@lamina/shared/records/devices/weather-link";
import * as z from "zod";

/** Longest wait for an answer, and longest answer. */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1024 * 1024;
const SECOND_MS = 1000;

interface WeatherLinkAccount {
  apiKey: string;
  apiSecret: string;
}

/** Where WeatherLink answers; `ca` adds an authority, for a stand-in. */
export interface WeatherLinkServer {
  url: string;
  ca?: string | undefined;
}

type Answer = { body: unknown; text: string } | { fault: WeatherLinkFault; retryAfterMs?: number | undefined };

/** Asks WeatherLink v2. The secret is in a header, so that no address has it. */
export function askWeatherLink(server: WeatherLinkServer, path: string, account: WeatherLinkAccount): Promise<Answer> {
  const url = new URL(`/v2/${path}`, server.url);
  url.searchParams.set("api-key", account.apiKey);
  const headers = { "x-api-secret": account.apiSecret, accept: "application/json" };
  return new Promise((resolve) => {
    const request = get(url, { headers, timeout: TIMEOUT_MS, ...(server.ca && { ca: server.ca }) }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) request.destroy();
        else chunks.push(chunk);
      });
      response.on("error", () => resolve({ fault: "unreachable" }));
      response.on("end", () => {
        const { statusCode = 0, headers: sent } = response;
        if (statusCode === 200) resolve(read(Buffer.concat(chunks).toString()));
        else resolve({ fault: faultOf(statusCode), retryAfterMs: waitOf(sent["retry-after"]) });
      });
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve({ fault: "unreachable" }));
  });
}

function read(text: string): Answer {
  try {
    return { body: JSON.parse(text) as unknown, text };
  } catch {
    return { fault: "unreadable" };
  }
}

function faultOf(status: number): WeatherLinkFault {
  if (status === 401 || status === 403) return "rejected";
  if (status === 429) return "limited";
  return status >= 500 ? "unreachable" : "unreadable";
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3). */
function waitOf(sent: string | undefined): number | undefined {
  if (sent === undefined) return undefined;
  const ms = /^\d+$/.test(sent) ? Number(sent) * SECOND_MS : Date.parse(sent) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

export const Stations = z.object({
  stations: z.array(
    z.looseObject({ station_id: z.union([z.number(), z.string()]), station_name: z.string().nullish() }),
  ),
});
