import * as z from "zod";
import { LoginRequest, TokenReply } from "../access/login.ts";
import { MenuList } from "../access/menu.ts";
import { ClientInsert, ClientList, ClientUpdate } from "../records/client.ts";
import { SensorTypeList } from "../records/sensor-type.ts";
import { ById, endpoint, UpdateReply } from "./endpoint.ts";

/** §7 "not shown": any value. */
const Anything = z.unknown();

/** The calls of §7, word for word. */
export const endpoints = {
  login: endpoint({
    method: "POST",
    path: "/Authentication/Login",
    body: LoginRequest,
    reply: TokenReply,
    public: true,
    summary: "Logs a user in",
  }),
  renewToken: endpoint({
    method: "POST",
    path: "/Authentication/RenewToken",
    reply: TokenReply,
    summary: "Issues a new token for a valid one",
  }),
  clientGetAll: endpoint({
    method: "GET",
    path: "/Client/GetAll",
    reply: ClientList,
    summary: "Clients of the caller",
  }),
  clientUpdate: endpoint({
    method: "POST",
    path: "/Client/Update",
    body: ClientUpdate,
    reply: UpdateReply,
    access: { screen: "config", action: "edit" },
    summary: "Updates a client",
  }),
  clientInsert: endpoint({
    method: "POST",
    path: "/Client/Insert",
    body: ClientInsert,
    reply: Anything,
    access: { screen: "config", action: "create" },
    summary: "Adds a client",
  }),
  clientDelete: endpoint({
    method: "DELETE",
    path: "/Client/Delete",
    query: ById,
    reply: Anything,
    access: { screen: "config", action: "remove" },
    summary: "Deletes a client",
  }),
  menuGetAll: endpoint({
    method: "GET",
    path: "/Menu/GetAll",
    reply: MenuList,
    summary: "The full default menu, of a client without its own",
  }),
  menuGetByClient: endpoint({
    method: "GET",
    path: "/Menu/GetByClientID",
    query: ById,
    reply: MenuList,
    summary: "Menu of a client",
  }),
  sensorTypeGetAll: endpoint({
    method: "GET",
    path: "/SensorType/GetAll",
    reply: SensorTypeList,
    summary: "All sensor types",
  }),
  sensorTypeGetById: endpoint({
    method: "GET",
    path: "/SensorType/GetByID",
    query: ById,
    reply: SensorTypeList,
    summary: "One sensor type, as a list",
  }),
  sensorTypeGetByClient: endpoint({
    method: "GET",
    path: "/SensorType/GetTypeByID",
    query: ById,
    reply: SensorTypeList,
    summary: "Sensor types of a client",
  }),
} as const;
