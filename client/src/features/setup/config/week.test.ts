import { expect, it } from "vitest";
import { weekOf } from "./week.ts";

const night = { days: [0, 1, 2, 3, 4, 5, 6], from: "21:30", to: "06:00", kind: "reserved" };
const peak = { days: [1, 2, 3, 4, 5], from: "18:00", to: "21:00", kind: "peak" };
const rest = { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "offpeak" };

it("lays windows on the week: over midnight, on some days, the first one wins, a whole day", () => {
  const week = weekOf([night, peak, rest]);
  const kinds = week.map((day) => day.map((window) => window?.kind));
  expect(kinds[1]?.[3]).toBe("reserved");
  expect(kinds[1]?.[12]).toBe("offpeak");
  expect(kinds[1]?.[19]).toBe("peak");
  expect(kinds[0]?.[19]).toBe("offpeak");
  expect(kinds[6]?.[22]).toBe("reserved");
});

it("gives the hours after midnight to the day on which the window began, and leaves gaps as gaps", () => {
  const week = weekOf([{ days: [1], from: "22:00", to: "02:00" }]);
  expect(week[1]?.[23]).not.toBeNull();
  expect(week[2]?.[1]).not.toBeNull();
  expect(week[1]?.[1]).toBeNull();
  expect(week[0]?.[23]).toBeNull();
});
