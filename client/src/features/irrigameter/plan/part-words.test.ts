import { expect, it } from "vitest";
import { irrigameter } from "../testing/fixtures.ts";
import { partWords } from "./part-words.ts";

it("has the part of today only of a run that begins today", () => {
  const [item] = irrigameter().plans[0]?.items ?? [];
  if (!item) throw new Error("the fixture has no planned run");
  const cut = { ...item, continuesAt: "2026-05-16T17:35:00Z", todayMm: 3.7, grossMm: 8.6 };
  const farm = { timeZone: "America/Sao_Paulo", today: "2026-05-15" } as const;
  expect(partWords({ ...cut, startAt: "2026-05-15T23:00:00Z" }, farm)).toBe(
    "hoje 3,7 mm de 8,6 mm, continua amanhã 14:35",
  );
  expect(partWords({ ...cut, startAt: "2026-05-16T14:35:00Z" }, farm)).toBeNull();
  expect(partWords({ ...cut, continuesAt: null }, farm)).toBeNull();
});
