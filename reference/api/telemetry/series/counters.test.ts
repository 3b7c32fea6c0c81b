import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isLongFor } from "../../../../scripts/testing/long.ts";
import { describeField } from "../testing/field.ts";

/** The farm's midnight, three hours behind UTC. */
const MIDNIGHT = Date.parse("2026-05-12T03:00:00Z");
const RUNS = isLongFor("reference/api/telemetry/") ? 60 : 4;
const RECEIVED = new Date(MIDNIGHT + 400 * HOUR_MS);

/** A step of a counter: the time since the last reading, what passed, and whether the counter started again. */
const Step = fc.record({
  minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 90, max: 1500 })),
  share: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
  restart: fc.oneof(
    { weight: 6, arbitrary: fc.constant("no" as const) },
    { weight: 1, arbitrary: fc.constant("own" as const) },
    { weight: 1, arbitrary: fc.constant("other" as const) },
  ),
  other: fc.integer({ min: 0, max: 90_000 }),
});

type Walked = typeof Step extends fc.Arbitrary<infer One> ? One : never;

interface Sent {
  at: number;
  value: number;
}

/** The readings of a counter, what passed, and the maximum that can have passed. */
function walk(variable: Variable, start: number, steps: readonly Walked[]) {
  const { mostPerHour = 0, mostAtOnce = 0 } = variableRow(variable).total ?? {};
  let [at, value, passed, limit, isOwn] = [MIDNIGHT, start, 0, 0, true];
  const readings: Sent[] = [{ at, value }];
  for (const { minutes, share, restart, other } of steps) {
    at += minutes * MINUTE_MS;
    const amount = (share * mostPerHour * minutes) / 60;
    passed += amount;
    limit += mostAtOnce + (mostPerHour * minutes) / 60;
    // The part after its restart is all that its new value says.
    value = restart === "no" ? value + amount : restart === "own" ? amount / 2 : other;
    isOwn &&= restart !== "other";
    readings.push({ at, value });
  }
  return { readings, passed, limit, isOwn };
}

describeField("counters", (field) => {
  let number = 0;
  async function counter(variable: Variable) {
    const serial = `COUNTER-${++number}`;
    const sensorId = await field().addSensor(await field().addDevice({ serial }), variable, {
      unit: variableRow(variable).unit,
    });
    const { telemetry } = field();
    const send = (sent: readonly Sent[], name = variable) =>
      telemetry.ingest(
        {
          serial,
          readings: sent.map(({ at, value }) => ({ variable: name, date: new Date(at).toISOString(), value })),
        },
        RECEIVED,
      );
    const days = () => telemetry.dayAggregates([sensorId], "2026-05-01", "2026-05-28");
    const hours = () =>
      telemetry.hourAggregates([sensorId], new Date(MIDNIGHT - 48 * HOUR_MS), new Date(MIDNIGHT + 480 * HOUR_MS));
    return { sensorId, send, days, hours };
  }
  const sumOf = (rows: readonly { sum: number }[]) => rows.reduce((total, { sum }) => total + sum, 0);
  const at = (hour: number, value: number): Sent => ({ at: MIDNIGHT + hour * HOUR_MS, value });

  it.each(["flowTotal", "energyTotal", "hourMeter"] as const)(
    "never counts less than nothing of %s, nor more than can have passed, in any order",
    async (variable) => {
      const steps = fc.array(Step, { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(steps, fc.integer({ min: 0, max: 5000 }), fc.infiniteStream(fc.nat()), async (...given) => {
          const [walked, start, order] = given;
          const { readings, passed, limit, isOwn } = walk(variable, start, walked);
          const [once, mixed] = [await counter(variable), await counter(variable)];
          await once.send(readings);
          for (const part of halves(shuffled(readings, order))) await mixed.send(part);
          const [days, hours] = [await once.days(), await once.hours()];
          for (const { min, sum } of [...days, ...hours]) expect(Math.min(min, sum)).toBeGreaterThanOrEqual(-1e-6);
          const total = sumOf(days);
          expect(sumOf(hours)).toBeCloseTo(total, 4);
          expect(sumOf(await mixed.days())).toBeCloseTo(total, 4);
          expect(total).toBeLessThanOrEqual((isOwn ? passed : limit) + 1e-3);
        }),
        { numRuns: RUNS, seed: 33 },
      );
    },
    300_000,
  );

  it.each(["flowTotal", "energyTotal"] as const)(
    "counts what passed as %s but for the end of a counter that rolls over, with noise and repeated messages",
    async (variable) => {
      const top = 65_536;
      const walked = fc.array(
        fc.record({
          minutes: fc.oneof(
            { weight: 5, arbitrary: fc.integer({ min: 5, max: 90 }) },
            fc.integer({ min: 1440, max: 7200 }),
          ),
          amount: fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 400 })),
          isNoisy: fc.boolean(),
        }),
        { minLength: 2, maxLength: 20 },
      );
      await fc.assert(
        fc.asyncProperty(
          walked,
          fc.integer({ min: 100, max: 800 }),
          fc.infiniteStream(fc.nat()),
          async (steps, below, order) => {
            let [at, value, passed, hidden] = [MIDNIGHT, top - below, 0, 0];
            const readings: Sent[] = [{ at, value }];
            for (const { minutes, amount, isNoisy } of steps) {
              at += minutes * MINUTE_MS;
              passed += amount;
              if (value + amount >= top) hidden += top - value;
              value = (value + amount) % top;
              readings.push({ at, value: isNoisy && amount === 0 && value > 20 ? value - 1 : value });
            }
            const { send, days } = await counter(variable);
            for (const part of halves(shuffled(readings, order))) await send(part);
            await send(readings.slice(1));
            // Noise at the moment of the roll counts once.
            expect(Math.abs(sumOf(await days()) - (passed - hidden))).toBeLessThanOrEqual(1 + 1e-6);
          },
        ),
        { numRuns: RUNS, seed: 34 },
      );
    },
    300_000,
  );

  it("spreads what passed in a gap over its hours", async () => {
    const { send, days, hours, sensorId } = await counter("flowTotal");
    await send([at(20, 1000), at(21, 1100), at(29, 1900), at(30, 1900)]);
    expect((await days()).map(({ sum }) => Math.round(sum))).toEqual([400, 500]);
    expect((await hours()).map(({ sum }) => Math.round(sum))).toEqual([100, 100, 100, 100, 100, 100, 100, 100, 100, 0]);
    // A reading within the gap that arrives late moves its part.
    await send([at(24, 1100)]);
    expect((await days()).map(({ sum }) => Math.round(sum))).toEqual([100, 800]);
    const range = [new Date(MIDNIGHT), new Date(MIDNIGHT + 48 * HOUR_MS)] as const;
    const [series] = await field().telemetry.series([sensorId], ...range, "day");
    expect(series).toMatchObject({ unit: "m³", sum: [100, 800] });
  });

  it("counts a restart, and neither another counter nor a wrong reading", async () => {
    const own = await counter("energyTotal");
    await own.send([at(1, 900), at(2, 950), at(3, 20), at(4, 60)]);
    expect(sumOf(await own.days())).toBeCloseTo(50 + 20 + 40, 6);
    const other = await counter("flowTotal");
    await other.send([at(1, 81_000), at(2, 81_100), at(3, 40_000), at(4, 40_100), at(5, 9_999_999), at(6, 40_300)]);
    expect(sumOf(await other.days())).toBeCloseTo(200, 6);
    const hours = await counter("hourMeter");
    await hours.send([at(1, 5123), at(2, 5124), at(3, 5124), at(4, 9000), at(5, 9001)]);
    expect(sumOf(await hours.days())).toBeCloseTo(2, 6);
  });

  it("takes a device's flow as the total that its sensor is set to", async () => {
    const { send, days } = await counter("flowTotal");
    expect(await send([at(1, 10), at(2, 60)], "flow")).toMatchObject({ accepted: 2, rejected: [] });
    expect(sumOf(await days())).toBeCloseTo(50, 6);
  });
});

function shuffled(readings: readonly Sent[], order: Iterator<number>): Sent[] {
  return readings
    .map((reading) => ({ reading, key: Number(order.next().value ?? 0) }))
    .sort((one, other) => one.key - other.key)
    .map(({ reading }) => reading);
}

function halves(readings: readonly Sent[]): Sent[][] {
  const middle = Math.ceil(readings.length / 2);
  return [readings.slice(0, middle), readings.slice(middle)].filter((part) => part.length > 0);
}
