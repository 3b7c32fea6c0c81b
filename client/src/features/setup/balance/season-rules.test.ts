import { expect, it } from "vitest";
import { compareSeasons } from "./season-rules.ts";

it("lists active seasons first, then planned and closed ones, each from the latest planting on", () => {
  const seasons = [
    { status: "closed", plantingDate: "2024-10-01" },
    { status: "closed", plantingDate: "2025-10-05" },
    { status: "planned", plantingDate: "2027-02-01" },
    { status: "active", plantingDate: "2026-10-01" },
    { status: "active", plantingDate: "2026-10-12" },
  ] as const;
  expect([...seasons].sort(compareSeasons).map(({ plantingDate }) => plantingDate)).toEqual([
    "2026-10-12",
    "2026-10-01",
    "2027-02-01",
    "2025-10-05",
    "2024-10-01",
  ]);
});
