import * as z from "zod";
import { LoginRequest, TokenReply } from "./authentication.ts";
import { ClientInsert, ClientList, ClientUpdate, UpdateReply } from "./client.ts";
import { MenuList } from "./menu.ts";
import { SensorTypeList } from "./sensor-type.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the API. Public is a property of the call, never of a URL prefix. */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: `/${string}`;
  query: Query;
  body: Body;
  reply: Reply;
  /** True when the call needs no token. */
  public: boolean;
  /** One sentence on what the call does, for the API's own documentation. */
  summary: string;
}

/** Query of a call on one record. The API spells it in capitals (§7). */
export const ById = z.object({ ID: z.string().min(1) });
const None = z.undefined();
/** §7 "not shown": anything. */
const Anything = z.unknown();

function endpoint<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  call: Omit<Endpoint<Query, Body, Reply>, "public"> & { public?: boolean },
): Endpoint<Query, Body, Reply> {
  return { public: false, ...call };
}

/** The calls of §7, word for word. */
export const endpoints = {
  login: endpoint({
    method: "POST",
    path: "/Authentication/Login",
    query: None,
    body: LoginRequest,
    reply: TokenReply,
    public: true,
    summary: "Logs a user in",
  }),
  renewToken: endpoint({
    method: "POST",
    path: "/Authentication/RenewToken",
    query: None,
    body: None,
    reply: TokenReply,
    summary: "Issues a new token for a valid one",
  }),
  clientGetAll: endpoint({
    method: "GET",
    path: "/Client/GetAll",
    query: None,
    body: None,
    reply: ClientList,
    summary: "Clients of the caller",
  }),
  clientUpdate: endpoint({
    method: "POST",
    path: "/Client/Update",
    query: None,
    body: ClientUpdate,
    reply: UpdateReply,
    summary: "Updates a client",
  }),
  clientInsert: endpoint({
    method: "POST",
    path: "/Client/Insert",
    query: None,
    body: ClientInsert,
    reply: Anything,
    summary: "Adds a client",
  }),
  clientDelete: endpoint({
    method: "DELETE",
    path: "/Client/Delete",
    query: ById,
    body: None,
    reply: Anything,
    summary: "Deletes a client",
  }),
  menuGetAll: endpoint({
    method: "GET",
    path: "/Menu/GetAll",
    query: None,
    body: None,
    reply: MenuList,
    summary: "Menus of all of the caller's clients",
  }),
  menuGetByClient: endpoint({
    method: "GET",
    path: "/Menu/GetByClientID",
    query: ById,
    body: None,
    reply: MenuList,
    summary: "Menu of a client",
  }),
  sensorTypeGetAll: endpoint({
    method: "GET",
    path: "/SensorType/GetAll",
    query: None,
    body: None,
    reply: SensorTypeList,
    summary: "All sensor types",
  }),
  sensorTypeGetById: endpoint({
    method: "GET",
    path: "/SensorType/GetByID",
    query: ById,
    body: None,
    reply: SensorTypeList,
    summary: "One sensor type, as a list",
  }),
  sensorTypeGetByClient: endpoint({
    method: "GET",
    path: "/SensorType/GetTypeByID",
    query: ById,
    body: None,
    reply: SensorTypeList,
    summary: "Sensor types of a client",
  }),
} as const;

export type EndpointName = keyof typeof endpoints;

/** Path and query of a call, as sent. */
export function endpointUrl(
  call: Endpoint,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const entries = Object.entries(query).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
  );
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return search ? `${call.path}?${search}` : call.path;
}
