import { expect, it } from "vitest";
import { splitArcs, splitRecords } from "./pivot-split.tsx";

const form = (split: Record<string, string>, angles: Record<string, string> = {}) => ({
  angleStart: "0",
  angleEnd: "360",
  ...angles,
  split,
});

it("makes no sectors without a soil", () => {
  expect(splitArcs(form({ count: "4" }))).toEqual([]);
});

it("divides the circle into equal sectors", () => {
  expect(splitArcs(form({ count: "3", soilId: "s" }))).toEqual([
    { angleStart: 0, angleEnd: 120 },
    { angleStart: 120, angleEnd: 240 },
    { angleStart: 240, angleEnd: 360 },
  ]);
});

it("divides a part of a circle that crosses north", () => {
  expect(splitArcs(form({ count: "2", soilId: "s" }, { angleStart: "300", angleEnd: "100" }))).toEqual([
    { angleStart: 300, angleEnd: 20 },
    { angleStart: 20, angleEnd: 100 },
  ]);
});

it("adds a season to each sector when crop and planting are given", () => {
  const split = { count: "2", soilId: "s", cropId: "soja", plantingDate: "2020-10-01" };
  const records = splitRecords({ _id: "p" }, form(split), "America/Sao_Paulo");
  expect(records.map(({ entity }) => entity)).toEqual(["pivotSector", "season", "pivotSector", "season"]);
  const added = { "Setor A": { _id: "a", clientId: "c" } };
  expect(records[0]?.fields({})).toEqual({ pivotId: "p", name: "Setor A", soilId: "s", angleStart: 0, angleEnd: 180 });
  expect(records[1]?.fields(added)).toEqual({
    sectorId: "a",
    cropId: "soja",
    plantingDate: "2020-10-01",
    status: "active",
  });
});
