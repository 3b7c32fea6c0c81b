import { DOOR_PATH } from "@lamina/shared/doors/key-path";
import type { TelemetryBatch } from "@lamina/shared/records/readings";
import type { Variable } from "@lamina/shared/records/telemetry";
import type { SimulationOptions } from "../../api/app/demo.ts";
import type { Context } from "../../api/core/context.ts";
import type { Telemetry } from "../../api/telemetry/service.ts";
import { type OpenUplink, PROGRAM } from "./uplink.ts";

/** A gateway and the form of its messages. */
interface SimulatedGateway {
  _id: string;
  form: "ecowitt" | "things-stack";
}

interface DoorContext extends Pick<SimulationOptions, "post"> {
  telemetry: Pick<Telemetry, "rotateKey">;
  log: Pick<Context["log"], "warn">;
  /** By the serial number of the device. */
  gateways: Readonly<Record<string, SimulatedGateway>>;
}

/** Sends what comes from a gateway by the door of its kind, and all else by `uplink`. */
export function openDoors(uplink: OpenUplink, { telemetry, log, post, gateways }: DoorContext): OpenUplink {
  return (findDevice, memory, onOrder) => {
    const others = uplink(findDevice, memory, onOrder);
    /** A database that is older than the gateways of the demo has none of them. */
    const absent = new Set<string>();

    async function keyOf(gatewayId: string): Promise<string | undefined> {
      if (absent.has(gatewayId)) return undefined;
      try {
        memory[gatewayId] ??= await telemetry.rotateKey(gatewayId, PROGRAM);
        return memory[gatewayId];
      } catch (error) {
        log.warn({ gatewayId, err: error }, "simulated gateway");
        absent.add(gatewayId);
        return undefined;
      }
    }

    return {
      async send(serial, kind, message) {
        const gateway = isBatch(message) ? gateways[serial] : undefined;
        const device = findDevice(serial);
        if (device === undefined) return;
        const key = gateway && (await keyOf(gateway._id));
        if (key === undefined || !isBatch(message)) return others.send(serial, kind, message);
        const { status } =
          gateway?.form === "ecowitt"
            ? await post(`${DOOR_PATH}/${key}/data/report/`, FORM, ecowittForm(message))
            : await post(DOOR_PATH, { ...JSON_TYPE, authorization: `Bearer ${key}` }, thingsStackUplink(message));
        // A person may have renewed the key.
        if (status >= 400) log.warn({ serial, status }, "simulated gateway");
      },
      close: others.close,
    };
  };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

const isBatch = (message: object): message is TelemetryBatch => "readings" in message;

const MPH = 0.44704;
const INCH_MM = 25.4;
const INHG_KPA = 3.386389;

/** A variable of a message in the form of a device: its name there, and its value as text. */
type Form = Partial<Record<Variable, readonly [name: string, write: (value: number) => string]>>;

const ecowittFields: Form = {
  airTemp: ["tempf", (celsius) => (celsius * 1.8 + 32).toFixed(1)],
  airHum: ["humidity", (percent) => percent.toFixed(0)],
  pressure: ["baromabsin", (kPa) => (kPa / INHG_KPA).toFixed(3)],
  wind: ["windspeedmph", (speed) => (speed / MPH).toFixed(2)],
  gust: ["windgustmph", (speed) => (speed / MPH).toFixed(2)],
  windDir: ["winddir", (degrees) => degrees.toFixed(0)],
  rad: ["solarradiation", (power) => power.toFixed(2)],
  rainTotal: ["totalrainin", (mm) => (mm / INCH_MM).toFixed(3)],
};

/** The upload of an Ecowitt station: a form with imperial units, and the moment as UTC without a zone. */
function ecowittForm({ serial, readings }: TelemetryBatch): string {
  const date = readings[0]?.date.slice(0, 19).replace("T", " ") ?? "now";
  const form = new URLSearchParams({ PASSKEY: serial, stationtype: "GW2001A_V3.1.4", dateutc: date });
  for (const { variable, value } of readings) {
    const [name, write] = ecowittFields[variable] ?? [];
    if (name !== undefined && write) form.set(name, write(value));
  }
  form.set("wh90batt", "3.16");
  form.set("model", "GW2001A");
  return form.toString();
}

const uplinkFields: Form = {
  soilMoist: ["water_SOIL", (percent) => `${percent.toFixed(2)} %`],
  soilTemp: ["temp_SOIL", (celsius) => `${celsius.toFixed(1)} °C`],
  ec: ["conduct_SOIL", (dSm) => `${(1000 * dSm).toFixed(0)} uS/cm`],
};

/** An uplink of The Things Stack v3, whose decoder writes texts with units as those of Dragino do. */
function thingsStackUplink({ serial, readings, batteryPct, rssiDbm }: TelemetryBatch): string {
  const fields = readings.flatMap(({ variable, depthCm, value }) => {
    const [name, write] = uplinkFields[variable] ?? [];
    return name !== undefined && write ? [[`${name}_${depthCm}cm`, write(value)] as const] : [];
  });
  const received_at = readings[0]?.date;
  return JSON.stringify({
    end_device_ids: { device_id: serial.toLowerCase(), application_ids: { application_id: "lamina" } },
    received_at,
    uplink_message: {
      f_port: 2,
      decoded_payload: Object.fromEntries(fields),
      rx_metadata: [{ gateway_ids: { gateway_id: "sede" }, rssi: rssiDbm, snr: 7.5 }],
      last_battery_percentage: { f_port: 2, value: batteryPct },
      received_at,
    },
  });
}
