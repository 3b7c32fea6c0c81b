import { expect, it } from "vitest";
import { dragAxis } from "./drag.ts";

const at = (degrees: number, length: number) =>
  [length * Math.cos((degrees * Math.PI) / 180), length * Math.sin((degrees * Math.PI) / 180)] as const;

it.each([
  ["undecided", 90, 9.9],
  ["vertical", 90, 10],
  ["vertical", 51, 30],
  ["vertical", -129, 30],
  ["neither", 45, 30],
  ["horizontal", 39, 30],
  ["horizontal", 180, 10],
])("calls it %s at %i° after %f px", (axis, degrees, length) => {
  expect(dragAxis(...at(degrees, length))).toBe(axis);
});
