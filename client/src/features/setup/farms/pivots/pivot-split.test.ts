import { expect, it } from "vitest";
import { splitRecords, splitSectors } from "./pivot-split.tsx";

const form = (split: Record<string, string>, angles: Record<string, string> = {}) => ({
  angleStart: "0",
  angleEnd: "360",
  ...angles,
  split,
});

it("makes no sectors without a soil", () => {
  expect(splitSectors(form({ count: "4" }))).toEqual([]);
});

it("divides the circle into equal sectors", () => {
  expect(splitSectors(form({ count: "3", soilId: "s" }))).toMatchObject([
    { angleStart: 0, angleEnd: 120 },
    { angleStart: 120, angleEnd: 240 },
    { angleStart: 240, angleEnd: 360 },
  ]);
});

it("divides a part of a circle that crosses north", () => {
  expect(splitSectors(form({ count: "2", soilId: "s" }, { angleStart: "300", angleEnd: "100" }))).toMatchObject([
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

it("takes the sectors of a copied pivot with their soils and crops, until another number is chosen", () => {
  const sectors = [
    { name: "Norte", soilId: "a", angleStart: 0, angleEnd: 90, cropId: "milho", plantingDate: "2020-10-01" },
    { name: "Sul", soilId: "b", angleStart: 90, angleEnd: 360, cropId: "", plantingDate: "" },
  ];
  const copied = { angleStart: "0", angleEnd: "360", split: { sectors, count: "2", soilId: "", cropId: "" } };
  expect(splitSectors(copied)).toEqual(sectors);
  expect(splitSectors({ ...copied, split: { ...copied.split, cropId: "soja" } })).toMatchObject([
    { cropId: "soja", plantingDate: "2020-10-01" },
    { cropId: "soja", plantingDate: "" },
  ]);
  const records = splitRecords({ _id: "p" }, copied, "America/Sao_Paulo");
  expect(records.map(({ name }) => name)).toEqual(["Norte", "season Norte", "Sul"]);
  const three = splitSectors({ ...copied, split: { ...copied.split, count: "3", soilId: "b" } });
  expect(three.map(({ name, angleEnd }) => [name, angleEnd])).toEqual([
    ["Setor A", 120],
    ["Setor B", 240],
    ["Setor C", 360],
  ]);
});
