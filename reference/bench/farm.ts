// `npm run bench:farm`: how long the screens' calls take on the demo farm with its year of history, and how long the
// recalculation of a season of 200 days on 40 sectors takes after a change of the soil. Each part uses a separate
// reference API, over TLS.

import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { TelemetryReply } from "@lamina/shared/records/readings";
import { Irrigameter } from "@lamina/shared/views/irrigameter";
import { ConsumptionReport, ManagementReport } from "@lamina/shared/views/report";
import { type Client, logIn, timed } from "../../bench/client.ts";
import { line } from "../../bench/figures.ts";
import { startApi } from "../../e2e/product/api.ts";

const ADMIN = "bench-password";
/** The API first creates a year of history. */
const START_TIMEOUT_MS = 300_000;
const ROUNDS = 30;
const RECOMPUTATIONS = 8;
const SEASON_DAYS = 200;
const SECTORS = 40;
const CLIENT = "demo-santa-clara";
const TIMEZONE = "America/Sao_Paulo";
const MOMENTS_PER_BATCH = 400;

const today = farmDay(Date.now(), TIMEZONE);
await answers();
await recomputation();

/** Measures the calls of the demo's larger client: 2 farms, 7 pivots. */
async function answers(): Promise<void> {
  await using api = await startApi({ DEMO_HISTORY_DAYS: "365", LOG_LEVEL: "warn" }, START_TIMEOUT_MS);
  const client = await logIn(api, "ana", DOCUMENTED_DEMO_PASSWORD);
  const season = `from=${addDays(today, -SEASON_DAYS)}&to=${addDays(today, -1)}`;
  const year = Number(today.slice(0, 4));
  const board = Irrigameter.parse(await client.send(`/Irrigameter/GetByClientID?ID=${CLIENT}`));
  const { sectors } = ManagementReport.parse(await client.send(`/Report/IrrigationManager?ID=${CLIENT}&${season}`));
  const rows = sectors.reduce((sum, sector) => sum + sector.rows.length, 0);
  const used = ConsumptionReport.parse(await client.send(`/Report/WaterConsumption?ID=${CLIENT}&year=${year}`));
  const paths = {
    [`irrigâmetro, ${board.sectors.length} cards`]: `/Irrigameter/GetByClientID?ID=${CLIENT}`,
    map: `/Map/GetByClientID?ID=${CLIENT}`,
    [`report of ${SEASON_DAYS} days, ${rows} rows`]: `/Report/IrrigationManager?ID=${CLIENT}&${season}`,
    [`its totals, ${sectors.length} sectors`]: `/Report/IrrigationManager?ID=${CLIENT}&${season}&rows=none`,
    [`water consumption of a year, ${used.rows.length} rows`]: `/Report/WaterConsumption?ID=${CLIENT}&year=${year}`,
  };
  for (const [name, path] of Object.entries(paths)) line(name, await timed(() => client.send(path), ROUNDS));
  client.close();
}

/** Measures from a change of the soil of all sectors until the API returns the new recommendations. */
async function recomputation(): Promise<void> {
  await using api = await startApi({ DEMO: "0", ADMIN_PASSWORD: ADMIN, LOG_LEVEL: "warn" });
  const client = await logIn(api, "admin", ADMIN);
  const { clientId, soilId, sectorId } = await makeFields(client);
  const range = `from=${addDays(today, -SEASON_DAYS)}&to=${addDays(today, -1)}`;
  const readRows = async () => (await client.send(`/Balance/GetBySectorID?ID=${sectorId}&${range}`)) as unknown[];
  while ((await readRows()).length < SEASON_DAYS) await new Promise((resolve) => setTimeout(resolve, 1000));
  let fcPct = 30;
  const change = async () => {
    fcPct += 0.5;
    await client.send("/Soil/Update", { _id: soilId, layers: [{ depthCm: 100, fcPct, wpPct: 18 }] });
    await client.send(`/Recommendation/GetByClientID?ID=${clientId}`);
  };
  line(`${SEASON_DAYS} days × ${SECTORS} sectors`, await timed(change, RECOMPUTATIONS, 2));
  client.close();
}

async function makeFields(client: Client) {
  const clientId = await client.added("/Client/Insert", { name: "Medição", typeChart: 1, timezone: TIMEZONE });
  const place = { lat: -20.3, lon: -48.3 };
  const farm = { clientId, name: "Fazenda", ...place, altitude: 517, timezone: TIMEZONE };
  const farmId = await client.added("/Farm/Insert", farm);
  await sendWeather(client, { clientId, farmId });
  const layers = [{ depthCm: 100, fcPct: 30, wpPct: 18 }];
  const soilId = await client.added("/Soil/Insert", { clientId, name: "Latossolo", layers });
  const stages = [20, 40, 60, 100].map((days, index) => ({ name: `Fase ${index + 1}`, days, kc: 0.8 }));
  const coefficients = { kcIni: 0.4, kcMid: 1.2, kcEnd: 0.6, rootIniCm: 20, rootMaxCm: 60, p: 0.5 };
  const cropId = await client.added("/Crop/Insert", { clientId, name: "Milho", stages, ...coefficients });
  const machine = { kind: "pivot", radiusM: 400, flowM3h: 180, efficiencyPct: 85, pumpKw: 100 };
  let sectorId = "";
  for (let number = 1; number <= SECTORS; number++) {
    const pivot = { clientId, farmId, name: `Pivô ${number}`, ...place, ...machine };
    const pivotId = await client.added("/Pivot/Insert", pivot);
    const sector = { clientId, pivotId, name: "Setor", angleStart: 0, angleEnd: 360, soilId };
    sectorId = await client.added("/PivotSector/Insert", sector);
    const plantingDate = addDays(today, -SEASON_DAYS);
    await client.added("/Season/Insert", { clientId, sectorId, cropId, plantingDate, status: "active" });
  }
  return { clientId, soilId, sectorId };
}

/** Sends hourly readings of a station, from before the planting until now. */
async function sendWeather(client: Client, farm: { clientId: string; farmId: string }): Promise<void> {
  const serial = `bench-${crypto.randomUUID()}`;
  const device = { ...farm, sensorTypeId: "weather-station", serial, intervalMin: 60 };
  const deviceId = await client.added("/Device/Insert", device);
  const units = { airTemp: "°C", airHum: "%", wind: "m/s", rad: "W/m²", rain: "mm" };
  for (const [variable, unit] of Object.entries(units))
    await client.added("/Sensor/Insert", { clientId: farm.clientId, deviceId, variable, unit });
  await client.send("/Farm/Update", { _id: farm.farmId, stationDeviceId: deviceId });
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  for (let hour = -(SEASON_DAYS + 2) * 24; hour <= 0; hour += MOMENTS_PER_BATCH) {
    const hours = Array.from({ length: Math.min(MOMENTS_PER_BATCH, 1 - hour) }, (_, index) => hour + index);
    const readings = hours.flatMap((index) => {
      const at = end + index * HOUR_MS;
      const sun = Math.max(0, Math.sin(((at / HOUR_MS - 9) / 12) * Math.PI));
      const values = { airTemp: 20 + 10 * sun, airHum: 90 - 40 * sun, wind: 1 + 2 * sun, rad: 800 * sun, rain: 0 };
      const date = new Date(at).toISOString();
      return Object.entries(values).map(([variable, value]) => ({
        variable,
        date,
        value: value * (1 + 0.01 * Math.random()),
      }));
    });
    const reply = TelemetryReply.parse(await client.send("/Reading/Insert", { serial, readings }));
    if (reply.accepted !== readings.length) throw new Error(`not stored: ${JSON.stringify(reply)}`);
  }
}
