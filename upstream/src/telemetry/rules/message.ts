import { storable } from "@lamina/shared/core/storable-text";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import { PivotTelemetry, TelemetryBatch } from "@lamina/shared/records/telemetry";
import * as z from "zod";

const Reading = TelemetryBatch.shape.readings.unwrap().element;
const { batteryPct, rssiDbm, firmware } = TelemetryBatch.shape;

/** A batch as far as it can be read: one bad reading must not cost the others, nor a bad battery the readings. */
const RoughBatch = z.object({
  serial: z.string().optional(),
  readings: z.array(z.unknown()).max(2000).default([]),
  batteryPct: batteryPct.catch(undefined),
  rssiDbm: rssiDbm.catch(undefined),
  firmware: firmware.catch(undefined),
});
const RoughStatus = z.looseObject({ serial: z.string().optional() });

/** A message of a device. `unreadable` counts the readings that are none. */
type DeviceMessage =
  | { kind: "readings"; batch: TelemetryBatch; unreadable: number }
  | { kind: "pivot"; message: PivotTelemetry };

/**
 * Reads what a device published. The topic says who it is, since the broker lets each device publish below its own serial
 * only; a payload that names another device is not believed.
 * @returns undefined for what is no message of a device
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

/** U+0000 and surrogates as JSON writes them. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f])/i;
const withStorableTexts = (_key: string, value: unknown) => (typeof value === "string" ? storable(value) : value);

function parseJson(payload: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
    // Only an escape can bring what cannot be stored, and few messages have one.
    return UNSTORABLE_ESCAPE.test(text) ? JSON.parse(text, withStorableTexts) : JSON.parse(text);
  } catch {
    return undefined;
  }
}
