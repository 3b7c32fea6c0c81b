import { expect, it } from "vitest";
import { completeTime } from "./time-input.tsx";

it.each([
  ["7", "07:00"],
  ["730", "07:30"],
  ["2130", "21:30"],
  ["7:30", "07:30"],
  ["7h30", "07:30"],
  ["21:30", "21:30"],
  ["24:00", "24:00"],
  ["9:60", "9:60"],
  ["agora", "agora"],
  ["", ""],
])("completes “%s” to “%s”", (typed, time) => expect(completeTime(typed)).toBe(time));
