import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { randomOf } from "@lamina/shared/core/random";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { TelemetryReply } from "@lamina/shared/records/readings";
import type { Client } from "../../../bench/client.ts";

const TIMEZONE = "America/Sao_Paulo";
const SEASON_DAYS = 60;
const SECTORS_PER_PIVOT = 4;
const PIVOTS_PER_FARM = 30;
/** A machine's waterings: each of its sectors so many times, so many days apart. */
const WATERINGS = 6;
const WATERING_DAYS = 5;
const PROBE_DEPTHS = [10, 30, 50];
const HOURS_PER_BATCH = 300;
const STATION_UNITS = { airTemp: "°C", airHum: "%", wind: "m/s", rad: "W/m²", rain: "mm" };
/** Pivots that are built at the same time. */
const AT_ONCE = 4;

/** A client with its records, as far as the measurements need them. */
export interface BuiltClient {
  clientId: string;
  soilId: string;
  sectorIds: string[];
  /** Serials of the probes, one per pivot. */
  probes: string[];
}

/**
 * Builds a client through the API: farms of 30 pivots with a station, on each pivot four sectors in season, waterings
 * and a probe with a monitor. The same seed gives the same fleet.
 */
export async function buildClient(api: Client, name: string, pivots: number, seed: number): Promise<BuiltClient> {
  const random = randomOf(seed);
  const clientId = await api.added("/Client/Insert", { name, typeChart: 1, timezone: TIMEZONE });
  const layers = [{ depthCm: 100, fcPct: 30, wpPct: 18 }];
  const soilId = await api.added("/Soil/Insert", { clientId, name: "Latossolo", layers });
  const stages = [20, 40, 60, 100].map((days, index) => ({ name: `Fase ${index + 1}`, days, kc: 0.8 }));
  const coefficients = { kcIni: 0.4, kcMid: 1.2, kcEnd: 0.6, rootIniCm: 20, rootMaxCm: 60, p: 0.5 };
  const cropId = await api.added("/Crop/Insert", { clientId, name: "Milho", stages, ...coefficients });
  const built: BuiltClient = { clientId, soilId, sectorIds: [], probes: [] };
  for (let first = 0; first < pivots; first += PIVOTS_PER_FARM) {
    const farmId = await buildFarm(api, clientId, first / PIVOTS_PER_FARM + 1, random);
    const numbers = Array.from({ length: Math.min(PIVOTS_PER_FARM, pivots - first) }, (_, index) => first + index + 1);
    for (let index = 0; index < numbers.length; index += AT_ONCE) {
      const pivots = numbers.slice(index, index + AT_ONCE).map((number) => {
        const day = SEASON_DAYS - Math.floor(20 * random());
        return buildPivot(api, { clientId, farmId, soilId, cropId, number, day, radiusM: 300 + 200 * random() });
      });
      for (const { sectorIds, probe } of await Promise.all(pivots)) {
        built.sectorIds.push(...sectorIds);
        built.probes.push(probe);
      }
    }
  }
  return built;
}

/** Builds a farm with a permit and a station that has reported hourly since before the seasons. */
async function buildFarm(api: Client, clientId: string, number: number, random: () => number): Promise<string> {
  const place = { lat: -20.3 - number / 10, lon: -48.3, altitude: 517, timezone: TIMEZONE };
  const farmId = await api.added("/Farm/Insert", { clientId, name: `Fazenda ${number}`, ...place });
  await api.added("/WaterPermit/Insert", { clientId, farmId, number: `${number}/26`, m3Month: 2_000_000 });
  const serial = `station-${crypto.randomUUID()}`;
  const device = { clientId, farmId, sensorTypeId: "weather-station", serial, intervalMin: 60 };
  const deviceId = await api.added("/Device/Insert", device);
  for (const [variable, unit] of Object.entries(STATION_UNITS))
    await api.added("/Sensor/Insert", { clientId, deviceId, variable, unit });
  await api.send("/Farm/Update", { _id: farmId, stationDeviceId: deviceId });
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  for (let at = end - (SEASON_DAYS + 2) * DAY_MS; at <= end; at += HOURS_PER_BATCH * HOUR_MS) {
    const hours = Array.from({ length: HOURS_PER_BATCH }, (_, index) => at + index * HOUR_MS);
    const readings = hours.filter((hour) => hour <= end).flatMap((hour) => weatherOf(hour, random()));
    await sendReadings(api, serial, readings);
  }
  return farmId;
}

function weatherOf(at: number, chance: number) {
  const sun = Math.max(0, Math.sin(((at / HOUR_MS - 9) / 12) * Math.PI));
  const rain = chance > 0.99 ? 8 : 0;
  const values = { airTemp: 20 + 10 * sun + chance, airHum: 90 - 40 * sun - chance, wind: 1 + 2 * sun + chance };
  const date = new Date(at).toISOString();
  return Object.entries({ ...values, rad: 800 * sun + chance, rain }).map(([variable, value]) => ({
    variable,
    date,
    value,
  }));
}

interface PivotPlace {
  clientId: string;
  farmId: string;
  soilId: string;
  cropId: string;
  number: number;
  /** Days since the planting. */
  day: number;
  radiusM: number;
}

async function buildPivot(api: Client, { clientId, farmId, soilId, cropId, number, day, radiusM }: PivotPlace) {
  const place = { lat: -20.3 - number / 1000, lon: -48.3 };
  const machine = { kind: "pivot", radiusM, flowM3h: 180, efficiencyPct: 85, pumpKw: 100 };
  const pivot = { clientId, farmId, name: `Pivô ${number}`, ...place, ...machine };
  const pivotId = await api.added("/Pivot/Insert", pivot);
  const today = farmDay(Date.now(), TIMEZONE);
  const sectorIds: string[] = [];
  for (let index = 0; index < SECTORS_PER_PIVOT; index++) {
    const angles = {
      angleStart: (360 / SECTORS_PER_PIVOT) * index,
      angleEnd: (360 / SECTORS_PER_PIVOT) * (index + 1),
    };
    const sector = { clientId, pivotId, name: `Setor ${index + 1}`, ...angles, soilId };
    const sectorId = await api.added("/PivotSector/Insert", sector);
    sectorIds.push(sectorId);
    const plantingDate = addDays(today, -day);
    await api.added("/Season/Insert", { clientId, sectorId, cropId, plantingDate, status: "active" });
  }
  const rows = sectorIds.flatMap((sectorId, index) =>
    Array.from({ length: WATERINGS }, (_, back) => ({
      sectorId,
      start: new Date(Date.now() - (back * WATERING_DAYS + 1) * DAY_MS + index * 5 * HOUR_MS).toISOString(),
      grossMm: 10,
    })),
  );
  await api.send("/Watering/Import", { clientId, key: crypto.randomUUID(), rows });

  const probe = `probe-${crypto.randomUUID()}`;
  const device = { clientId, farmId, sensorTypeId: "soil-moisture-probe", serial: probe, intervalMin: 60 };
  const deviceId = await api.added("/Device/Insert", device);
  const sensorIds: string[] = [];
  for (const depthCm of PROBE_DEPTHS)
    sensorIds.push(
      await api.added("/Sensor/Insert", { clientId, deviceId, variable: "soilMoist", unit: "% vol", depthCm }),
    );
  await api.added("/Monitor/Insert", { clientId, name: `Sonda ${number}`, sectorId: sectorIds[0], sensorIds });
  await sendProbe(api, probe, Date.now() - 2 * HOUR_MS, 24);
  return { sectorIds, probe };
}

/** One message of a probe, with the readings of some hours until a moment. */
export async function sendProbe(api: Client, serial: string, until: number, hours = 1): Promise<void> {
  const readings = Array.from({ length: hours }, (_, back) => {
    const date = new Date(until - back * HOUR_MS).toISOString();
    const value = 25 + (until % 1000) / 1000 + back / 100;
    return PROBE_DEPTHS.map((depthCm) => ({ variable: "soilMoist", depthCm, date, value: value + depthCm / 50 }));
  }).flat();
  await sendReadings(api, serial, readings);
}

async function sendReadings(api: Client, serial: string, readings: readonly object[]): Promise<void> {
  const reply = TelemetryReply.parse(await api.send("/Reading/Insert", { serial, readings }));
  if (reply.accepted !== readings.length) throw new Error(`not stored: ${JSON.stringify(reply)}`);
}
