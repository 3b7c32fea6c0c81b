// `npm run bench:series -- 0.5 5`: how long a series of 90 days over 20 sensors takes with so many million readings
// stored. Starts the reference API itself, on PGlite or on the PostgreSQL that DATABASE_URL names, sends the readings
// by HTTP as devices do, and requests the series as the charts do. Readings already in the database are kept.
import { spawnSync } from "node:child_process";
import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { Series, TelemetryReply } from "@lamina/shared/records/readings";
import { variableRow } from "@lamina/shared/records/variables";
import { logIn, timed } from "../../bench/client.ts";
import { startApi } from "../../e2e/product/api.ts";

const ADMIN = "bench-password";
const VARIABLES = ["airTemp", "airHum", "wind", "rad", "soilTemp"] as const;
const INTERVAL_MS = 5 * MINUTE_MS;
const DEVICES_ASKED = 4;
const MOMENTS_PER_BATCH = 400;
/** Each device's history goes back to this age; then further devices are added. */
const OLDEST_DAYS = 868;
const ROUNDS = 60;

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0 || sizes.some((size) => !(size > 0)))
  throw new Error("give the sizes in millions, such as 0.5 5");

const { DATABASE_URL } = process.env;
await using api = await startApi({
  DEMO: "0",
  ADMIN_PASSWORD: ADMIN,
  LOG_LEVEL: "warn",
  ...(DATABASE_URL ? { DATABASE_URL } : {}),
});
const client = await logIn(api, "admin", ADMIN, DEVICES_ASKED);
const now = Date.now();
const place = await makeFarm();

const stations: { serial: string; sensorIds: string[]; filledBackTo: number }[] = [];
for (let count = 0; count < DEVICES_ASKED; count++) stations.push(await addStation());
let storedCount = 0;
for (const size of sizes.sort((one, other) => one - other)) {
  const [before, startedAt] = [storedCount, performance.now()];
  await fillUpTo(size * 1e6);
  const rate = (storedCount - before) / ((performance.now() - startedAt) / 1000);
  console.log(`\n${(storedCount / 1e6).toFixed(2)} M readings, stored at ${Math.round(rate)}/s`);
  await measureAll();
}
client.close();

async function measureAll(): Promise<void> {
  for (const [name, days, step, ago] of [
    ["90 days by the hour", 90, "auto", 0],
    ["90 days by the day", 90, "day", 0],
    ["1 day as measured", 1, "raw", 0],
    ["1 day of 200 days ago as measured", 1, "raw", 200],
  ] as const)
    console.log(`${name}: ${await measure(days, step, ago)}`);
  if (!DATABASE_URL) return;
  const size = "select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'readings'::regclass";
  console.log(`readings with their index: ${(Number(ask(size)) / 1e6).toFixed(0)} MB`);
}

/** The result of a query to the server of DATABASE_URL. */
function ask(query: string): string {
  if (!DATABASE_URL) return "";
  const { stdout, stderr, status } = spawnSync("psql", [DATABASE_URL, "-XAtqc", query], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Adds history, first to the stations that are queried. */
async function fillUpTo(readings: number): Promise<void> {
  while (storedCount < readings) {
    const open = () => stations.filter(({ filledBackTo }) => now - filledBackTo < OLDEST_DAYS * DAY_MS);
    while (open().length < DEVICES_ASKED) stations.push(await addStation());
    await Promise.all(open().slice(0, DEVICES_ASKED).map(fillBack));
  }
}

async function fillBack(station: (typeof stations)[number]): Promise<void> {
  const readings = Array.from({ length: MOMENTS_PER_BATCH }, (_, index) => {
    const at = station.filledBackTo - (index + 1) * INTERVAL_MS;
    const wave = Math.sin((at / DAY_MS) * 2 * Math.PI);
    const date = new Date(at).toISOString();
    // With one decimal, as stations report.
    const value = (place: number) => Math.round((20 + place + 5 * wave + Math.random()) * 10) / 10;
    return VARIABLES.map((variable, place) => ({ variable, date, value: value(place) }));
  }).flat();
  const reply = TelemetryReply.parse(await client.send("/Reading/Insert", { serial: station.serial, readings }));
  if (reply.accepted !== readings.length) throw new Error(`not stored: ${JSON.stringify(reply)}`);
  storedCount += readings.length;
  station.filledBackTo -= MOMENTS_PER_BATCH * INTERVAL_MS;
}

async function measure(days: number, step: string, daysAgo: number): Promise<string> {
  const askedIds = stations.slice(0, DEVICES_ASKED).flatMap(({ sensorIds }) => sensorIds);
  const to = now - daysAgo * DAY_MS;
  const range = { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() };
  const query = new URLSearchParams({ IDs: askedIds.join(","), ...range, step });
  let points = 0;
  const times = await timed(async () => {
    const series = Series.array().parse(await client.send(`/Reading/GetSeries?${query}`));
    points = series.reduce((sum, { at }) => sum + at.length, 0);
  }, ROUNDS);
  return `${points} points, ${times}`;
}

async function makeFarm() {
  const clientId = await client.added("/Client/Insert", {
    name: "Medição",
    typeChart: 1,
    timezone: "America/Sao_Paulo",
  });
  const farm = { name: "Fazenda", lat: -20.3, lon: -48.3, altitude: 517, timezone: "America/Sao_Paulo" };
  return { clientId, farmId: await client.added("/Farm/Insert", { clientId, ...farm }) };
}

async function addStation() {
  const serial = `bench-${crypto.randomUUID()}`;
  const device = { ...place, sensorTypeId: "weather-station", serial, intervalMin: INTERVAL_MS / MINUTE_MS };
  const deviceId = await client.added("/Device/Insert", device);
  const sensorIds: string[] = [];
  for (const variable of VARIABLES) {
    const sensor = { clientId: place.clientId, deviceId, variable, unit: variableRow(variable).unit };
    sensorIds.push(await client.added("/Sensor/Insert", sensor));
  }
  return { serial, sensorIds, filledBackTo: now };
}
