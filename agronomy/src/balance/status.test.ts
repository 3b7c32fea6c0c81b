import { describe, expect, it } from "vitest";
import { calculatedStatus, sensorStatus } from "./status.ts";

const sector = { active: true, fresh: true, dr: 10, raw: 40, dp: 0, etc: 6, hoursRev: 24 };

describe("calculated status", () => {
  it.each([
    ["fallow", { active: false, fresh: false }],
    ["nodata", { fresh: false, dr: 50 }],
    ["excess", { dr: 0, dp: 3 }],
    ["ok", { dr: 0, dp: 0 }],
    ["ok", { dr: 27.9 }],
    ["irrigate", { dr: 28 }],
    ["irrigate", { dr: 40 }],
    ["stress", { dr: 40.1 }],
  ] as const)("is %s", (status, change) => {
    expect(calculatedStatus({ ...sector, ...change })).toBe(status);
  });

  it("looks ahead over the wait and a revolution", () => {
    expect(calculatedStatus({ ...sector, dr: 30, hoursRev: 0 })).toBe("ok");
    expect(calculatedStatus({ ...sector, dr: 30, hoursRev: 48 })).toBe("irrigate");
    expect(calculatedStatus({ ...sector, dr: 30, hoursRev: 24, waitDays: 0 })).toBe("ok");
  });
});

describe("sensor status", () => {
  const probe = {
    active: true,
    fresh: true,
    theta: 28,
    fcPct: 32,
    criticalPct: 22,
    marginPct: 2,
    hoursAboveCapacity: 0,
  };
  it.each([
    ["fallow", { active: false }],
    ["nodata", { fresh: false }],
    ["excess", { theta: 33.5, hoursAboveCapacity: 13 }],
    ["ok", { theta: 33.5, hoursAboveCapacity: 3 }],
    ["ok", { theta: 24.1 }],
    ["irrigate", { theta: 24 }],
    ["stress", { theta: 21.9 }],
  ] as const)("is %s", (status, change) => {
    expect(sensorStatus({ ...probe, ...change })).toBe(status);
  });
});
