import { fao56Crops } from "@lamina/agronomy/crop/fao56-crops";
import { addDays } from "@lamina/shared/core/farm-time";
import { describe, expect, it } from "vitest";
import { recordDefinitions } from "../../api/app/records.ts";
import { seasonLength } from "../../api/irrigation/sites/season-span.ts";
import { pivotSectors } from "../../api/schema/farms.ts";
import { seasons } from "../../api/schema/irrigation.ts";
import { cycleDays } from "./crops.ts";
import { demoRecords, fleetRecords } from "./records.ts";
import { demoSeasons } from "./seasons.ts";

const now = new Date("2026-05-14T10:00:00Z");
const laid = demoRecords({ now, historyDays: 365 });

describe.each([
  ["the demo farm", demoRecords],
  ["the fleet", fleetRecords],
] as const)("%s", (_name, records) => {
  const rowsOf = records({ now, historyDays: 365 });

  it("is the same for the same moment", () => {
    expect(records({ now, historyDays: 365 })).toEqual(rowsOf);
  });

  it.each(recordDefinitions)("follows the rules of $calls.getById.path", (definition) => {
    const rows = rowsOf.find(({ table }) => table === (definition.table as unknown))?.records ?? [];
    for (const row of rows) {
      const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
      const parsed = definition.fields.safeParse(given);
      expect(parsed.error?.issues ?? [], String(row._id)).toEqual([]);
    }
  });

  it("names the entity of each table, so that the history of its records says who made them", () => {
    for (const { table, calls } of recordDefinitions) {
      const laid = rowsOf.find((rows) => rows.table === (table as unknown));
      if (laid) expect(`/${laid.entity}/GetByID`).toBe(calls.getById.path);
    }
  });

  it("has permits that its machines cannot exceed in any month", () => {
    type Row = Record<string, number> & { _id: string; pivotIds: string[]; waterSourceId: string };
    const rowsWith = (key: string) => rowsOf.flatMap(({ records }) => records.filter((row) => key in row)) as Row[];
    for (const { pivotIds, m3hMax = 0, hoursDay = 0, m3Month, _id } of rowsWith("m3Month")) {
      const machines = rowsWith("flowM3h").filter((machine) => pivotIds.includes(machine._id));
      const flow = machines.reduce((sum, { flowM3h = 0 }) => sum + flowM3h, 0);
      const sources = rowsWith("capacityM3h").filter((one) => machines.some((own) => own.waterSourceId === one._id));
      const capacity = sources.reduce((sum, { capacityM3h = 0 }) => sum + capacityM3h, 0);
      expect(Math.min(flow, capacity), _id).toBeLessThanOrEqual(m3hMax);
      for (const { maxHoursDay } of machines) expect(maxHoursDay, _id).toBeLessThanOrEqual(hoursDay);
      expect(Math.min(flow, capacity) * hoursDay * 31, _id).toBeLessThanOrEqual(m3Month ?? 0);
    }
  });

  it("references only records of the same client", () => {
    const clientOf = new Map(rowsOf.flatMap(({ records }) => records.map((row) => [row._id, row.clientId] as const)));
    for (const definition of recordDefinitions) {
      const rows = rowsOf.find(({ table }) => table === (definition.table as unknown))?.records ?? [];
      for (const row of rows)
        for (const field of Object.keys(definition.references ?? {}))
          for (const id of [row[field] ?? []].flat())
            expect(clientOf.get(id), `${row._id}.${field}`).toBe(row.clientId);
    }
  });
});

describe("the demo farm", () => {
  it("has two clients with pivots, linear, sprinkler and drip systems, and every kind of device", () => {
    const rowsWith = (key: string) => laid.flatMap(({ records }) => records.filter((row) => key in row));
    const kinds = new Map<unknown, number>();
    for (const { kind } of rowsWith("radiusM")) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    expect(kinds).toEqual(new Map(Object.entries({ pivot: 7, linear: 1, sprinkler: 1, drip: 2 })));
    expect(new Set(rowsWith("serial").map(({ sensorTypeId }) => sensorTypeId)).size).toBe(7);
  });
});

it("the fleet has 120 pivots and 480 sectors on four farms, with ids of its own", () => {
  const fleet = fleetRecords({ now, historyDays: 365 });
  const count = (key: string) => fleet.flatMap(({ records }) => records.filter((row) => key in row)).length;
  expect([count("altitude"), count("radiusM")]).toEqual([4, 120]);
  expect(fleet.find(({ table }) => table === pivotSectors)?.records).toHaveLength(480);
  const ids = [...laid, ...fleet].flatMap(({ records }) => records.map(({ _id }) => _id));
  expect(new Set(ids).size).toBe(ids.length);
});

describe("seasons around today", () => {
  const sector = {
    _id: "setor",
    clientId: "cliente",
    plan: { now: { crop: "soja", plantedDaysAgo: 62 }, before: ["milho", "feijao"] } as const,
  };
  const today = "2026-05-14";

  it("end before the next one is planted, except the current one", () => {
    const rows = demoSeasons(sector, today, addDays(today, -365));
    expect(rows.map(({ status }) => status)).toEqual(["closed", "closed", "active"]);
    for (const [index, row] of rows.slice(0, -1).entries())
      expect(row.harvestDate && row.harvestDate < (rows[index + 1]?.plantingDate ?? "")).toBe(true);
    expect(rows.at(-1)?.plantingDate).toBe(addDays(today, -62));
  });

  it("begin no earlier than the weather, except the current one", () => {
    expect(demoSeasons(sector, today, addDays(today, -20)).map(({ status }) => status)).toEqual(["active"]);
  });

  it("last as long as their crop", () => {
    const [closed] = demoSeasons(sector, today, addDays(today, -365));
    const stages = fao56Crops.feijao.days.map((days) => ({ name: "x", days, kc: 1 }));
    expect(seasonLength({ stages: null }, stages)).toBe(cycleDays("feijao"));
    expect(addDays(closed?.plantingDate ?? today, cycleDays("feijao") - 1)).toBe(closed?.harvestDate);
    expect(laid.find(({ table }) => table === seasons)?.records.length).toBeGreaterThan(40);
  });
});
