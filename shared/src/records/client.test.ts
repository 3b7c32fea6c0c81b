import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientList } from "./client.ts";
import { SensorTypeList } from "./sensor-type.ts";

afterEach(() => vi.restoreAllMocks());

describe("unexpected values of a real API", () => {
  it("never reject the list of clients", () => {
    const list = ClientList.parse([
      { _id: "a", id: 7, typeChart: "1", name: null, timezone: null, logoUrl: 0, farms: {} },
      { _id: "b", id: "8", typeChart: 2, name: { pt: "B" }, timezone: 3 },
    ]);
    expect(list).toEqual([
      { _id: "a", id: "7", typeChart: 1, name: "", timezone: undefined, logoUrl: 0, farms: {} },
      { _id: "b", id: "8", typeChart: 2, name: "", timezone: undefined },
    ]);
  });

  it("never reject the list of sensor types", () => {
    const list = SensorTypeList.parse([{ _id: "s", name: null, kind: 4, unit: {}, icon: 1, min: "0", max: [] }]);
    expect(list).toMatchObject([{ _id: "s" }]);
  });
});

it.each([undefined, null, "", 0, 3, "pivô"])("typeChart %j is read as the ruler, with a log entry", (typeChart) => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(ClientList.parse([{ _id: "a", id: "1", typeChart }])[0]?.typeChart).toBe(2);
  expect(logged).toHaveBeenCalledOnce();
});
