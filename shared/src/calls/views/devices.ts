import * as z from "zod";
import { GatewayKey } from "../../doors/gateway.ts";
import { ClockCorrected, ClockCorrection, DeviceFinding } from "../../records/devices/finding.ts";
import { WeatherLinkFields, WeatherLinkReply, WeatherLinkState } from "../../records/devices/weather-link.ts";
import {
  BulkReply,
  DeviceMessage,
  MessageCounts,
  ReadingRows,
  TelemetryBatches,
  TelemetryCounts,
  TelemetryMessage,
  TelemetryReply,
  UnclaimedMessages,
} from "../../records/readings.ts";
import { DeviceSecret, SecretState } from "../../records/telemetry.ts";
import { endpoint, RecordId } from "../endpoint.ts";
import { changeCall, Range, readCall } from "./call-shapes.ts";
import { BatchId, ImportReply } from "./field-records.ts";

/** Readings that come in, and the devices that send them. */
export const deviceCalls = {
  telemetry: endpoint({
    method: "POST",
    path: "/Reading/Insert",
    body: TelemetryMessage,
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
  readingImport: endpoint({
    method: "POST",
    path: "/Reading/Import",
    body: ReadingRows.extend({ batch: BatchId }),
    reply: ImportReply,
    access: { screen: "device", action: "edit" },
    summary: "Takes readings of a device from a file, of any age; good ones go in, bad ones are named",
  }),
  readingPreview: endpoint({
    method: "POST",
    path: "/Reading/ImportPreview",
    body: ReadingRows,
    reply: ImportReply,
    access: { screen: "device", action: "edit" },
    summary: "Answers what an import of these readings would do, and stores nothing",
  }),
  deviceMessages: readCall("device", {
    path: "/Device/GetMessages",
    reply: z.array(DeviceMessage),
    summary: "The last 100 messages of a device as received, each with its result and the reasons of its refusals",
  }),
  messageCounts: readCall("device", {
    path: "/Device/GetMessageCounts",
    reply: MessageCounts,
    summary: "Sums of the messages of a device of the last 30 days, at most 1,000, and its refusals by reason",
  }),
  unclaimedMessages: readCall("device", {
    path: "/Device/GetUnclaimed",
    reply: z.array(UnclaimedMessages),
    summary: "Messages of the last 30 days with a credential of a client, but for none of its devices",
  }),
  deviceFindings: readCall("device", {
    path: "/Device/GetFindings",
    reply: z.array(DeviceFinding),
    summary: "What the stored readings of a device say of its set-up, each with the change that mends it",
  }),
  clockCorrect: endpoint({
    method: "POST",
    path: "/Device/CorrectClock",
    body: ClockCorrection,
    reply: ClockCorrected,
    access: { screen: "device", action: "edit" },
    summary: "Corrects the clock of a device, and its stored readings where all of them show the error",
  }),
  weatherLink: readCall("device", {
    path: "/Device/GetWeatherLink",
    reply: WeatherLinkState.nullable(),
    summary: "How a device is read from Davis WeatherLink; null when it is not",
  }),
  weatherLinkSet: endpoint({
    method: "POST",
    path: "/Device/SetWeatherLink",
    body: WeatherLinkFields,
    reply: WeatherLinkReply,
    access: { screen: "device", action: "edit" },
    summary: "Reads a device from Davis WeatherLink v2 with its owner's key; without a station it returns their list",
  }),
  weatherLinkEnd: changeCall("device", "edit", {
    path: "/Device/EndWeatherLink",
    body: RecordId,
    summary: "Ends the reading of a device from Davis WeatherLink, and deletes the key",
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
  deviceSecretState: readCall("device", {
    path: "/Device/GetSecretState",
    reply: SecretState,
    summary: "When the secret of a device was made and last used",
  }),
  deviceSecretRevoke: changeCall("device", "edit", {
    path: "/Device/RevokeSecret",
    body: RecordId,
    summary: "Ends the secret of a device",
  }),
  gatewayKey: endpoint({
    method: "POST",
    path: "/Gateway/RotateKey",
    body: RecordId,
    reply: GatewayKey,
    access: { screen: "device", action: "edit" },
    summary: "Makes a new key with which a gateway sends messages; it is shown this once, and ends the previous one",
  }),
  gatewayKeyState: readCall("device", {
    path: "/Gateway/GetKeyState",
    reply: SecretState,
    summary: "When the key of a gateway was made and last used",
  }),
  gatewayKeyRevoke: changeCall("device", "edit", {
    path: "/Gateway/RevokeKey",
    body: RecordId,
    summary: "Ends the key of a gateway",
  }),
  telemetryCounts: endpoint({
    method: "GET",
    path: "/Telemetry/GetCounts",
    reply: TelemetryCounts,
    access: { screen: "device", action: "edit" },
    summary: "Results of all readings received since the start",
  }),
} as const;
