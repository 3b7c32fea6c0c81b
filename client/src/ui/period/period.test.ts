import { describe, expect, it } from "vitest";
import { comparedDays, customProblem, type PeriodRange, periodRange } from "./period.ts";
import { periodFromParams, withPeriod } from "./period-params.ts";

// 21:47 of 14 May in Cuiabá, while it is already the 15th in UTC.
const now = Date.parse("2026-05-15T01:47:00Z");
const context = { now, timeZone: "America/Cuiaba" };
const written = ({ from, to, firstDay, lastDay }: PeriodRange) =>
  [new Date(from).toISOString().slice(0, 16), new Date(to).toISOString().slice(0, 16), firstDay, lastDay].join(" ");

describe("periodRange", () => {
  it.each([
    ["24h", "2026-05-14T02:00 2026-05-15T02:00 2026-05-13 2026-05-14"],
    ["7d", "2026-05-08T04:00 2026-05-15T04:00 2026-05-08 2026-05-14"],
    ["30d", "2026-04-15T04:00 2026-05-15T04:00 2026-04-15 2026-05-14"],
    ["lastMonth", "2026-04-01T04:00 2026-05-01T04:00 2026-04-01 2026-04-30"],
    ["season", "2026-04-15T04:00 2026-05-15T04:00 2026-04-15 2026-05-14"],
  ] as const)("%s is in the farm's days", (kind, expected) => {
    expect(written(periodRange({ kind }, context))).toBe(expected);
  });

  it("follows the season, to its end or to today", () => {
    const season = { start: "2026-02-10", end: null };
    expect(written(periodRange({ kind: "season" }, { ...context, season }))).toBe(
      "2026-02-10T04:00 2026-05-15T04:00 2026-02-10 2026-05-14",
    );
    const closed = { start: "2025-10-01", end: "2026-02-01" };
    expect(periodRange({ kind: "season" }, { ...context, season: closed }).lastDay).toBe("2026-02-01");
    expect(periodRange({ kind: "lastSeason" }, { ...context, season, lastSeason: closed }).firstDay).toBe("2025-10-01");
    const planned = { start: "2026-09-01", end: null };
    expect(periodRange({ kind: "season" }, { ...context, season: planned }).firstDay).toBe("2026-05-14");
  });

  it("includes free days as a whole, in each zone", () => {
    const period = { kind: "custom", from: "2026-05-01", to: "2026-05-01" } as const;
    const starts = ["America/Sao_Paulo", "America/Cuiaba", "America/Manaus"].map((timeZone) =>
      written(periodRange(period, { now, timeZone })).slice(0, 33),
    );
    expect(starts).toEqual([
      "2026-05-01T03:00 2026-05-02T03:00",
      "2026-05-01T04:00 2026-05-02T04:00",
      "2026-05-01T04:00 2026-05-02T04:00",
    ]);
  });

  it("does not change with every second", () => {
    const later = periodRange({ kind: "24h" }, { ...context, now: now + 60_000 });
    expect(later).toEqual(periodRange({ kind: "24h" }, context));
  });
});

describe("a comparison", () => {
  const days = (comparison: "before" | "year", period: Parameters<typeof periodRange>[0]) => {
    const found = comparedDays(comparison, period, periodRange(period, context));
    return `${found.firstDay} ${found.lastDay}`;
  };
  it("has as many days before the period, or a whole month before a month", () => {
    expect(days("before", { kind: "7d" })).toBe("2026-05-01 2026-05-07");
    expect(days("before", { kind: "lastMonth" })).toBe("2026-03-01 2026-03-31");
  });
  it("has the days of the year before, also after a leap day", () => {
    expect(days("year", { kind: "7d" })).toBe("2025-05-08 2025-05-14");
    expect(days("year", { kind: "custom", from: "2024-02-29", to: "2024-03-01" })).toBe("2023-02-28 2023-03-01");
  });
});

describe("a free period", () => {
  it.each([
    ["2026-05-01", "", "incomplete"],
    ["2026-05-02", "2026-05-01", "reversed"],
    ["2026-05-16", "2026-05-17", "future"],
    ["2020-01-01", "2026-05-01", "long"],
    ["2026-05-01", "2026-05-20", null],
  ])("%s to %s is %s", (from, to, problem) => {
    expect(customProblem(from, to, "2026-05-14")).toBe(problem);
  });
});

describe("the address", () => {
  const fallback = { kind: "7d" } as const;
  const read = (search: string) => periodFromParams(new URLSearchParams(search), fallback);

  it("has the period, and keeps its other parameters", () => {
    const params = new URLSearchParams("pivo=p3&periodo=24h");
    expect(withPeriod(params, { kind: "season" }).toString()).toBe("pivo=p3&periodo=safra");
    const custom = { kind: "custom", from: "2026-05-01", to: "2026-05-07" } as const;
    expect(withPeriod(params, custom).toString()).toBe("pivo=p3&de=2026-05-01&ate=2026-05-07");
  });

  it("restores the written period", () => {
    const periods = [
      { kind: "24h" },
      { kind: "lastMonth" },
      { kind: "season" },
      { kind: "lastSeason" },
      { kind: "custom", from: "2026-05-01", to: "2026-05-07" },
    ] as const;
    for (const period of periods) expect(read(withPeriod(new URLSearchParams(), period).toString())).toEqual(period);
  });

  it.each([
    "",
    "periodo=99d",
    "periodo=toString",
    "de=2026-05-07&ate=2026-05-01",
    "de=x&ate=y",
    "de=2026-02-30&ate=2026-03-01",
  ])("that says %j falls back", (search) => {
    expect(read(search)).toBe(fallback);
  });
});
