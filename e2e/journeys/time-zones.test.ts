import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { expect, inject } from "vitest";
import { rowsOf } from "../browser/read.ts";
import type { Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { addClient, type PlantedFarm, plantFarm } from "../product/farm.ts";
import { openSession, type Session } from "../product/session.ts";
import { signIn } from "../screens.ts";

const { url } = inject("product");

const ZONES = ["America/Sao_Paulo", "America/Cuiaba", "America/Manaus"];
/** Values on both sides of a midnight. */
const BEFORE = { rainMm: 3, warmest: 35.5, wateredMm: 7 };
const AFTER = { rainMm: 5, coldest: 11.5 };
/** A user's rain record of the day before. */
const WRITTEN_MM = 9;

interface ZoneFarm extends PlantedFarm {
  name: string;
  timeZone: string;
  /** The days before and after the midnight. */
  eve: string;
  morrow: string;
}

const shown = (day: string) => day.split("-").reverse().join("/");

/** A farm with readings, watering and rain around its own midnight. */
async function plantAround(session: Session, clientId: string, timeZone: string): Promise<ZoneFarm> {
  const today = farmDay(Date.now(), timeZone);
  const [eve, morrow] = [addDays(today, -2), addDays(today, -1)];
  const midnight = startOfFarmDay(morrow, timeZone);
  const name = timeZone.replace("America/", "").replace("_", " ");
  const farm = await plantFarm(session, {
    ...{ clientId, name, timezone: timeZone, plantingDate: addDays(eve, -2), serial: `FUSO-${name.replace(" ", "")}` },
    sensors: { airTemp: "°C", rain: "mm" },
  });
  const at = (offset: number) => new Date(midnight + offset).toISOString();
  const hours = Array.from({ length: 96 }, (_, hour) => (hour - 72) * HOUR_MS);
  await session.post("/Reading/Insert", {
    serial: farm.serial,
    readings: [
      ...hours.map((offset, hour) => ({ variable: "airTemp", date: at(offset), value: 20 + (hour % 7) })),
      ...hours.map((offset) => ({ variable: "rain", date: at(offset), value: 0 })),
      { variable: "airTemp", date: at(-10 * MINUTE_MS), value: BEFORE.warmest },
      { variable: "rain", date: at(-10 * MINUTE_MS), value: BEFORE.rainMm },
      { variable: "airTemp", date: at(10 * MINUTE_MS), value: AFTER.coldest },
      { variable: "rain", date: at(10 * MINUTE_MS), value: AFTER.rainMm },
    ],
  });
  const { sectorId, farmId } = farm;
  await session.post("/Watering/Insert", {
    ...{ clientId, sectorId, start: at(-20 * MINUTE_MS), grossMm: BEFORE.wateredMm },
  });
  await session.post("/Rain/Insert", { clientId, farmId, date: addDays(eve, -1), mm: WRITTEN_MM });
  return { ...farm, name, timeZone, eve, morrow };
}

journey(
  "the days of three time zones are cut at each farm's midnight, in any browser zone",
  async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const { clientId } = await keep(addClient(session, "Fazendas de três fusos", 2));
    const places = await Promise.all(ZONES.map((timeZone) => plantAround(session, clientId, timeZone)));
    const visitor = await visit(url, undefined, { timezoneId: "Asia/Tokyo" });
    await signIn(visitor, "admin", clientId);
    for (const place of places) {
      await expectCharts(visitor, place);
      await expectReport(visitor, place);
    }
    await expectWaterings(visitor, places);
  },
);

/** The values in a chart's table of days, by the names of their columns; read again while the page gets its data. */
async function openDays({ page }: Visitor, path: string) {
  await page.goto(`${path}&passo=dia&periodo=7d`);
  await page.getByRole("button", { name: "Tabela", exact: true }).click();
  const table = page.getByRole("main").getByRole("table");
  await table.waitFor();
  return async (day: string) => (await rowsOf(table)).find(({ Data }) => Data === shown(day)) ?? {};
}

async function expectCharts(visitor: Visitor, { farmId, eve, morrow, timeZone }: ZoneFarm): Promise<void> {
  const rainOn = await openDays(visitor, `/charts/pluviometry?fazenda=${farmId}`);
  const rains = async () => [await rainOn(eve), await rainOn(morrow)].map((row) => row["Chuva por dia (mm)"]);
  await expect.poll(rains, { message: timeZone }).toEqual(["3,0", "5,0"]);
  const airOn = await openDays(visitor, `/charts/airtemperature?fazenda=${farmId}`);
  const extremes = async (day: string) => Object.values(await airOn(day)).filter((text) => /^(35|11),5$/.test(text));
  await expect.poll(() => extremes(eve), { message: timeZone }).toEqual(["35,5"]);
  await expect.poll(() => extremes(morrow), { message: timeZone }).toEqual(["11,5"]);
}

async function expectReport({ page }: Visitor, { pivotId, eve, morrow, timeZone }: ZoneFarm): Promise<void> {
  await page.goto(`/report/irrigationmanager?periodo=7d&pivo=${pivotId}`);
  const table = page.getByRole("main").getByRole("article").getByRole("table");
  await table.waitFor();
  const amounts = async () => {
    const rows = await rowsOf(table);
    return [addDays(eve, -1), eve, morrow].map((day) => {
      const row = rows.find(({ Data }) => Data === shown(day));
      return [row?.["Chuva (mm)"], row?.["LB aplicada (mm)"]];
    });
  };
  // The API computes the days after it has stored the readings.
  await expect.poll(amounts, { message: timeZone }).toEqual([
    ["9,0", "0,0"],
    ["3,0", "7,0"],
    ["5,0", "0,0"],
  ]);
}

/** Each record is shown in the zone of its own farm. */
async function expectWaterings({ page }: Visitor, places: readonly ZoneFarm[]): Promise<void> {
  await page.goto("/setup/watering");
  const table = page.getByRole("main").getByRole("table");
  await table.waitFor();
  await expect.poll(async () => (await rowsOf(table)).length).toBe(places.length);
  const starts = (await rowsOf(table)).map((row) => Object.values(row)[0]).sort();
  expect(starts).toEqual(places.map(({ eve }) => `${shown(eve)} 23:40`).sort());
  await page.goto("/setup/watering?parte=chuvas");
  await expect
    .poll(async () => (await rowsOf(table)).map((row) => Object.values(row)[0]).sort())
    .toEqual(places.map(({ eve }) => shown(addDays(eve, -1))).sort());
}
