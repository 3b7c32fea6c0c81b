import * as z from "zod";
import { Id, Name, quantity, storedRecord } from "../core/record.ts";
import { Variable } from "../records/telemetry.ts";

const Path = z.string().trim().min(1).max(200);

/** One field of a message: its number · `factor` + `offset` is the value of a variable. */
export const FieldMapping = z.object({
  path: Path,
  variable: Variable,
  depthCm: quantity("cm", 0, 300).nullish(),
  /** Of the number, where the message names none; converted to the variable's. */
  unit: z.string().trim().max(20).nullish(),
  factor: quantity("", -1_000_000, 1_000_000).default(1),
  offset: quantity("", -1_000_000, 1_000_000).default(0),
});
export type FieldMapping = z.infer<typeof FieldMapping>;

/** The screens whose data a key may read. */
export const ReadScreen = z.enum(["charts", "watering", "device"]);
export type ReadScreen = z.infer<typeof ReadScreen>;

/** What a key reads by `/read/{set}`, and the screen whose data it is. */
export const READ_SETS = {
  weather: "charts",
  waterings: "watering",
  rains: "watering",
  readings: "device",
} as const satisfies Readonly<Record<string, ReadScreen>>;
export type ReadSet = keyof typeof READ_SETS;

/** A sender of other systems' messages: a LoRaWAN network, a weather station, a program. Its key signs in by HTTPS and MQTT. */
export const GatewayFields = z.object({
  name: Name,
  /** The device of all its messages; without one, each message names its own. */
  deviceId: Id.nullish(),
  mapping: z.array(FieldMapping).max(60).default([]),
  /** Path of the device's serial number, where the message has another form than the known ones. */
  serialPath: Path.nullish(),
  /** A key that reads, and cannot send: of the client, or of the farm of its device. */
  reads: z.array(ReadScreen).max(ReadScreen.options.length).default([]),
  /** Path of the moment; without one, the known names, and then the moment of arrival. */
  datePath: Path.nullish(),
});
export const Gateway = storedRecord(GatewayFields);
export type Gateway = z.infer<typeof Gateway>;

/** A new key of a gateway. It cannot be shown again. */
export const GatewayKey = z.object({ key: z.string() });
