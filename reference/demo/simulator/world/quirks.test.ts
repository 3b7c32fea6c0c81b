import { HOUR_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import type { FarmLayout } from "./layout.ts";
import { quirksOf } from "./quirks.ts";

const device = (serial: string, sensorTypeId: string) => ({
  device: { serial, sensorTypeId, farmId: "f" },
  sensors: [{ _id: `${serial}-40`, depthCm: 40 }],
});
const layouts = [
  {
    farm: { _id: "f", lat: -12.1, lon: -45.8, altitude: 720, timezone: "America/Bahia" },
    systems: [],
    devices: [
      ...["a", "b", "c"].map((serial) => device(serial, "soil-moisture-probe")),
      device("station", "weather-station"),
      device("gauge", "rain-gauge"),
    ],
  },
] as unknown as FarmLayout[];

it("gives earlier days the same readings, whatever the hour of the first start", () => {
  const morning = Date.parse("2026-05-14T11:03:20Z");
  const [first, second] = [morning, morning + 9 * HOUR_MS].map((epoch) => quirksOf(layouts, 7, epoch));
  expect(first?.drift).toBeDefined();
  expect(first?.stuck).toBeDefined();
  expect({ ...second, silent: undefined }).toEqual({ ...first, silent: undefined });
});
