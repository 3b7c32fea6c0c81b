import { sprayLoss } from "@lamina/agronomy/machine/wind-losses";
import { ConfigFields } from "@lamina/shared/records/config";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Database } from "../../core/database/open.ts";
import { pivots } from "../../schema/farms.ts";
import { sensorTypes } from "../../schema/sensor-types.ts";
import { configs } from "../../schema/settings.ts";
import { devices, readingHours, sensors } from "../../schema/telemetry.ts";
import { forecastHours } from "../../schema/weather.ts";
import { loadSectors } from "../sites/sectors.ts";
import { isEaByHour } from "../sites/spray-losses.ts";
import { describeDatabases } from "../testing/databases.ts";
import {
  addForecast,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  settings,
  TODAY,
  times,
} from "../testing/field.ts";
import { appliedNet } from "./applied-net.ts";

const HOUR = 3_600_000;
/** Wind at 2 m, and the same at the 10 m of forecasts, km/h. */
const NOON = { wind2m: 4, tempC: 33, rhPct: 35 };
const NOON_KMH = (3.6 * 4 * Math.log(67.8 * 10 - 5.42)) / 4.87;
const NIGHT_LOSS = 0.05;

async function want(database: Database, clientId: string, efficiencyByHour: boolean) {
  const { advice } = ConfigFields.parse({ advice: { efficiencyByHour } });
  await database.insert(configs).values(settings(clientId, { advice }));
}

/** Two measured hours of a farm's station: a hot one, and one whose humidity is missing. */
async function measure(database: Database, { clientId, farmId }: { clientId: string; farmId: string }, from: number) {
  const own = { clientId, ...times };
  const id = `${farmId}-station`;
  await database
    .insert(sensorTypes)
    .values({ _id: `${id}-type`, ...times, name: "Estação", kind: "weather" })
    .onConflictDoNothing();
  await database.insert(devices).values({
    _id: id,
    ...own,
    farmId,
    sensorTypeId: `${id}-type`,
    serial: id,
    intervalMin: 60,
    heightM: 2,
    maintenance: false,
  });
  const values = { wind: NOON.wind2m, airTemp: NOON.tempC, airHum: NOON.rhPct };
  for (const [variable, value] of Object.entries(values)) {
    const [sensor] = await database
      .insert(sensors)
      .values({
        _id: `${id}-${variable}`,
        ...own,
        deviceId: id,
        variable: variable as "wind",
        unit: "",
        calibA: 0,
        calibB: 1,
      })
      .returning();
    const hours = variable === "airHum" ? [from] : [from, from + HOUR];
    await database.insert(readingHours).values(
      hours.map((hour) => ({
        sensor: sensor?.number ?? 0,
        hour: new Date(hour),
        count: 2,
        sum: 2 * value,
        min: value,
        max: value,
      })),
    );
  }
}

describeDatabases("the Ea of the hours of a run", (database) => {
  const noon = Date.parse(`${TODAY}T15:00:00Z`);
  const part = (1 - sprayLoss("moving", NOON)) / (1 - NIGHT_LOSS);

  it("reduces the net depth of applied water in its hours, where the client wants it and the weather is known", async () => {
    const netOf = async (id: string, efficiencyByHour: boolean, kind: "pivot" | "drip" = "pivot") => {
      const field = await plantSeason(database(), id, { pivot: { kind } });
      await want(database(), field.clientId, efficiencyByHour);
      await measure(database(), field, noon);
      const [site] = await loadSectors(database(), { sectorIds: [field.sectorId] });
      if (site === undefined) throw new Error("no sector");
      const isByHour = await isEaByHour(database(), field.clientId);
      return (start: number, hours: number) =>
        appliedNet(database(), { ...site, isByHour }, { grossMm: 20, start: new Date(start), hours });
    };
    const on = await netOf("net-on", true);
    expect(await on(noon, 1)).toBeCloseTo(17 * part, 2);
    // The second hour has no humidity, and the night no reading.
    expect(await on(noon, 2)).toBeCloseTo((17 * (part + 1)) / 2, 2);
    expect(await on(noon + 8 * HOUR, 2)).toBe(17);
    expect(await on(noon, 0)).toBe(17);
    expect(await (await netOf("net-off", false))(noon, 1)).toBe(17);
    expect(await (await netOf("net-drip", true, "drip"))(noon, 1)).toBe(17);
  });

  it("reduces Ea of the advice by the forecast of its hours, and names it", async () => {
    const adviceOf = async (id: string, efficiencyByHour: boolean, isWindy = true) => {
      const { clientId, farmId } = await plantSeason(database(), id);
      await addForecast(database(), farmId, TODAY, [{}, {}, {}, {}, {}, {}, {}]);
      const from = Date.parse(`${TODAY}T03:00:00Z`);
      const hours = Array.from({ length: 24 * 14 }, (_, hour) => ({
        ...{ farmId, issuedAt: new Date(MORNING), date: new Date(from + hour * HOUR), source: "simulated" as const },
        ...{ temp: NOON.tempC, rh: NOON.rhPct, rain: 0, windKmh: isWindy ? NOON_KMH : null },
      }));
      await database().insert(forecastHours).values(hours);
      await want(database(), clientId, efficiencyByHour);
      await database().update(pivots).set({ minPercent: 5 }).where(eq(pivots.farmId, farmId));
      const { irrigation } = openIrrigation(database(), MORNING);
      await irrigation.settle();
      const [given] = await recommendationsOf(irrigation, clientId);
      const reason = (key: string) => Number(given?.reasons.find((one) => one.key === key)?.value);
      return {
        action: given?.action,
        grossMm: given?.grossMm ?? 0,
        ea: reason("efficiency"),
        lost: reason("windLoss"),
      };
    };
    const [off, on] = [await adviceOf("wind-off", false), await adviceOf("wind-on", true)];
    expect([off.action, on.action]).toEqual(["irrigate", "irrigate"]);
    expect(off).toMatchObject({ ea: 85, lost: Number.NaN });
    expect(on.ea).toBeCloseTo(85 * part, 2);
    expect(on.lost).toBeCloseTo(85 * (1 - part), 2);
    expect(on.grossMm).toBeGreaterThan(off.grossMm);
    // A forecast without wind says nothing.
    expect(await adviceOf("wind-unknown", true, false)).toEqual(off);
  });
});
