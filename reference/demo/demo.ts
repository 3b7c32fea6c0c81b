import { readFile } from "node:fs/promises";
import type { Demo } from "../api/app/demo.ts";
import { demoUserNames, simulatedClientIds } from "./farm/clients.ts";
import { gatewayOf } from "./farm/gateways.ts";
import { makeHistory } from "./farm/history.ts";
import { addDemoData, hasFleet } from "./farm/records.ts";
import { openDoors } from "./simulator/doors.ts";
import { startSimulator, TICK_MS } from "./simulator/simulator.ts";
import { openBrokerUplink, openDirectUplink } from "./simulator/uplink.ts";

/** The demo farms. Their devices connect like real devices where the broker is the embedded one. */
export const demo: Demo = {
  userNames: demoUserNames,
  clientIds: simulatedClientIds,
  addRecords: addDemoData,
  hasFleet,
  makeHistory,
  async simulate(context, { seed, telemetry, broker, post, tickMs = TICK_MS }) {
    const openMqtt = broker
      ? openBrokerUplink({ url: broker.url, ca: await readFile(broker.caFile, "utf8") }, telemetry, context.log)
      : () => openDirectUplink(telemetry, context.clock);
    const openUplink = openDoors(openMqtt, { telemetry, post, log: context.log, gateways: gatewayOf });
    return startSimulator(context, { clientIds: simulatedClientIds, seed, openUplink }, tickMs);
  },
};
