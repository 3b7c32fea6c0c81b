import { expect, it } from "vitest";
import { sectorCover } from "./sector-cover.ts";

const arc = (angleStart: number, angleEnd: number) => ({ angleStart, angleEnd });
const circle = arc(0, 360);

it("finds no problem with sectors that share the circle", () => {
  expect(sectorCover(circle, arc(0, 90), [arc(90, 200), arc(200, 360)])).toEqual({
    overlapped: [],
    gapDeg: 0,
    beyondDeg: 0,
  });
  expect(sectorCover(circle, circle, [])).toMatchObject({ overlapped: [], gapDeg: 0 });
});

it("returns the overlapped sectors, also across north", () => {
  const [north, south] = [arc(300, 45), arc(90, 180)];
  expect(sectorCover(circle, arc(0, 90), [north, south])).toMatchObject({ overlapped: [north], gapDeg: 120 });
});

it("measures uncovered degrees, and degrees outside the pivot's arc", () => {
  expect(sectorCover(arc(20, 200), arc(0, 100), [])).toEqual({ overlapped: [], gapDeg: 100, beyondDeg: 20 });
  expect(sectorCover(arc(270, 90), arc(270, 0), [])).toEqual({ overlapped: [], gapDeg: 90, beyondDeg: 0 });
});
