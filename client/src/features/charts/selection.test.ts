import { expect, it } from "vitest";
import { periodRange } from "../../ui/period/period.ts";
import { chosenSources, seasonSpansOf, sourcesOf } from "./chart-sources.ts";
import { selectionFrom, withSelection } from "./selection.ts";
import { stepFor, stepsFor } from "./steps.ts";
import { NOW, sources, ZONE } from "./testing/sources.ts";

const params = (text: string) => new URLSearchParams(text);
const range = (kind: "24h" | "7d" | "30d") => periodRange({ kind }, { now: NOW, timeZone: ZONE });

it("is kept in the address, beside its other parameters", () => {
  const next = withSelection(params("periodo=30d"), {
    farmId: "f1",
    sourceId: "a",
    compare: ["b", "a", "c"],
    step: "day",
    unit: "storage",
  });
  expect(next.toString()).toBe("periodo=30d&fazenda=f1&fonte=a&comparar=b%2Cc&passo=dia&unidade=arm");
  expect(selectionFrom(next)).toEqual({
    farmId: "f1",
    sourceId: "a",
    compare: ["b", "c"],
    step: "day",
    unit: "storage",
  });
  expect(withSelection(next, { compare: [], step: null, unit: "volume" }).toString()).toBe(
    "periodo=30d&fazenda=f1&fonte=a",
  );
});

it("ignores invalid values, and compares at most four series", () => {
  expect(selectionFrom(params("passo=toString&unidade=x&comparar=a,a,b,c,d,e"))).toEqual({
    farmId: null,
    sourceId: null,
    compare: ["a", "b", "c"],
    step: null,
    unit: "volume",
  });
});

it("offers the sources that measure the subject, the farm's own station first", () => {
  expect(sourcesOf("pluviometry", sources).map(({ id }) => id)).toEqual(["station", "gauge"]);
  expect(sourcesOf("airhumidity", sources).map(({ id, sensors }) => [id, ...sensors.map(({ _id }) => _id)])).toEqual([
    ["station", "rh", "t"],
  ]);
  const [soil] = sourcesOf("soilmoisture", sources);
  expect(soil?.sensors.map(({ depthCm }) => depthCm)).toEqual([20, 40]);
  expect(soil && seasonSpansOf(soil).season).toMatchObject({ start: "2026-04-20", end: null });
});

it("falls back to the first source when the address names an unknown one", () => {
  const all = sourcesOf("pluviometry", sources);
  const none = { farmId: null, sourceId: null, compare: [], step: null, unit: "volume" } as const;
  expect(chosenSources(all, { ...none, sourceId: "gone" }).source?.id).toBe("station");
  expect(chosenSources(all, { ...none, sourceId: "gauge", compare: ["gauge", "station", "x"] })).toMatchObject({
    source: { id: "gauge" },
    others: [{ id: "station" }],
  });
  expect(chosenSources([], none)).toEqual({ source: null, others: [] });
});

it.each([
  ["pluviometry", "24h", "hour"],
  ["pluviometry", "30d", "day"],
  ["airhumidity", "7d", "raw"],
  ["soilmoisture", "30d", "hour"],
] as const)("shows %s over %s by the %s", (subject, kind, step) => {
  expect(stepFor(subject, range(kind), null)).toBe(step);
});

it("offers no step with more points than a user can see", () => {
  const long = periodRange({ kind: "custom", from: "2024-01-01", to: "2026-05-01" }, { now: NOW, timeZone: ZONE });
  expect(stepsFor("airtemperature", long)).toEqual(["day"]);
  expect(stepFor("airtemperature", long, "raw")).toBe("day");
  expect(stepFor("pluviometry", long, null)).toBe("month");
});
