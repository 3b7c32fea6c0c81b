import { addDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { Recomputing, WeatherDaily } from "@lamina/shared/records/weather";
import { expect, it } from "vitest";
import * as z from "zod";
import { describeApi } from "../../testing/api.ts";
import { plantStation, ZONE } from "./testing/station.ts";

const DAYS = 12;

describeApi("a changed fact of a farm", (api) => {
  async function plant(id: string) {
    const { clientId, farmId, deviceId, today, send, addReadings } = await plantStation(api(), {
      ...{ id, days: DAYS, variables: ["airTemp", "airHum", "wind", "rad"], device: { heightM: 2 } },
    });
    const readingsOn = (ago: number, warmer = 0) =>
      Array.from({ length: 24 }, (_, hour) => {
        const date = new Date(startOfFarmDay(addDays(today, -ago), ZONE) + hour * HOUR_MS).toISOString();
        const warm = Math.sin(((hour - 9) / 12) * Math.PI);
        const rad = 800 * Math.max(0, Math.sin(((hour - 5.3) / 12) * Math.PI));
        const values = { airTemp: 25 + 7 * warm + warmer, airHum: 65 - 25 * warm, wind: 2 + hour / 24, rad };
        return Object.entries(values).map(([variable, value]) => ({ variable, date, value }));
      }).flat();
    for (let ago = DAYS; ago > 0; ago--) await addReadings(id, readingsOn(ago));
    await api().services.weather.settle();
    const etos = async () => {
      const query = `ID=${farmId}&from=${addDays(today, -DAYS)}&to=${addDays(today, -1)}`;
      const days = z.array(WeatherDaily).parse(await send(`/WeatherDaily/GetByFarmID?${query}`));
      return days.map(({ eto }) => eto);
    };
    const waiting = async () => Recomputing.parse(await send(`/WeatherDaily/GetRecomputing?ID=${clientId}`));
    return { farmId, deviceId, id, send, addReadings, etos, waiting, readingsOn };
  }
  const differing = (one: readonly unknown[], other: readonly unknown[]) =>
    one.filter((value, index) => value !== other[index]).length;

  it("recomputes every day in one job that says its days and audits them; a later reading changes none", async () => {
    const { farmId, id, send, addReadings, etos, waiting, readingsOn } = await plant("altitude");
    await api().services.weather.settle();
    const before = await etos();
    expect(before.every((eto) => typeof eto === "number")).toBe(true);
    await send("/Farm/Update", { _id: farmId, altitude: 1800 });
    expect((await waiting()).farms).toEqual([{ farmId, days: DAYS }]);
    await api().services.weather.settle();
    expect((await waiting()).farms).toEqual([]);
    const after = await etos();
    expect(differing(before, after)).toBe(DAYS);
    const { items } = z
      .object({ items: z.array(z.looseObject({ reason: z.string().nullish() })) })
      .parse(await send(`/Audit/GetByRecordID?ID=${farmId}`));
    expect(items.map(({ reason }) => reason)).toContain(
      `Recalculados ${DAYS} dias de clima por causa da mudança: a ETo mudou em ${DAYS}.`,
    );
    await addReadings(id, readingsOn(DAYS - 2).slice(0, 1));
    await api().services.weather.settle();
    expect(await etos()).toEqual(after);
  });

  it("is the height of the wind and the place of the farm too, and not its name", async () => {
    const { farmId, deviceId, send, etos } = await plant("height");
    const changes = async (path: string, body: object) => {
      const before = await etos();
      await send(path, body);
      await api().services.weather.settle();
      return differing(before, await etos());
    };
    expect(await changes("/Device/Update", { _id: deviceId, heightM: 10 })).toBe(DAYS);
    expect(await changes("/Farm/Update", { _id: farmId, lat: -22 })).toBe(DAYS);
    expect(await changes("/Farm/Update", { _id: farmId, name: "Outro nome" })).toBe(0);
  });
});
