import { addDays } from "@lamina/shared/core/farm-time";
import type { WeatherDaily } from "@lamina/shared/records/weather";
import { expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";
import { plantStation } from "./testing/station.ts";

const DAY = { tMax: 31, tMin: 19, rhMax: 95, rhMin: 40, wind2m: 1.5, rad: 21, rain: 7 };

describeApi("past weather of another source", (api) => {
  it("fills the days before the station, says where they come from, and is stored once", async () => {
    const field = await plantStation(api(), { id: "past", days: 40, variables: ["airTemp"] });
    const { farmId, today, send } = field;
    const date = addDays(today, -500);
    const past = { farmId, source: "nasa-power", days: [{ date, ...DAY }] };
    expect(await send("/WeatherDaily/ImportPast", past)).toEqual({ inserted: 1, changed: 0, duplicate: 0 });
    await api().services.weather.settle();
    const days = async () =>
      (await send(`/WeatherDaily/GetByFarmID?ID=${farmId}&from=${date}&to=${date}`)) as WeatherDaily[];
    const [found] = await days();
    expect(found).toMatchObject({ ...DAY, rainState: "manual", etoMethod: "pm_estimated" });
    expect(found?.filledFrom).toMatchObject({ tMax: "nasa-power", rad: "nasa-power", rain: "nasa-power" });
    expect(found?.eto).toBeGreaterThan(3);
    expect(await send("/WeatherDaily/ImportPast", past)).toEqual({ inserted: 0, changed: 0, duplicate: 1 });
    const corrected = { ...past, days: [{ date, ...DAY, rain: 9 }] };
    expect(await send("/WeatherDaily/ImportPast", corrected)).toEqual({ inserted: 0, changed: 1, duplicate: 0 });
    await api().services.weather.settle();
    expect(await days()).toMatchObject([{ rain: 9 }]);
    const audit = (await send(`/Audit/GetByRecordID?ID=${farmId}`)) as { items: { reason: string | null }[] };
    expect(audit.items.filter(({ reason }) => reason?.startsWith("Clima diário importado"))).toHaveLength(2);
  });

  it("refuses days to come and a maximum below the minimum, and users without the right", async () => {
    const { farmId, today } = await plantStation(api(), { id: "past-rules", days: 10, variables: ["airTemp"] });
    const token = await api().login("admin");
    const days = [
      { date: addDays(today, 2), tMax: 30, tMin: 20 },
      { date: addDays(today, -30), tMax: 10, tMin: 20 },
    ];
    const body = { farmId, source: "inmet", days };
    const answer = await api().send("/WeatherDaily/ImportPast", { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ field: "days.0.date" }, { field: "days.1.tMax" }] });
    const viewer = await api().login("carla");
    expect((await api().send("/WeatherDaily/ImportPast", { token: viewer, body })).status).toBe(403);
  });
});
