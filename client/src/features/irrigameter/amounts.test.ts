import { expect, it } from "vitest";
import { duration } from "./amounts.ts";

it("writes hours and minutes", () => {
  expect([duration(37.9), duration(8), duration(0.99), duration(null)]).toEqual(["37 h 54", "8 h", "0 h 59", "–"]);
});
