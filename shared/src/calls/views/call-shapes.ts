import * as z from "zod";
import type { Action, Screen } from "../../access/rights.ts";
import { ById, type Endpoint, endpoint, UpdateReply } from "../endpoint.ts";

export const Ids = z.string().min(1).describe("comma-separated ids");

/** Query of a call on one record between two days or instants. */
export const Range = ById.extend({ from: z.string(), to: z.string() });

interface ReadCall<Reply extends z.ZodType, Query extends z.ZodType> {
  path: Endpoint["path"];
  /** The id of a record or client when omitted. */
  query?: Query;
  reply: Reply;
  summary: string;
}

/** A `GET` for users who may view a screen. */
export function readCall<Reply extends z.ZodType, Query extends z.ZodType = typeof ById>(
  screen: Screen,
  call: ReadCall<Reply, Query>,
): Endpoint<Query, z.ZodUndefined, Reply>;
export function readCall(screen: Screen, call: ReadCall<z.ZodType, z.ZodType>): Endpoint {
  return endpoint({ method: "GET", access: { screen, action: "view" }, query: ById, ...call });
}

interface ChangeCall<Body extends z.ZodType> {
  path: Endpoint["path"];
  body: Body;
  summary: string;
}

/** A `POST` for users with a right on a screen. The reply is the number of matched records. */
export function changeCall<Body extends z.ZodType>(
  screen: Screen,
  action: Action,
  call: ChangeCall<Body>,
): Endpoint<z.ZodUndefined, Body, typeof UpdateReply> {
  return endpoint({ method: "POST", access: { screen, action }, reply: UpdateReply, ...call });
}
