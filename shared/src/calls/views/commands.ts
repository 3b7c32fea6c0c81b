import * as z from "zod";
import { Id } from "../../core/record.ts";
import { CommandFields, PivotCommand } from "../../records/commands/pivot-command.ts";
import { endpoint } from "../endpoint.ts";
import { changeCall, readCall } from "./call-shapes.ts";

/** Commands to the panels of machines. */
export const commandCalls = {
  commandInsert: endpoint({
    method: "POST",
    path: "/PivotCommand/Insert",
    body: CommandFields,
    reply: PivotCommand,
    access: { screen: "commands", action: "create" },
    idempotent: true,
    summary:
      "Commands a machine, at once or as a scheduled start. `Idempotency-Key` is required. 409 `interlocked`, with `current.interlocks`, when an interlock prevents it",
  }),
  commandCancel: changeCall("commands", "create", {
    path: "/PivotCommand/Cancel",
    body: z.object({ _id: Id }),
    summary: "Cancels a scheduled command; 0 when it is sent or ended",
  }),
  commandsByPivot: readCall("irrigameter", {
    path: "/PivotCommand/GetByPivotID",
    reply: z.array(PivotCommand),
    summary: "The last 50 commands of a machine, newest first, each with its states, their time and source",
  }),
  commandsByClient: readCall("irrigameter", {
    path: "/PivotCommand/GetByClientID",
    reply: z.array(PivotCommand),
    summary: "Commands of the client's machines of the last day, and those that are scheduled, newest first",
  }),
} as const;
