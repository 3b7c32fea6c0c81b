import { MapView } from "@lamina/shared/views/irrigameter";
import { expect, it } from "vitest";
import { appliedOn, mapOnDay } from "./history.ts";
import { alongLine, aroundDisc, dotsOf, placeLabels } from "./labels.ts";
import { appliedWords } from "./lines.ts";
import { mapChoiceOf, withMapChoice } from "./map-params.ts";
import {
  bubbleRadius,
  devicePlaces,
  devicesNear,
  extent,
  isBatteryLow,
  isSilent,
  moistureStep,
  motionOf,
  pivotPlaces,
  shownFarm,
} from "./places.ts";
import { groundShapes, needleShapes } from "./shapes.ts";
import { mapFixture } from "./testing/map-fixture.ts";

const map = mapFixture();

it("has a fixture that follows the contract", () => {
  expect(MapView.safeParse(map).error).toBeUndefined();
});

it("takes the most urgent sector of a pivot, by balance or by probe", () => {
  const [calculated] = pivotPlaces(map, "calculated");
  expect(calculated?.mostUrgentSector?.sector._id).toBe("s2");
  expect(calculated?.farmName).toBe("Buriti");
  const [sensor] = pivotPlaces(map, "sensor");
  expect(sensor?.mostUrgentSector?.sector._id).toBe("s1");
});

it("has no needle without a turning system or without a panel", () => {
  const [pivot] = map.pivots;
  if (!pivot) throw new Error("the fixture has a pivot");
  expect(needleShapes(pivot).map(({ key }) => key)).toEqual(["trail p1", "glow p1", "needle p1"]);
  expect(needleShapes({ ...pivot, kind: "drip" })).toEqual([]);
  expect(needleShapes({ ...pivot, status: null })).toEqual([]);
});

it("shows the farm of the open pivot, the selected one, or the first", () => {
  expect(shownFarm(map, null, null)).toBe("f1");
  expect(shownFarm(map, "f2", null)).toBe("f2");
  expect(shownFarm(map, "f2", { kind: "pivot", id: "p1" })).toBe("f1");
  expect(shownFarm(map, "another", null)).toBe("f1");
  expect(shownFarm(map, "todas", null)).toBeUndefined();
  expect(extent(map, undefined)).toHaveLength(extent(map, "f1").length + 1);
});

it("lists a device for its nearest farm, and one without a place for every farm", () => {
  expect(devicesNear(map, "f1").map(({ _id }) => _id)).toEqual(["d1", "d3"]);
  expect(devicesNear(map, "f2").map(({ _id }) => _id)).toEqual(["d2", "d3"]);
  expect(devicePlaces(map.devices).map(({ device }) => device._id)).toEqual(["d1", "d2"]);
});

it("puts a label where it covers no probe and no other label, shorter or not at all without such a place", () => {
  const places = [
    { x: 0, y: 50 },
    { x: 0, y: -50 },
  ];
  const label = { widths: [60, 40], height: 20, places: () => places };
  const probe = { x: 10, y: 55, width: 30, height: 30 };
  const [below, above] = places;
  expect([...placeLabels([{ ...label, key: "a" }], [])]).toEqual([["a", { width: 0, at: below }]]);
  expect([...placeLabels([{ ...label, key: "a" }], [probe])]).toEqual([["a", { width: 0, at: above }]]);
  const beside = { x: -40, y: -50, width: 30, height: 30 };
  expect([...placeLabels([{ ...label, key: "a" }], [{ ...probe, x: 0 }, beside])]).toEqual([
    ["a", { width: 1, at: above }],
  ]);
  const all = placeLabels(
    ["a", "b", "c"].map((key) => ({ ...label, key })),
    [],
  );
  expect([...all]).toEqual([
    ["a", { width: 0, at: below }],
    ["b", { width: 0, at: above }],
  ]);
});

it("puts the name of a pivot beside its circle and its neighbours', and that of a line beside the line", () => {
  const circle = { x: 0, y: 0, radius: 50 };
  const name = { key: "a", widths: [60], height: 28, places: aroundDisc(circle) };
  const at = (...others: { x: number; y: number; radius: number }[]) =>
    placeLabels([name], [circle, ...others]).get("a")?.at;
  expect(at()).toEqual({ x: 0, y: 68 });
  expect(at({ x: 0, y: 130, radius: 50 })).toEqual({ x: 0, y: -68 });
  expect(at({ x: 0, y: 130, radius: 50 }, { x: 0, y: -130, radius: 50 })).toEqual({ x: 84, y: 0 });
  const frame = { min: { x: -100, y: -90 }, max: { x: 100, y: 70 } };
  expect(placeLabels([{ ...name, frame }], [circle]).get("a")?.at).toEqual({ x: 0, y: -68 });
  const line = [
    { x: 0, y: 0 },
    { x: 0, y: 100 },
  ] as const;
  const road = { key: "r", widths: [40], height: 18, places: alongLine(line), obstacles: dotsOf(line) };
  expect(placeLabels([{ ...road, onlyWithin: true, frame: { min: line[0], max: line[1] } }], []).size).toBe(0);
  expect(placeLabels([road], []).get("r")?.at).toEqual({ x: 0, y: -13 });
  expect(placeLabels([road], [{ x: 0, y: -13, width: 9, height: 9 }]).get("r")?.at).toEqual({ x: 0, y: 113 });
});

it("shows whether a machine moves, and with water", () => {
  const [place] = pivotPlaces(map, "calculated");
  if (!place?.pivot.status) throw new Error("the fixture has a panel");
  const { kind, status } = place.pivot;
  const motion = (change: object) => motionOf({ kind, status: { ...status, ...change } });
  expect([motion({}), motion({ wet: false }), motion({ running: false })]).toEqual(["wet", "dry", "still"]);
});

it("goes back to a day with its status, water and rain, and without its machines", () => {
  const history = {
    days: ["2026-05-12", "2026-05-13"],
    sectors: [{ sectorId: "s1", status: ["stress" as const, "ok" as const], appliedMm: [12.5, 0] }],
    rain: [{ deviceId: "d1", mm: [null, 4] }],
  };
  const then = mapOnDay(map, history, "2026-05-12");
  expect(MapView.safeParse(then).error).toBeUndefined();
  const [place] = pivotPlaces(then, "calculated", appliedOn(history, "2026-05-12"));
  expect([place?.pivot.status, place?.sectors.map(({ status, appliedMm }) => [status, appliedMm])]).toEqual([
    null,
    [
      ["stress", 12.5],
      ["nodata", null],
    ],
  ]);
  expect(then.rain7d[0]?.mm).toBeNull();
  expect(mapOnDay(map, history, "2026-05-13").rain7d[0]?.mm).toBe(4);
  expect(appliedOn(history, "2026-05-13").size).toBe(0);
  expect(mapChoiceOf(withMapChoice(new URLSearchParams(), { day: "2026-05-12" })).day).toBe("2026-05-12");
});

it("fits to the farm's border and its pivots", () => {
  const lats = extent(map, "f1").map(([lat]) => lat);
  expect(Math.min(...lats)).toBeCloseTo(-17.24, 5);
  expect(extent(map, "f2")).toEqual([[-12, -45]]);
});

it("detects silent devices and low batteries, and sizes bubbles by depth", () => {
  expect(isSilent({ state: "stale" })).toBe(true);
  expect(isSilent({ state: "ok" })).toBe(false);
  expect(isBatteryLow({ batteryPct: 12 })).toBe(true);
  expect(isBatteryLow({ batteryPct: null })).toBe(false);
  expect(moistureStep(null)).toBeNull();
  expect(moistureStep(12)).toBe(0);
  expect(moistureStep(30)).toBe(4);
  expect(bubbleRadius(0)).toBeLessThan(bubbleRadius(80));
});

it("draws rain as bubbles, and statuses with patterns", () => {
  const pivots = pivotPlaces(map, "calculated");
  const draw = (layer: "calculated" | "rain" | "moisture") =>
    groundShapes({ map, pivots, layer, place: null }, () => {});
  const sector = draw("calculated").find(({ key }) => key === "s2");
  expect(sector).toMatchObject({ kind: "area", pattern: "map-status-stress" });
  expect(draw("calculated").map(({ key }) => key)).toEqual(["farm f1", "farm f2", "s1", "s2"]);
  expect(draw("rain").at(-1)).toMatchObject({ key: "rain d1", kind: "disc" });
  expect(draw("moisture").find(({ key }) => key === "s2")).toMatchObject({ pattern: "map-status-nodata" });
});

it("gives a long delay and a stress with its water on faces of their own, and numbers what is to do", () => {
  const [machine] = map.machines;
  if (!machine) throw new Error("the fixture has a machine");
  const faceOf = (change: Partial<typeof machine>) => {
    const changed = { ...map, machines: [{ ...machine, ...change }] };
    const pivots = pivotPlaces(changed, "calculated");
    const shapes = groundShapes({ map: changed, pivots, layer: "calculated", place: null }, () => {});
    const sector = shapes.find(({ key }) => key === "s2");
    return [sector?.kind === "area" && sector.pattern, pivots[0]?.order];
  };
  const late = (hours: number) => ({ reasons: [{ key: "late", value: hours, unit: "h", source: null, at: null }] });
  const run = { kind: "run", isUnderWay: false, isLeftOut: false, startAt: null } as (typeof machine)["decision"];
  expect(faceOf({ ...late(64), decision: run })).toEqual(["map-status-late", 1]);
  expect(faceOf({ ...late(1), decision: run })).toEqual(["map-status-stress", 1]);
  expect(faceOf(late(1))).toEqual(["map-status-stress", null]);
  const wait = { kind: "wait", until: "2026-05-16" } as (typeof machine)["decision"];
  expect(faceOf({ decision: wait })).toEqual(["map-status-calm", null]);
});

it("keeps its state in the address", () => {
  const params = withMapChoice(new URLSearchParams("x=1"), { layer: "rain", place: { kind: "device", id: "d1" } });
  expect(params.toString()).toBe("x=1&camada=chuva&equipamento=d1");
  expect(mapChoiceOf(params)).toMatchObject({ layer: "rain", place: { kind: "device", id: "d1" }, list: false });
  expect(withMapChoice(params, { place: { kind: "pivot", id: "p1" }, layer: "calculated" }).toString()).toBe(
    "x=1&pivo=p1",
  );
  expect(mapChoiceOf(new URLSearchParams("camada=lua")).layer).toBe("calculated");
});

it("says of a day of the past what was irrigated, without an advice", () => {
  expect(appliedWords([{ appliedMm: 12.06 }, { appliedMm: null }])).toBe("irrigou 12,1 mm");
  expect(appliedWords([{ appliedMm: null }])).toBe("não irrigou");
});
