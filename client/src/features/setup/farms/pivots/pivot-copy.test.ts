import { describe, expect, it } from "vitest";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";
import { copiedSetup, nextName } from "./pivot-copy.tsx";
import { splitSectors } from "./pivot-split.tsx";

const source = {
  _id: "p1",
  name: "Pivô 01",
  lat: -12,
  lon: -45,
  farmId: "f",
  kind: "pivot",
  radiusM: 500,
  flowM3h: 300,
  areaHa: 78.5,
  efficiencyPct: 85,
} as unknown as RecordOf<"pivot">;

function listsOf(records: Readonly<Record<string, readonly object[]>>): RelatedRecords {
  const of = (entity: string) => records[entity] ?? [];
  return { of, find: () => undefined } as unknown as RelatedRecords;
}

const sector = (_id: string, angleStart: number, soilId: string) => ({
  _id,
  pivotId: "p1",
  name: `Setor ${_id}`,
  angleStart,
  angleEnd: angleStart + 180,
  soilId,
});

describe("the copy of a pivot's set-up", () => {
  it("has machine, sectors, soils and active seasons, and neither name nor place", () => {
    const seasons = [
      { sectorId: "A", cropId: "soja", plantingDate: "2026-10-10", status: "active" },
      { sectorId: "A", cropId: "milho", plantingDate: "2026-02-01", status: "closed" },
      { sectorId: "B", cropId: "soja", plantingDate: "2026-10-20", status: "active" },
    ];
    const pivotSector = [
      sector("B", 180, "areia"),
      sector("A", 0, "argila"),
      { ...sector("C", 0, "x"), pivotId: "p2" },
    ];
    const copied = copiedSetup(source, listsOf({ pivotSector, season: seasons }));
    expect(copied).toMatchObject({ farmId: "f", radiusM: "500", flowM3h: "300" });
    for (const field of ["name", "lat", "lon", "areaHa"]) expect(copied).not.toHaveProperty(field);
    // What all sectors share is filled in for all of them.
    expect(copied.split).toMatchObject({ count: "2", soilId: "", cropId: "soja", plantingDate: "" });
    expect(splitSectors(copied)).toMatchObject([
      { name: "Setor A", soilId: "argila", cropId: "soja", plantingDate: "2026-10-10" },
      { name: "Setor B", soilId: "areia", cropId: "soja", plantingDate: "2026-10-20" },
    ]);
  });
});

it("counts on from the highest number of the names", () => {
  expect(nextName(["Pivô 07", "Pivô 02", "Gotejo"])).toBe("Pivô 08");
  expect(nextName([])).toBe("Pivô 01");
});
