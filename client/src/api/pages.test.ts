import { expect, it } from "vitest";
import { everyItem } from "./pages.ts";

it("reads page after page", async () => {
  const pages = new Map([
    [undefined, { items: [1, 2], next: "b" }],
    ["b", { items: [3], next: "c" }],
    ["c", { items: [], next: null }],
  ]);
  expect(await everyItem(async ({ after }) => pages.get(after) ?? { items: [], next: null })).toEqual([1, 2, 3]);
});

it("ends when a cursor repeats", async () => {
  expect(await everyItem(async () => ({ items: [1], next: "same" }))).toEqual([1, 1]);
});
