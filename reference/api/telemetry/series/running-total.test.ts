import { HOUR_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { describeField, NOW } from "../testing/field.ts";

/** The farm's midnight, three hours behind UTC. */
const MIDNIGHT = Date.parse("2026-05-12T03:00:00Z");
const at = (hour: number) => new Date(MIDNIGHT + hour * HOUR_MS).toISOString();

describeField("a running total of rain", (field) => {
  let number = 0;
  async function gauge(more: object = {}) {
    const serial = `TOTAL-${++number}`;
    const sensorId = await field().addSensor(await field().addDevice({ serial }), "rainTotal", more);
    const { telemetry } = field();
    const send = (readings: readonly (readonly [hour: number, mm: number])[]) =>
      telemetry.ingest(
        { serial, readings: readings.map(([hour, value]) => ({ variable: "rain", date: at(hour), value })) },
        NOW,
      );
    const days = async () =>
      (await telemetry.dayAggregates([sensorId], "2026-05-11", "2026-05-14")).map(
        ({ sum }) => Math.round(sum * 10) / 10,
      );
    return { sensorId, send, days, serial };
  }

  it("counts what it grows by, and starts again at midnight", async () => {
    const { send, days } = await gauge();
    expect(
      await send([
        [0, 0],
        [6, 4],
        [12, 4],
        [20, 22.8],
        [23, 22.8],
        [24, 0],
        [30, 3],
        [47, 5],
      ]),
    ).toMatchObject({
      accepted: 8,
      rejected: [],
    });
    expect(await days()).toEqual([22.8, 5]);
  });

  it("counts nothing for its first reading, and what fell in a gap when it ends", async () => {
    const { send, days } = await gauge();
    await send([
      [2, 812.4],
      [3, 812.4],
      [40, 840.4],
      [41, 841],
    ]);
    expect(await days()).toEqual([0, 28.6]);
  });

  it("starts again during a gap, and after its highest value", async () => {
    const { send, days } = await gauge();
    await send([
      [2, 10],
      [8, 22],
      [30, 15],
      [31, 16],
    ]);
    expect(await days()).toEqual([12, 16]);
    const rolled = await gauge();
    await rolled.send([
      [2, 998],
      [3, 999.6],
      [4, 0.4],
      [5, 2],
    ]);
    expect(await rolled.days()).toEqual([3.6]);
  });

  it("ignores the noise of rounding", async () => {
    const { send, days } = await gauge();
    await send([
      [1, 118.4],
      [2, 118.2],
      [3, 118.4],
      [4, 118.2],
      [5, 118.9],
      [6, 118.8],
      [7, 119],
    ]);
    expect(await days()).toEqual([0.6]);
  });

  it("is the same in any order, one by one, at once and twice", async () => {
    const all = [
      [1, 0],
      [5, 2],
      [9, 7.5],
      [23, 9],
      [25, 1],
      [30, 4],
      [31, 4],
      [50, 0],
      [55, 6],
    ] as const;
    const once = await gauge();
    await once.send(all);
    expect(await once.days()).toEqual([9, 4, 6]);
    const mixed = await gauge();
    for (const index of [4, 0, 8, 2, 6, 1, 7, 3, 5]) await mixed.send([all[index] ?? [0, 0]]);
    await mixed.send(all);
    expect(await mixed.days()).toEqual(await once.days());
  });

  it("counts in mm by its calibration, and charts the increases", async () => {
    const { sensorId, send, days } = await gauge({ calibB: 0.2 });
    await send([
      [1, 100],
      [2, 110],
      [3, 110],
      [4, 135],
    ]);
    expect(await days()).toEqual([7]);
    const [series] = await field().telemetry.series([sensorId], new Date(at(0)), new Date(at(6)), "raw");
    expect(series?.sum?.filter((sum) => sum !== null)).toEqual([0, 2, 0, 5]);
    const [hours] = await field().telemetry.series([sensorId], new Date(at(2)), new Date(at(6)), "hour");
    expect(hours?.sum?.slice(0, 3)).toEqual([2, 0, 5]);
  });

  it("doubts a day that grows by more than falls, and counts the next day right", async () => {
    const { send, days, sensorId } = await gauge();
    await send([
      [1, 118.4],
      [2, 0],
      [3, 300.4],
      [4, 300.4],
      [26, 300.4],
      [28, 305.4],
    ]);
    expect(await days()).toEqual([5]);
    const [series] = await field().telemetry.series([sensorId], new Date(at(0)), new Date(at(24)), "raw");
    expect(series?.flagged.map(({ flag }) => flag)).toEqual(Array(4).fill("doubted"));
  });
});
