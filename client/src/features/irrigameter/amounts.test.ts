import { expect, it } from "vitest";
import { clock, duration } from "./amounts.ts";

it("writes hours and minutes", () => {
  expect([duration(37.9), duration(8), duration(0.99), duration(null)]).toEqual(["37 h 54", "8 h", "0 h 59", "–"]);
});

it("tells a moment on the farm's clock, seen from today", () => {
  const at = (moment: string) => clock(moment, "America/Manaus", "2026-05-14");
  expect(at("2026-05-14T10:00:00Z")).toBe("06:00");
  expect(at("2026-05-15T03:59:00Z")).toBe("23:59");
  expect(at("2026-05-15T10:00:00Z")).toBe("amanhã 06:00");
  expect(at("2026-05-13T10:00:00Z")).toBe("ontem 06:00");
  expect(at("2026-05-20T10:00:00Z")).toBe("20/05 06:00");
});
