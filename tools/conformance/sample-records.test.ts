import { expect, test } from "vitest";
import { sampleRecords } from "./sample-records.ts";

test("a sample's rain is of the farm's day, also in the evening there", () => {
  const [, rain] = sampleRecords.find(([entity]) => entity === "rain") ?? [];
  const at = (moment: string) => rain?.(() => "id", new Date(moment));
  expect(at("2026-11-27T00:30:00Z")).toMatchObject({ date: "2026-11-26" });
  expect(at("2026-11-27T03:30:00Z")).toMatchObject({ date: "2026-11-27" });
});
