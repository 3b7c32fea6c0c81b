import * as z from "zod";
import {
  ChangePassword,
  DeviceKey,
  LoginSession,
  Me,
  OneTimeCode,
  SetPassword,
  TakenOver,
  TakeOver,
} from "../../access/user.ts";
import { ById, endpoint, RecordId, UpdateReply } from "../endpoint.ts";

/** The caller: who they are, passwords, codes. */
export const accountCalls = {
  me: endpoint({
    method: "GET",
    path: "/User/Me",
    query: z.object({ clientId: z.string().optional() }),
    reply: Me,
    summary: "Who is logged in and what they may do",
  }),
  logout: endpoint({
    method: "POST",
    path: "/Authentication/Logout",
    reply: UpdateReply,
    summary: "Ends the caller's session: all tokens of this login are refused from now on",
  }),
  sessions: endpoint({
    method: "GET",
    path: "/User/GetSessions",
    reply: z.array(LoginSession),
    summary: "The caller's logins that have not ended",
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/User/EndSession",
    query: ById,
    reply: UpdateReply,
    summary: "Ends one of the caller's logins",
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/User/ChangePassword",
    body: ChangePassword,
    reply: UpdateReply,
    summary: "Changes the caller's own password",
  }),
  invite: endpoint({
    method: "POST",
    path: "/User/Invite",
    body: RecordId,
    reply: OneTimeCode,
    access: { screen: "user", action: "edit" },
    summary: "Makes a one-time code with which a user sets the password",
  }),
  setPassword: endpoint({
    method: "POST",
    path: "/User/SetPassword",
    body: SetPassword,
    reply: UpdateReply,
    otherToken: true,
    summary: "Sets the caller's own password, by the token of a login with a one-time code",
  }),
  takeOver: endpoint({
    method: "POST",
    path: "/User/TakeOver",
    body: TakeOver,
    reply: TakenOver,
    access: { screen: "user", action: "edit" },
    summary: "One user takes over another's open alerts and monthly mails, and their rights on request",
  }),
  undoTakeOver: endpoint({
    method: "POST",
    path: "/User/UndoTakeOver",
    body: RecordId,
    reply: UpdateReply,
    access: { screen: "user", action: "edit" },
    summary: "Undoes a take-over of the last day; matches 0 when it is too late or was undone",
  }),
  deviceKey: endpoint({
    method: "GET",
    path: "/User/GetDeviceKey",
    reply: DeviceKey,
    summary: "The key that seals what the caller's devices have not sent yet",
  }),
} as const;
