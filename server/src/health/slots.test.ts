import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

test("lists what was added and not freed, and uses a free slot again", () => {
  const slots = new Slots<{ name: string }>();
  const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const first = slots.add(a);
  slots.add(b);
  slots.free(first);
  expect(slots.list()).toEqual([b]);
  expect(slots.add(c)).toBe(first);
  expect(slots.list()).toEqual([c, b]);
  expect(slots.size).toBe(2);
});
