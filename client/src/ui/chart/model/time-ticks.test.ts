import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentLabel, tickLabel } from "./time-label.ts";
import { timeTicks } from "./time-ticks.ts";

const at = (iso: string) => Date.parse(`${iso}Z`);
const labels = (from: string, to: string, most: number) =>
  timeTicks({ from: at(from), to: at(to) }, most).map((tick) => tickLabel(tick).words);

describe("ticks", () => {
  it.each([
    ["2026-05-14T00:00", "2026-05-15T00:00", 5, ["14/05", "06:00", "12:00", "18:00", "15/05"]],
    ["2026-05-14T06:10", "2026-05-14T07:20", 6, ["06:15", "06:30", "06:45", "07:00", "07:15"]],
    ["2026-05-13T12:00", "2026-05-17T12:00", 6, ["14/05", "15/05", "16/05", "17/05"]],
    ["2026-04-25T00:00", "2026-05-20T00:00", 6, ["26/04", "mai", "06/05", "11/05", "16/05"]],
    ["2025-10-20T00:00", "2026-03-10T00:00", 6, ["nov", "dez", "2026", "fev", "mar"]],
    ["2019-01-01T00:00", "2026-06-01T00:00", 5, ["2020", "2022", "2024", "2026"]],
  ])("from %s to %s, at most %i", (from, to, most, expected) => {
    expect(labels(from, to, most)).toEqual(expected);
  });

  it("are in view, and no more than fit, for any period", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("2015-01-01T00:00"), max: at("2035-01-01T00:00") }),
        fc.integer({ min: 30 * MINUTE_MS, max: 4000 * DAY_MS }),
        fc.integer({ min: 3, max: 20 }),
        (from, span, most) => {
          const ticks = timeTicks({ from, to: from + span }, most);
          expect(ticks.length).toBeLessThanOrEqual(most + 1);
          expect(ticks.every((tick) => tick >= from && tick <= from + span)).toBe(true);
        },
      ),
    );
  });
});

describe("labels", () => {
  it("are strong where a month begins", () => {
    expect(tickLabel(at("2026-05-01T00:00"))).toEqual({ words: "mai", strong: true });
    expect(tickLabel(at("2026-05-02T00:00"))).toEqual({ words: "02/05", strong: false });
  });

  it("name the time of a value by its step", () => {
    const x = at("2026-05-14T07:30");
    expect(momentLabel(x, "raw")).toBe("14/05/2026 07:30");
    expect(momentLabel(x, "hour")).toBe("14/05/2026 07–08 h");
    expect(momentLabel(x, "day")).toBe("14/05/2026");
    expect(momentLabel(x, "month")).toBe("maio de 2026");
  });
});
