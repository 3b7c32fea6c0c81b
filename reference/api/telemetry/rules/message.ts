import { storable } from "@lamina/shared/core/storable-text";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import { PivotTelemetry } from "@lamina/shared/records/readings";
import { type Refusal, shownValue } from "@lamina/shared/rules/refusals";
import * as z from "zod";
import { type ReadBatch, readBatch } from "./read-batch.ts";

const RoughStatus = z.looseObject({ serial: z.string().optional() });

/** Maximum length of a message, bytes. */
export const MESSAGE_MAX_BYTES = 1024 * 1024;

/** A message of a device. */
type DeviceMessage =
  | ({ kind: "readings" } & ReadBatch)
  | { kind: "pivot"; message: PivotTelemetry }
  | { kind: "refused"; refusal: Refusal };

/**
 * Reads a message of a device. The topic identifies the device, because the broker lets each device publish only below
 * its own serial; a payload that names another device is refused.
 */
export function readMessage(topic: string, payload: Uint8Array): DeviceMessage {
  const parts = parseDeviceTopic(topic);
  if (parts === undefined) return refused({ id: "unknown-topic", field: topic });
  const sent = parseJson(payload);
  if ("refusal" in sent) return refused(sent.refusal);
  if (parts.kind === "pivot") return readStatus(parts.serial, sent.value);
  const read = readBatch(parts.serial, sent.value);
  return "id" in read ? refused(read) : { kind: "readings", ...read };
}

const refused = (refusal: Refusal): DeviceMessage => ({ kind: "refused", refusal });

function readStatus(serial: string, sent: unknown): DeviceMessage {
  const rough = RoughStatus.safeParse(sent);
  if (!rough.success) return refused({ id: "wrong-shape", sent: shownValue(sent), expected: "{…}" });
  if ((rough.data.serial ?? serial) !== serial)
    return refused({ id: "other-serial", field: "serial", sent: shownValue(rough.data.serial), expected: serial });
  const { data: message, error } = PivotTelemetry.safeParse({ ...rough.data, serial });
  return message ? { kind: "pivot", message } : refused(faultOf(error, rough.data));
}

/** The first fault of a state, with the accepted values. */
function faultOf(error: z.ZodError, sent: Readonly<Record<string, unknown>>): Refusal {
  const issue = error.issues[0];
  const field = issue?.path.join(".") ?? "";
  const value = sent[field];
  const expected =
    issue?.code === "invalid_value"
      ? issue.values.join(", ")
      : issue?.code === "invalid_type"
        ? issue.expected
        : issue?.message;
  return { id: value === undefined ? "missing-field" : "wrong-value", field, sent: shownValue(value), expected };
}

/** JSON escapes of U+0000 and of surrogates. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/i;
const withStorableTexts = (_key: string, value: unknown) => (typeof value === "string" ? storable(value) : value);

/** The value of a JSON text in UTF-8. */
export function parseJson(payload: Uint8Array): { value: unknown } | { refusal: Refusal } {
  if (payload.length > MESSAGE_MAX_BYTES)
    return { refusal: { id: "message-too-large", sent: `${payload.length} B`, expected: `≤ ${MESSAGE_MAX_BYTES} B` } };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
  } catch {
    return { refusal: { id: "not-utf8", expected: "UTF-8" } };
  }
  try {
    // Only an escape can produce characters that cannot be stored, and few messages contain one.
    return { value: UNSTORABLE_ESCAPE.test(text) ? JSON.parse(text, withStorableTexts) : JSON.parse(text) };
  } catch (error) {
    const lines = jsonLines(text);
    if (lines) return { value: lines };
    return { refusal: { id: "not-json", sent: shownValue(storable(text)), expected: (error as Error).message } };
  }
}

/** The objects of JSON lines, as loggers write them; undefined for any other text. */
function jsonLines(text: string): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 || !lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) return undefined;
  try {
    return lines.map((line): unknown => JSON.parse(line, withStorableTexts));
  } catch {
    return undefined;
  }
}

/** Stored length of a message. */
const KEPT_CHARACTERS = 4000;

/** The beginning of a message for its device's page, without characters that PostgreSQL cannot store. */
export function keptText(payload: Uint8Array | string): string {
  const text =
    typeof payload === "string" ? payload : new TextDecoder().decode(payload.subarray(0, 4 * KEPT_CHARACTERS));
  return storable(text.slice(0, KEPT_CHARACTERS));
}
