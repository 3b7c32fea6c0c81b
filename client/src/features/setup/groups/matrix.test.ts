import { Action, Screen } from "@lamina/shared/access/rights";
import { expect, it } from "vitest";
import { wholeMatrix, withRight } from "./matrix.ts";

const rowOf = (matrix: ReturnType<typeof wholeMatrix>, screen: Screen) => matrix.find((row) => row.screen === screen);
const ALL = { view: true, create: true, edit: true, remove: true };
const NONE = { view: false, create: false, edit: false, remove: false };

it("has a row for every screen, without rights for screens that the group does not name", () => {
  const matrix = wholeMatrix([{ screen: "farms", ...NONE, view: true }]);
  expect(matrix.map(({ screen }) => screen)).toEqual(Screen.options);
  expect(rowOf(matrix, "farms")).toEqual({ screen: "farms", ...NONE, view: true });
  expect(rowOf(matrix, "user")).toEqual({ screen: "user", ...NONE });
});

it("adds the right to view with any other right, and removes the others with it", () => {
  const may = withRight(wholeMatrix([]), { screens: ["farms"], actions: ["edit"], on: true });
  expect(rowOf(may, "farms")).toEqual({ screen: "farms", ...NONE, view: true, edit: true });
  const blind = withRight(may, { screens: ["farms"], actions: ["view"], on: false });
  expect(rowOf(blind, "farms")).toEqual({ screen: "farms", ...NONE });
});

it("changes a whole row or column", () => {
  const row = withRight(wholeMatrix([]), { screens: ["user"], actions: Action.options, on: true });
  expect(rowOf(row, "user")).toEqual({ screen: "user", ...ALL });
  expect(rowOf(row, "farms")).toEqual({ screen: "farms", ...NONE });
  const column = withRight(row, { screens: Screen.options, actions: ["remove"], on: false });
  expect(rowOf(column, "user")).toEqual({ screen: "user", ...ALL, remove: false });
  expect(withRight(row, { screens: Screen.options, actions: ["view"], on: true }).every(({ view }) => view)).toBe(true);
});
