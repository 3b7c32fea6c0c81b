import { expect, it } from "vitest";
import { oneAmount } from "./one-amount.ts";

it("sends one amount, in this priority: depth, panel setting, hours", () => {
  expect(oneAmount({ note: "x", grossMm: 12, percent: 40, hours: 9 })).toEqual({ note: "x", grossMm: 12 });
  expect(oneAmount({ percent: 40, hours: 9 })).toEqual({ percent: 40 });
  expect(oneAmount({ hours: 9 })).toEqual({ hours: 9 });
  expect(oneAmount({ note: "x" })).toEqual({ note: "x" });
});
