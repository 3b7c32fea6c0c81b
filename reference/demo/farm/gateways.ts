import type { gateways } from "../../api/schema/telemetry.ts";
import { SANTA_CLARA } from "./clients.ts";
import type { DemoRecord } from "./record.ts";

const gateway = { clientId: SANTA_CLARA, mapping: [], reads: [] };

/** The sender of the station that speaks the form of Ecowitt. */
const ECOWITT = { ...gateway, _id: "demo-ecowitt", name: "Estação Ecowitt", deviceId: "demo-em-bu-01" };
/** The webhook of a LoRaWAN network. */
const THINGS_STACK = { ...gateway, _id: "demo-things-stack", name: "The Things Stack" };

export const demoGateways: DemoRecord<typeof gateways>[] = [ECOWITT, THINGS_STACK];

/** The gateway of the devices that do not send by MQTT themselves, by their serial number. */
export const gatewayOf = {
  "EM-BU-01": { _id: ECOWITT._id, form: "ecowitt" },
  "SU-BU-01": { _id: THINGS_STACK._id, form: "things-stack" },
} as const;
