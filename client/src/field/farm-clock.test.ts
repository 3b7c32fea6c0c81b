import { expect, it } from "vitest";
import { farmClock, farmSpan, restWords } from "./farm-clock.ts";

it("writes a moment in the farm's zone, relative to today", () => {
  const at = (moment: string) => farmClock(moment, "America/Manaus", "2026-05-14");
  expect(at("2026-05-14T10:00:00Z")).toBe("06:00");
  expect(at("2026-05-15T03:59:00Z")).toBe("23:59");
  expect(at("2026-05-15T10:00:00Z")).toBe("amanhã 06:00");
  expect(at("2026-05-13T10:00:00Z")).toBe("ontem 06:00");
  expect(at("2026-05-16T10:00:00Z")).toBe("sáb 06:00");
  expect(at("2026-05-21T10:00:00Z")).toBe("21/05 06:00");
  expect(at("2026-05-11T10:00:00Z")).toBe("11/05 06:00");
});

it("writes a time span with its day once", () => {
  const span = (start: string, end: string) => farmSpan(start, end, "America/Manaus", "2026-05-14");
  expect(span("2026-05-14T10:00:00Z", "2026-05-14T12:30:00Z")).toBe("06:00 → 08:30");
  expect(span("2026-05-15T10:00:00Z", "2026-05-15T12:30:00Z")).toBe("amanhã 06:00 → 08:30");
  expect(span("2026-05-15T01:30:00Z", "2026-05-15T10:00:00Z")).toBe("21:30 → amanhã 06:00");
});

it("writes the rests of a run, each with its day", () => {
  const rests = (...spans: readonly (readonly [string, string])[]) =>
    restWords(
      spans.map(([from, to]) => ({ from, to })),
      "America/Manaus",
      "2026-05-14",
    );
  expect(rests()).toBeNull();
  expect(restWords(undefined, "America/Manaus", "2026-05-14")).toBeNull();
  expect(
    rests(["2026-05-14T22:00:00Z", "2026-05-15T01:30:00Z"], ["2026-05-15T10:00:00Z", "2026-05-16T01:30:00Z"]),
  ).toBe("descansa 18:00 → 21:30, amanhã 06:00 → 21:30");
});
