import { HOUR_MS } from "@lamina/shared/core/time";
import { decodeMessage } from "@lamina/shared/doors/decode";
import { desc } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { isLong, isLongFor } from "../../../../scripts/testing/long.ts";
import { deviceMessages, gateways } from "../../schema/telemetry.ts";
import { CLIENT, describeField, NOW, type TestField } from "../testing/field.ts";
import { readBody } from "./body.ts";

/** The time that each door is fuzzed. */
const SHORT_MS = isLongFor("reference/api/telemetry/", "shared/src/doors/") ? 4_000 : 1_000;
const TIME_MS = isLong ? 60_000 : SHORT_MS;
const parameters = { seed: 33, numRuns: 1_000_000, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false };

const value = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom("24.9", "30.11 °C", "0 uS/cm", "NaN", "", "1e400", "\u0000", "\ud800"),
  fc.jsonValue({ maxDepth: 2 }),
);
const date = fc.oneof(
  fc
    .date({ min: new Date(NOW.getTime() - 30 * 24 * HOUR_MS), max: NOW, noInvalidDate: true })
    .map((at) => at.toISOString()),
  fc.constantFrom("2026-05-14T12:00:00", "14/05/2026", "+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "now"),
  fc.double(),
  value,
);
const variable = fc.oneof(fc.constantFrom("airTemp", "rain", "rainTotal", "flow", "AirTemp", "__proto__"), value);
const reading = fc.oneof(
  fc.record(
    { variable, date, value, depthCm: value, unit: fc.oneof(fc.constantFrom("°F", "mm", "x"), value) },
    { requiredKeys: [] },
  ),
  value,
);
const names = fc.constantFrom(
  "temp_SOIL",
  "water_SOIL",
  "tempf",
  "totalrainin",
  "rain",
  "batt",
  "temperature",
  "volume",
  "__proto__",
);
const fields = fc.oneof(fc.dictionary(names, value, { maxKeys: 6 }), value);

/** Messages in and near the forms of all senders. */
const message = fc.oneof(
  fc.record(
    {
      serial: fc.oneof(fc.constant("FUZZ-1"), value),
      readings: fc.oneof(fc.array(reading, { maxLength: 6 }), value),
      batteryPct: value,
      firmware: value,
    },
    { requiredKeys: [] },
  ),
  fc.record({
    end_device_ids: fc.record({ dev_eui: value, device_id: fc.constantFrom("FUZZ-1", "outro") }),
    received_at: date,
    uplink_message: fc.oneof(
      fc.record({ decoded_payload: fields, rx_metadata: value, received_at: date }, { requiredKeys: [] }),
      value,
    ),
  }),
  fc.record(
    {
      deviceInfo: fc.oneof(fc.record({ devEui: fc.constantFrom("FUZZ-1", "x"), deviceName: value }), value),
      time: date,
      fCnt: value,
      object: fields,
      rxInfo: value,
    },
    { requiredKeys: ["deviceInfo"] },
  ),
  fc.record(
    { PASSKEY: value, dateutc: date, tempf: value, totalrainin: value, windspeedmph: value, baromabsin: value },
    { requiredKeys: ["PASSKEY"] },
  ),
  fc.record({
    station_id: value,
    sensors: fc.oneof(
      fc.array(
        fc.oneof(
          fc.record({
            data: fc.oneof(
              fc.array(fc.oneof(fc.record({ ts: date, temp: value, rainfall_day_mm: value }), value)),
              value,
            ),
          }),
          value,
        ),
      ),
      value,
    ),
  }),
  fields,
);
const payload = fc.oneof(
  message.map((sent) => new TextEncoder().encode(JSON.stringify(sent))),
  fc.uint8Array({ maxLength: 200 }),
  fc.tuple(message, fc.nat(), fc.nat(255)).map(([sent, at, byte]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(sent) ?? "");
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  }),
);

it(
  "reads readings from any message, or says why not",
  () => {
    fc.assert(
      fc.property(message, (sent) => {
        const { readings, refused, paths } = decodeMessage(sent, {}, NOW);
        expect(paths.length).toBe(readings.length);
        const isEmptyOwnForm = Array.isArray((sent as { readings?: unknown } | null)?.readings);
        expect(readings.length + refused.length > 0 || isEmptyOwnForm).toBe(true);
      }),
      parameters,
    );
  },
  3 * TIME_MS + 20_000,
);

describeField("the doors, with any message", (field) => {
  const gateway = { kind: "gateway", id: "fuzz", clientId: CLIENT } as const;
  let deviceId: string;
  beforeAll(async () => {
    const { database, addDevice, addSensor } = field();
    deviceId = await addDevice({ serial: "FUZZ-1" });
    for (const variable of ["airTemp", "rain", "flowTotal", "soilMoist"] as const) await addSensor(deviceId, variable);
    const times = { createdAt: NOW, updatedAt: NOW };
    await database.insert(gateways).values({ ...times, _id: gateway.id, clientId: CLIENT, name: "Rede", mapping: [] });
  });

  /** The time limit ends a property during a run, whose message must not count in the next test. */
  let running: Promise<unknown> = Promise.resolve();
  beforeEach(() => running);
  function losesNone(...args: Parameters<typeof resultOf>): ReturnType<typeof resultOf> {
    const result = resultOf(...args);
    running = result.catch(() => {});
    return result;
  }

  /** Each message is stored with its result: readings, or a reason. */
  async function resultOf({ database }: TestField, send: () => Promise<unknown>) {
    const before = await database.$count(deviceMessages);
    await send();
    expect(await database.$count(deviceMessages)).toBe(before + 1);
    const [last] = await database.select().from(deviceMessages).orderBy(desc(deviceMessages.number)).limit(1);
    const { accepted = 0, duplicate = 0, refusals = [] } = last ?? {};
    return { accepted, duplicate, refusals };
  }

  it.each(["device", "gateway", "webhook"] as const)(
    "loses none of the %s silently",
    async (door) => {
      const { telemetry } = field();
      await fc.assert(
        fc.asyncProperty(payload, async (bytes) => {
          const { refusals, accepted, duplicate } = await losesNone(field(), async () => {
            if (door === "device") await telemetry.deviceGateway.receive("devices/FUZZ-1/readings", bytes);
            else if (door === "gateway")
              await telemetry.deviceGateway.receiveOfGateway(gateway, "v3/app/devices/FUZZ-1/up", bytes);
            else await webhook(bytes);
          });
          const isEmpty = /"readings"\s*:\s*\[\s*\]/.test(new TextDecoder().decode(bytes));
          expect(accepted + duplicate + refusals.length > 0 || isEmpty).toBe(true);
        }),
        parameters,
      );
    },
    3 * TIME_MS + 60_000,
  );

  async function webhook(bytes: Uint8Array): Promise<unknown> {
    const { doors } = field().telemetry;
    const origin = { door: "key", topic: "/in", raw: "" } as const;
    const read = readBody(bytes);
    return "refusal" in read ? doors.refuse(gateway, origin, read.refusal) : doors.receive(gateway, read.value, origin);
  }
});
