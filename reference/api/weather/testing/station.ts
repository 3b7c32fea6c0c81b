import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { expect } from "vitest";
import * as z from "zod";
import type { TestApi } from "../../../testing/api.ts";
import { plantField } from "../../irrigation/testing/field.ts";

/** The units of a station's variables. */
const UNITS = { airTemp: "°C", airHum: "%", wind: "m/s", rad: "W/m²", rain: "mm" } as const;
export type Measured = keyof typeof UNITS;
export const ZONE = "America/Sao_Paulo";
/** Readings of one request. */
const BATCH = 2000;

interface StationOptions {
  /** Of the client's name, of the field and the serial number of the station. */
  id: string;
  /** The season began that many days ago. */
  days: number;
  variables: readonly Measured[];
  device?: object;
  crop?: Parameters<typeof plantField>[1]["crop"];
}

/** A client with a farm, a field and a weather station, and the calls of its administrator. */
export async function plantStation(api: TestApi, { id, days, variables, device = {}, crop }: StationOptions) {
  const token = await api.login("admin");
  const today: FarmDay = farmDay(api.clock.now().getTime(), ZONE);
  const send = async (path: string, body?: object) => {
    const answer = await api.send(path, { token, ...(body && { body }) });
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  const added = async (path: string, body: object) => z.object({ _id: z.string() }).parse(await send(path, body))._id;
  const clientId = await added("/Client/Insert", { name: id, typeChart: 1, timezone: ZONE });
  const span = { from: addDays(today, -days), to: addDays(today, -days - 1) };
  const { farmId, sectorId } = await plantField(api.database, { id, clientId, ...span, ...(crop && { crop }) });
  /** Adds a device with a sensor of each variable. */
  async function addDevice(serial: string, measured: readonly Measured[], fields: object) {
    const deviceId = await added("/Device/Insert", { clientId, farmId, serial, intervalMin: 60, ...fields });
    for (const variable of measured)
      await added("/Sensor/Insert", { clientId, deviceId, variable, unit: UNITS[variable] });
    return deviceId;
  }
  async function addReadings(serial: string, readings: readonly object[]) {
    for (let first = 0; first < readings.length; first += BATCH)
      await send("/Reading/Insert", { serial, readings: readings.slice(first, first + BATCH) });
  }
  const deviceId = await addDevice(id, variables, { sensorTypeId: "weather-station", ...device });
  await send("/Farm/Update", { _id: farmId, stationDeviceId: deviceId });
  return { clientId, farmId, sectorId, deviceId, today, send, addDevice, addReadings };
}
