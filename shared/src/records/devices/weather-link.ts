import * as z from "zod";
import { Id, Moment } from "../../core/record.ts";

const Key = z.string().trim().min(8).max(120);

/** A station of Davis WeatherLink v2 and its owner's key. */
export const WeatherLinkFields = z.object({
  _id: Id,
  apiKey: Key,
  apiSecret: Key,
  /** Without it, the account's only station. */
  stationId: z.string().trim().min(1).max(60).optional(),
});

/** `rejected`: key or secret; `limited`: too many requests; `unreachable`; `unreadable`: another answer. */
export const WeatherLinkFault = z.enum(["rejected", "limited", "unreachable", "unreadable"]);
export type WeatherLinkFault = z.infer<typeof WeatherLinkFault>;

const Station = z.object({ id: z.string(), name: z.string() });
/** `stations`: those to choose from, when none was named and there are several. */
export const WeatherLinkReply = z.object({
  matchedCount: z.number().int(),
  stations: z.array(Station),
  fault: WeatherLinkFault.nullable(),
});
export type WeatherLinkReply = z.infer<typeof WeatherLinkReply>;

/** How a device is read; the secret cannot be shown. */
export const WeatherLinkState = z.object({
  stationId: z.string(),
  apiKey: z.string(),
  succeededAt: Moment.nullable(),
  failedAt: Moment.nullable(),
  fault: WeatherLinkFault.nullable(),
});
export type WeatherLinkState = z.infer<typeof WeatherLinkState>;
