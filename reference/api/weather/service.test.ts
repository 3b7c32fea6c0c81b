import { HOUR_MS } from "@lamina/shared/core/time";
import { ConfigFields } from "@lamina/shared/records/config";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { recordChanged } from "../core/record-changed.ts";
import { configs } from "../schema/settings.ts";
import { forecastDays, gaugeDays } from "../schema/weather.ts";
import { listClientSensorTypes } from "../telemetry/sensor-types/store.ts";
import { CLIENT, describeField, FARM, NOW, type TestField } from "../telemetry/testing/field.ts";
import { type ForecastProvider, ForecastUnavailable } from "./providers/provider.ts";
import { createWeatherService } from "./service.ts";

function start({ context, telemetry, database }: TestField) {
  const asked: string[] = [];
  const provider: ForecastProvider = {
    source: "open-meteo",
    fetch: async ({ _id }) => {
      asked.push(_id);
      throw new ForecastUnavailable("provider-unreachable");
    },
  };
  const weather = createWeatherService({ ...context, database }, { telemetry, providers: [provider] });
  const run = (name: string) => weather.jobs.find((job) => job.name === name)?.run();
  return { weather, asked, run };
}

describeField("the weather of a farm", (field) => {
  it("processes readings of a past day at once, and those of today after the day ends", async () => {
    const { weather, run } = start(field());
    const { telemetry, addDevice, addSensor } = field();
    const deviceId = await addDevice({ serial: "LATE" });
    await addSensor(deviceId, "airTemp");
    // Yesterday on the farm, three hours behind UTC, from midnight on.
    const midnight = Date.parse("2026-05-13T03:00:00Z");
    const readings = Array.from({ length: 24 }, (_, hour) => ({
      variable: "airTemp" as const,
      date: new Date(midnight + hour * HOUR_MS).toISOString(),
      value: hour === 14 ? 31 : 25 - 5 * Math.cos((Math.PI * (hour - 2)) / 12),
    }));
    const today = [{ variable: "airTemp" as const, date: NOW.toISOString(), value: 25 }];
    await telemetry.ingest({ serial: "LATE", readings: today }, NOW);
    await run("late readings");
    expect(await weather.days(FARM, "2026-05-13", "2026-05-13")).toEqual([]);
    await telemetry.ingest({ serial: "LATE", readings }, NOW);
    await run("late readings");
    expect(await weather.days(FARM, "2026-05-13", "2026-05-13")).toMatchObject([{ tMax: 31, tMin: 20 }]);
  });

  it("stores the rain of a day once when two jobs compute it at the same time", async () => {
    const { weather } = start(field());
    const { database, telemetry, addDevice, addSensor } = field();
    const deviceId = await addDevice({ serial: "TWICE" });
    await addSensor(deviceId, "rain");
    const midnight = Date.parse("2026-05-12T03:00:00Z");
    const readings = Array.from({ length: 24 }, (_, hour) => ({
      variable: "rain" as const,
      date: new Date(midnight + hour * HOUR_MS).toISOString(),
      value: 0.2,
    }));
    await telemetry.ingest({ serial: "TWICE", readings }, NOW);
    await Promise.all(Array.from({ length: 4 }, () => weather.recompute(FARM, "2026-05-12")));
    const rows = await database.select().from(gaugeDays).where(eq(gaugeDays.deviceId, deviceId));
    expect(rows.map(({ date }) => date)).toEqual(["2026-05-12"]);
  });

  it("takes ETo from the forecast where the client prefers it, and the measured values from the station", async () => {
    const { weather } = start(field());
    const { database, telemetry, addDevice, addSensor } = field();
    await addSensor(await addDevice({ serial: "STATION" }), "airTemp");
    const date = "2026-05-11";
    const midnight = Date.parse(`${date}T03:00:00Z`);
    const readings = Array.from({ length: 24 }, (_, hour) => ({
      variable: "airTemp" as const,
      date: new Date(midnight + hour * HOUR_MS).toISOString(),
      value: 25 - 5 * Math.cos((Math.PI * (hour - 2)) / 12),
    }));
    await telemetry.ingest({ serial: "STATION", readings }, NOW);
    const none = { rain: 0, rainProbPct: 10, rhMin: 40, windMaxKmh: 10, windDir: 90 };
    const forecast = { farmId: FARM, issuedAt: NOW, date, tMax: 35, tMin: 12, ...none, eto: 4.2 };
    await database.insert(forecastDays).values({ ...forecast, source: "open-meteo" });
    const given = async (etoSource: "station" | "forecast") => {
      const config = {
        ...ConfigFields.parse({ etoSource }),
        _id: "config",
        clientId: CLIENT,
        createdAt: NOW,
        updatedAt: NOW,
      };
      await database.insert(configs).values(config).onConflictDoUpdate({ target: configs._id, set: { etoSource } });
      await weather.recompute(FARM, date);
      const [day] = await weather.days(FARM, date, date);
      return day;
    };
    const measured = await given("station");
    expect(measured).toMatchObject({ tMax: 30, tMin: 20 });
    expect(measured?.eto).not.toBe(4.2);
    expect(await given("forecast")).toMatchObject({ tMax: 30, tMin: 20, eto: 4.2, etoMethod: "pm_estimated" });
    await database.delete(configs);
  });

  it("processes after a restart the readings that were stored before it", async () => {
    const { telemetry, addDevice, addSensor } = field();
    start(field());
    await addSensor(await addDevice({ serial: "BEFORE" }), "airHum");
    const readings = [{ variable: "airHum" as const, date: "2026-05-10T12:00:00Z", value: 61 }];
    await telemetry.ingest({ serial: "BEFORE", readings }, NOW);
    const { weather, run } = start(field());
    await run("late readings");
    expect(await weather.days(FARM, "2026-05-10", "2026-05-10")).toMatchObject([{ date: "2026-05-10" }]);
  });

  it("requests the first forecast of a new farm, and again when its client chooses another source", async () => {
    const { asked, run } = start(field());
    const { events } = field().context;
    const record = { clientId: CLIENT, recordId: FARM };
    await events.emit("record", recordChanged("Farm", { ...record, before: {}, after: {} }));
    await run("first forecasts");
    expect(asked).toEqual([]);
    await events.emit("record", recordChanged("Farm", { ...record, after: {} }));
    await run("first forecasts");
    await run("first forecasts");
    expect(asked).toEqual([FARM]);
    await events.emit("record", recordChanged("Config", { clientId: CLIENT, recordId: "config", after: {} }));
    await run("first forecasts");
    expect(asked).toEqual([FARM, FARM]);
  });

  it("counts the types of a client's devices among its sensor types", async () => {
    const { database, addDevice } = field();
    await addDevice({ sensorTypeId: "flow-meter" });
    const types = await listClientSensorTypes(database, CLIENT);
    expect(types.map(({ _id }) => _id)).toContain("flow-meter");
    expect(types.map(({ _id }) => _id)).not.toContain("level-sensor");
  });
});
