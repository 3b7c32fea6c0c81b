import { EndCommandPin, OwnCommandPin, SetCommandPin } from "../../records/commands/confirmation.ts";
import { endpoint, UpdateReply } from "../endpoint.ts";

/** How the caller confirms commands, beside the password. */
export const confirmationCalls = {
  commandPin: endpoint({
    method: "GET",
    path: "/User/GetCommandPin",
    reply: OwnCommandPin,
    summary: "Whether the caller has a PIN for commands",
  }),
  setCommandPin: endpoint({
    method: "POST",
    path: "/User/SetCommandPin",
    body: SetCommandPin,
    reply: UpdateReply,
    summary: "Sets or changes the caller's PIN for commands",
  }),
  endCommandPin: endpoint({
    method: "POST",
    path: "/User/EndCommandPin",
    body: EndCommandPin,
    reply: UpdateReply,
    summary: "Removes the caller's PIN for commands; matches 0 without one",
  }),
} as const;
