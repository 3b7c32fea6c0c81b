import { expect, it } from "vitest";
import { timelineOf } from "./timeline.ts";

it("spans from the hour of the first start to the hour of the last end, across midnight", () => {
  const early = { startAt: "2026-05-14T21:30:00Z", endAt: "2026-05-15T01:00:00Z" };
  const late = { startAt: "2026-05-15T01:00:00Z", endAt: "2026-05-15T04:40:00Z" };
  const line = timelineOf([late, early], "UTC");
  expect(line?.marks.map(({ label }) => label)).toEqual(["22:00", "sex", "02:00", "04:00"]);
  expect(line?.place(early)).toEqual({ left: 6.25, width: 43.75 });
  expect(line?.place(late).left).toBe(50);
  expect(timelineOf([], "UTC")).toBeNull();
});
