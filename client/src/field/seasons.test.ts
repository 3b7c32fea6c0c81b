import { expect, it } from "vitest";
import { type Planted, sameCropBefore, sameDaysOf } from "./seasons.ts";

const season = (crop: string, start: string, end: string | null): Planted => ({ sectorId: "a", crop, start, end });
const maize = season("Milho", "2026-07-26", null);
const bean = season("Feijão", "2026-02-11", "2026-05-11");
const lastBean = season("Feijão", "2025-03-01", "2025-05-20");
const lastMaize = season("Milho", "2025-08-01", "2025-12-20");
const all = [bean, lastMaize, { ...maize, sectorId: "b", start: "2026-07-01" }, lastBean];

it("finds the last season of the same crop and sector", () => {
  expect(sameCropBefore(maize, all)).toBe(lastMaize);
  expect(sameCropBefore(bean, all)).toBe(lastBean);
  expect(sameCropBefore(lastBean, all)).toBeNull();
});

it("has the same days after planting, for each season of a period its own", () => {
  const period = { from: "2026-02-11", to: "2026-11-26" };
  expect(sameDaysOf(maize, period, lastMaize)).toEqual({ from: "2025-08-01", to: "2025-12-02" });
  expect(sameDaysOf(bean, period, lastBean)).toEqual({ from: "2025-03-01", to: "2025-05-20" });
  expect(sameDaysOf(maize, { from: "2026-08-05", to: "2026-08-07" }, lastMaize)).toEqual({
    from: "2025-08-11",
    to: "2025-08-13",
  });
  expect(sameDaysOf(bean, { from: "2026-05-10", to: "2026-06-01" }, lastBean)).toBeNull();
  expect(sameDaysOf(maize, { from: "2026-01-01", to: "2026-01-02" }, lastMaize)).toBeNull();
});
