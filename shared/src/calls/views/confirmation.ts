import * as z from "zod";
import { EndCommandPin, OwnCommandPin, SetCommandPin } from "../../records/commands/confirmation.ts";
import { ConfirmPasskey, EndPasskey, Passkey, PasskeyStart, StartPasskey } from "../../records/commands/passkey.ts";
import { endpoint, UpdateReply } from "../endpoint.ts";

/** How the caller confirms commands, beside the password; a passkey is also a second factor. */
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
  passkeys: endpoint({
    method: "GET",
    path: "/User/GetPasskeys",
    reply: z.array(Passkey),
    summary: "The caller's passkeys",
  }),
  startPasskey: endpoint({
    method: "POST",
    path: "/User/StartPasskey",
    body: StartPasskey,
    reply: PasskeyStart,
    summary: "Makes a challenge for a new passkey of the caller",
  }),
  confirmPasskey: endpoint({
    method: "POST",
    path: "/User/ConfirmPasskey",
    body: ConfirmPasskey,
    reply: UpdateReply,
    summary: "Adds the passkey that the caller's device made",
  }),
  endPasskey: endpoint({
    method: "POST",
    path: "/User/EndPasskey",
    body: EndPasskey,
    reply: UpdateReply,
    summary: "Removes a passkey of the caller; matches 0 without it",
  }),
} as const;
