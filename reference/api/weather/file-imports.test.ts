import { ImportBatch, ImportReply, UndoReply } from "@lamina/shared/calls/views/field-records";
import { addDays, farmDayRange } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { WeatherDaily } from "@lamina/shared/records/weather";
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";
import { readingDays, readingHours, readings, sensorStates } from "../schema/telemetry.ts";
import { runsOf } from "../telemetry/store/take-back.ts";
import { plantStation, ZONE } from "./testing/station.ts";

describeApi("imports of what no record has", (api) => {
  const stored = async () => ({
    readings: await api().database.select().from(readings).orderBy(readings.sensor, readings.at),
    hours: await api().database.select().from(readingHours).orderBy(readingHours.sensor, readingHours.hour),
    days: await api().database.select().from(readingDays).orderBy(readingDays.sensor, readingDays.day),
    states: await api().database.select().from(sensorStates).orderBy(sensorStates.sensor),
  });

  it("readings: the preview is what the import does, and the undo is what was before", async () => {
    const { clientId, farmId, today, send, addReadings } = await plantStation(api(), {
      ...{ id: "file-readings", days: 20, variables: ["airTemp", "rain"] },
    });
    const { from } = farmDayRange(addDays(today, -9), addDays(today, -9), ZONE);
    const row = (hour: number, value: number, variable = "airTemp") => ({
      ...{ variable, value, date: new Date(from + hour * HOUR_MS).toISOString() },
    });
    await addReadings("file-readings", [row(0, 20), row(1, 21), row(3, 3.2, "rain")]);
    await api().services.weather.settle();
    const [before, weatherBefore] = [
      await stored(),
      await send(`/WeatherDaily/GetByFarmID?ID=${farmId}&from=${addDays(today, -12)}&to=${today}`),
    ];

    const rows = [
      // Stored, contradicted, and new ones of two days; a bad one; one of eight years ago.
      ...[row(0, 20), row(1, 25), ...Array.from({ length: 40 }, (_, hour) => row(hour + 2, 15 + (hour % 9)))],
      ...[row(4, 1.4, "rain"), row(5, 0, "rain"), { ...row(6, 0), variable: "nada" }],
      { ...row(0, 12), date: `${Number(today.slice(0, 4)) - 8}-02-01T10:00:00Z` },
    ];
    const body = { serial: "file-readings", readings: rows };
    const foreseen = ImportReply.parse(await send("/Reading/ImportPreview", body));
    expect(foreseen).toMatchObject({ inserted: 43, duplicate: 1, changed: 0, conflicting: 1 });
    expect(foreseen.errors).toMatchObject([{ row: 45, field: "variable" }]);
    expect(await stored()).toEqual(before);
    expect(await send("/Reading/Import", { ...body, batch: "file-batch-1" })).toEqual(foreseen);
    expect(await send("/Reading/ImportPreview", body)).toMatchObject({ inserted: 0, duplicate: 44, conflicting: 1 });

    const batches = (await send(`/Import/GetByClientID?ID=${clientId}`)) as unknown[];
    expect(ImportBatch.parse(batches[0])).toMatchObject({
      ...{ _id: "file-batch-1", entities: ["Reading"], inserted: 43, changed: 1, undone: false },
    });
    expect(UndoReply.parse(await send("/Import/Undo", { clientId, batch: "file-batch-1" }))).toEqual({
      ...{ undone: 44, left: 0, refused: [] },
    });
    const after = await stored();
    // A reading that is trusted again is no longer late, and the state counts from the newest reading.
    const trusted = ({ readings: all, states, ...others }: typeof after) => ({
      ...others,
      readings: all.map(({ flag: _, ...one }) => one),
      states: states.map(({ since: _since, flag: _flag, ...one }) => one),
    });
    expect(trusted(after)).toEqual(trusted(before));
    await api().services.weather.settle();
    expect(await send(`/WeatherDaily/GetByFarmID?ID=${farmId}&from=${addDays(today, -12)}&to=${today}`)).toEqual(
      weatherBefore,
    );
    expect(await send("/Import/Undo", { clientId, batch: "file-batch-1" })).toMatchObject({ undone: 0, left: 0 });
    expect(ImportBatch.parse(((await send(`/Import/GetByClientID?ID=${clientId}`)) as unknown[])[0]).undone).toBe(true);
  });

  it("past weather: the same, and days that another import changed since stay", async () => {
    const { clientId, farmId, today, send } = await plantStation(api(), {
      id: "file-days",
      days: 9,
      variables: ["airTemp"],
    });
    const dates = Array.from({ length: 5 }, (_, day) => addDays(today, day - 60));
    const day = (index: number, tMax = 30) => ({ date: dates[index], tMax, tMin: 18 });
    const body = (source: string, days: object[]) => ({ farmId, source, days });
    const seen = async () => {
      await api().services.weather.settle();
      const path = `/WeatherDaily/GetByFarmID?ID=${farmId}&from=${dates[0]}&to=${dates[4]}`;
      return ((await send(path)) as WeatherDaily[]).map(({ date, tMax }) => [date, tMax]);
    };
    await send("/WeatherDaily/ImportPast", body("inmet", [day(0), day(1)]));
    const before = await seen();
    const file = body("nasa-power", [day(1, 33), day(2, 33), day(3, 33)]);
    const expected = { inserted: 2, changed: 1, duplicate: 0 };
    expect(await send("/WeatherDaily/ImportPastPreview", file)).toEqual(expected);
    expect(await seen()).toEqual(before);
    expect(await send("/WeatherDaily/ImportPast", { ...file, batch: "file-batch-2" })).toEqual(expected);
    expect(await send("/WeatherDaily/ImportPastPreview", file)).toEqual({ inserted: 0, changed: 0, duplicate: 3 });
    await send("/WeatherDaily/ImportPast", body("inmet", [day(3, 29)]));
    const reply = UndoReply.parse(await send("/Import/Undo", { clientId, batch: "file-batch-2" }));
    expect(reply).toMatchObject({ undone: 2, left: 0, refused: [{ name: dates[3], id: "changed-since" }] });
    expect(await seen()).toEqual([...before, [dates[3], 29]]);
  });

  it("need the right to change devices", async () => {
    const { clientId, farmId, today, send } = await plantStation(api(), {
      id: "file-rights",
      days: 9,
      variables: ["airTemp"],
    });
    await send("/WeatherDaily/ImportPast", {
      ...{ farmId, source: "inmet", batch: "file-batch-3", days: [{ date: addDays(today, -50), tMax: 30, tMin: 18 }] },
    });
    const other = await api().login("bruno");
    const answer = await api().send("/Import/Undo", { token: other, body: { clientId, batch: "file-batch-3" } });
    expect(answer.status).toBe(404);
    const readingOf = { serial: "file-rights", readings: [{}] };
    expect((await api().send("/Reading/ImportPreview", { token: other, body: readingOf })).status).toBe(403);
  });
});

it("runs of moments have all of them", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (moments) => {
      const all = runsOf(moments).flatMap(([first, step, count]) =>
        Array.from({ length: count }, (_, index) => first + step * index),
      );
      expect(all).toEqual([...moments].sort((one, other) => one - other));
    }),
  );
  expect(runsOf([0, 10, 20, 30, 35])).toEqual([
    [0, 10, 4],
    [35, 0, 1],
  ]);
});
