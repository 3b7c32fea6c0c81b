import { storable } from "@lamina/shared/core/storable-text";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import { PivotTelemetry, TelemetryBatch } from "@lamina/shared/records/readings";
import * as z from "zod";

const Reading = TelemetryBatch.shape.readings.unwrap().element;
const { batteryPct, rssiDbm, firmware } = TelemetryBatch.shape;

/** The readable fields of a batch: one invalid reading must not discard the others, nor an invalid battery the readings. */
const RoughBatch = z.object({
  serial: z.string().optional(),
  readings: z.array(z.unknown()).max(2000).default([]),
  batteryPct: batteryPct.catch(undefined),
  rssiDbm: rssiDbm.catch(undefined),
  firmware: firmware.catch(undefined),
});
const RoughStatus = z.looseObject({ serial: z.string().optional() });

/** A message of a device. `unreadable` counts its invalid readings. */
type DeviceMessage =
  | { kind: "readings"; batch: TelemetryBatch; unreadable: number }
  | { kind: "pivot"; message: PivotTelemetry };

/**
 * Reads a message of a device. The topic identifies the device, because the broker lets each device publish only below
 * its own serial; a payload that names another device is ignored.
 * @returns undefined for other topics
 */
export function readMessage(topic: string, payload: Uint8Array): DeviceMessage | undefined {
  const parts = parseDeviceTopic(topic);
  const sent = parseJson(payload);
  if (parts === undefined || sent === undefined) return undefined;
  return parts.kind === "readings" ? readBatch(parts.serial, sent) : readStatus(parts.serial, sent);
}

function readBatch(serial: string, sent: unknown): DeviceMessage | undefined {
  const rough = RoughBatch.safeParse(sent);
  if (!rough.success || (rough.data.serial ?? serial) !== serial) return undefined;
  const parsed = rough.data.readings.map((reading) => Reading.safeParse(reading));
  const readings = parsed.flatMap(({ data }) => data ?? []);
  return { kind: "readings", batch: { ...rough.data, serial, readings }, unreadable: parsed.length - readings.length };
}

function readStatus(serial: string, sent: unknown): DeviceMessage | undefined {
  const rough = RoughStatus.safeParse(sent);
  if (!rough.success || (rough.data.serial ?? serial) !== serial) return undefined;
  const { data: message } = PivotTelemetry.safeParse({ ...rough.data, serial });
  return message && { kind: "pivot", message };
}

/** JSON escapes of U+0000 and of surrogates. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/i;
const withStorableTexts = (_key: string, value: unknown) => (typeof value === "string" ? storable(value) : value);

function parseJson(payload: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
    // Only an escape can produce characters that cannot be stored, and few messages contain one.
    return UNSTORABLE_ESCAPE.test(text) ? JSON.parse(text, withStorableTexts) : JSON.parse(text);
  } catch {
    return undefined;
  }
}
