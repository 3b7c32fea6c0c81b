import { describe, expect, it } from "vitest";
import {
  decimalsOf,
  formatAge,
  formatAmount,
  formatBrl,
  formatDate,
  formatDateTime,
  formatDay,
  formatDepth,
  formatNumber,
  formatShortDay,
  formatSigned,
  formatTime,
  unbroken,
} from "./format.ts";

describe("formatNumber", () => {
  it.each([
    [null, 1, "–"],
    [Number.NaN, 1, "–"],
    [Number.POSITIVE_INFINITY, 1, "–"],
    [1234.5, 1, "1.234,5"],
    [12, 1, "12,0"],
    [-3.25, 1, "-3,3"],
    [-0.01, 1, "0,0"],
    [0.8, 2, "0,80"],
  ])("writes %s with %i decimals as %s", (value, decimals, written) => {
    expect(formatNumber(value, decimals)).toBe(written);
  });

  it("uses the decimals of the units", () => {
    expect(["mm", "%", "m³", "% vol", "°C", "bar"].map(decimalsOf)).toEqual([1, 0, 0, 1, 1, 1]);
  });
});

describe("dates", () => {
  const midnightUtc = "2026-01-15T02:30:00Z";

  it("uses the day of the farm", () => {
    expect(formatDate(midnightUtc, "America/Sao_Paulo")).toBe("14/01/2026");
    expect(formatTime(midnightUtc, "America/Sao_Paulo")).toBe("23:30");
    expect(formatDateTime(midnightUtc, "America/Cuiaba")).toBe("14/01/2026 22:30");
    expect(formatDateTime(midnightUtc, "UTC")).toBe("15/01/2026 02:30");
  });

  it("writes midnight as 00:00", () => {
    expect(formatTime("2026-01-15T03:00:00Z", "America/Sao_Paulo")).toBe("00:00");
  });

  it("shows a dash for an invalid date", () => {
    expect(formatDateTime("ontem", "UTC")).toBe("–");
  });
});

describe("formatAge", () => {
  const now = Date.parse("2026-01-15T12:00:00Z");
  it.each([
    ["2026-01-15T12:00:30Z", "agora"],
    ["2026-01-15T11:59:30Z", "agora"],
    ["2026-01-15T11:48:00Z", "há 12 min"],
    ["2026-01-15T09:00:00Z", "há 3 h"],
    ["2026-01-14T11:00:00Z", "há 1 dia"],
    ["2026-01-12T12:00:00Z", "há 3 dias"],
    ["nada", "nunca"],
  ])("calls %s %s", (moment, age) => {
    expect(formatAge(moment, now)).toBe(age);
  });
});

it("writes a depth without insignificant decimals", () => {
  expect([formatDepth(12), formatDepth(11.64), formatDepth(11.96)]).toEqual(["12", "11,6", "12"]);
});

it("writes a farm day, with its year and without", () => {
  expect([formatDay("2026-05-14"), formatShortDay("2026-05-14")]).toEqual(["14/05/2026", "14/05"]);
});

it("writes amounts with their unit, and money without cents", () => {
  expect([
    formatAmount(12.34, "mm"),
    formatAmount(12.34, "m³"),
    formatAmount(0.256, "dS/m", 2),
    formatAmount(null, "mm"),
  ]).toEqual(["12,3 mm", "12 m³", "0,26 dS/m", "–"]);
  expect([formatBrl(1_812.4), formatBrl(null)]).toEqual(["R$\u00a01.812", "–"]);
});

it("keeps a number on the line of its unit", () => {
  expect(unbroken("2 × 16,4 mm · 32 %, até 12 h hoje")).toBe(
    "2\u00a0×\u00a016,4\u00a0mm · 32\u00a0%, até 12\u00a0h hoje",
  );
});

it("writes a change with its sign, unless it rounds to 0", () => {
  expect([3.2, -1, 0.04, -0.04].map((value) => formatSigned(value, 1))).toEqual(["+3,2", "−1,0", "0,0", "0,0"]);
});
