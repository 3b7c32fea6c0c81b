import * as z from "zod";
import {
  BulkReply,
  DeviceMessage,
  TelemetryBatch,
  TelemetryBatches,
  TelemetryCounts,
  TelemetryReply,
} from "../../records/readings.ts";
import { DeviceSecret } from "../../records/telemetry.ts";
import { endpoint, RecordId } from "../endpoint.ts";
import { Range, readCall } from "./call-shapes.ts";

/** Readings that come in, and the devices that send them. */
export const deviceCalls = {
  telemetry: endpoint({
    method: "POST",
    path: "/Reading/Insert",
    body: TelemetryBatch,
    reply: TelemetryReply,
    access: { screen: "device", action: "edit" },
    summary: "Takes a batch of readings of a device",
  }),
  telemetryMany: endpoint({
    method: "POST",
    path: "/Reading/InsertMany",
    body: TelemetryBatches,
    reply: BulkReply,
    access: { screen: "device", action: "edit" },
    summary: "Takes batches of readings of many devices, each with its own result",
  }),
  deviceMessages: readCall("device", {
    path: "/Device/GetMessages",
    reply: z.array(DeviceMessage),
    summary: "The last 100 messages of a device",
  }),
  deviceHealth: readCall("device", {
    path: "/Device/GetHealth",
    query: Range,
    reply: z.array(z.object({ date: z.string(), batteryPct: z.number().nullable(), rssiDbm: z.number().nullable() })),
    summary: "Battery and signal of a device over time",
  }),
  deviceSecret: endpoint({
    method: "POST",
    path: "/Device/RotateSecret",
    body: RecordId,
    reply: DeviceSecret,
    access: { screen: "device", action: "edit" },
    summary: "Makes a new secret with which a device signs in at the broker; it is shown this once",
  }),
  telemetryCounts: endpoint({
    method: "GET",
    path: "/Telemetry/GetCounts",
    reply: TelemetryCounts,
    access: { screen: "device", action: "edit" },
    summary: "Results of all readings received since the start",
  }),
} as const;
