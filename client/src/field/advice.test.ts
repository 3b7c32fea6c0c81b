import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { describe, expect, it } from "vitest";
import { adviceInRun, adviceLine, adviceOf, adviceOfRun, beginsNow, isWithheld } from "./advice.ts";

const given = {
  action: "irrigate",
  grossMm: 32.8,
  passes: 2,
  depthPerPassMm: 16.4,
  percent: 32.6,
  reasons: [],
  startAt: "2026-05-14T22:00:00Z",
  endAt: "2026-05-16T05:00:00Z",
} as Partial<Recommendation> as Recommendation;
const item = {
  grossMm: 32.8,
  passes: 2,
  depthPerPassMm: 16.4,
  percent: 32,
  startAt: "2026-05-14T23:00:00Z",
  endAt: "2026-05-16T06:00:00Z",
} as Partial<PlanItem> as PlanItem;
const clock = { timeZone: "America/Bahia", today: "2026-05-14" };

describe("advice", () => {
  it("gives passes, depth and setting in one line", () => {
    expect(adviceLine(adviceOf(given), clock)).toBe("Irrigar hoje: 2 × 16,4 mm · 32 % no painel");
    expect(adviceLine(adviceOfRun(item), clock)).toBe("Irrigar hoje: 2 × 16,4 mm · 32 % no painel");
    expect(adviceInRun(given, item)).toMatchObject({ startAt: item.startAt, endAt: item.endAt });
  });

  it("of a run that begins tomorrow gives its beginning and no today", () => {
    const later = { ...item, startAt: "2026-05-15T08:11:00Z" };
    expect(adviceLine(adviceOfRun(later), clock)).toBe("Irrigar (amanhã 05:11): 2 × 16,4 mm · 32 % no painel");
    expect(adviceLine(adviceInRun(given, later), clock)).toBe("Irrigar (amanhã 05:11): 2 × 16,4 mm · 32 % no painel");
  });

  it("for a run under way gives its passes and its end", () => {
    const line = adviceLine(adviceInRun(given, { ...item, underWay: true, passes: 1 }), clock);
    expect(line).toBe("Regando, 1 volta a 32 %, até sáb 03:00");
  });

  it("describes a run as starting now from a quarter of an hour before its start, and while it is late", () => {
    const at = (clock: string) => Date.parse(`2026-05-14T${clock}Z`);
    expect([at("22:44:00"), at("22:45:00"), at("23:30:00")].map((now) => beginsNow(item.startAt, now))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("to wait gives the day and the expected rain", () => {
    const reasons = [{ key: "rainForecast", value: 8, unit: "mm", source: "forecast", at: null }];
    const wait = { ...given, action: "wait" as const, waitUntil: "2026-05-17", reasons };
    expect(adviceOf(wait)).toEqual({
      action: "wait",
      until: "2026-05-17",
      rainMm: 8,
      drainsMm: null,
      roomMm: null,
      leastMm: null,
      otherwiseMm: null,
      isDelayed: false,
    });
    expect(adviceLine(adviceOf(wait), clock)).toBe("Aguardar até 17/05; chuva prevista 8 mm");
    const later = { ...wait, rule: "later" as const, otherwiseMm: 12.4 };
    expect(adviceLine(adviceOf(later), clock)).toBe("Aguardar até 17/05; chuva prevista 8 mm; se não chover, 12,4 mm");
    const drains = { ...wait, reasons: [{ ...reasons[0], key: "drains", value: 2.4 } as (typeof reasons)[0]] };
    expect(adviceOf(drains)).toMatchObject({ until: "2026-05-17", rainMm: null, drainsMm: 2.4 });
  });

  it("to wait although water is missing gives the rule, its limits and the depth", () => {
    const reason = (key: string, value: number) => ({ key, value, unit: "mm", source: "machine", at: null });
    const reasons = [reason("rainForecast", 15), reason("roomForRain", 3.7), reason("leastDepth", 4)];
    const wait = { ...given, action: "wait" as const, waitUntil: "2026-05-15", otherwiseMm: 5, reasons };
    const room = adviceOf({ ...wait, rule: "roomForRain" });
    expect(adviceLine(room, clock)).toBe(
      "Aguardar até 15/05; espaço para 3,7 mm de chuva; abaixo da menor lâmina que vale ligar (4 mm); se não chover, 5 mm",
    );
    const small = adviceOf({ ...wait, rule: "leastDepth", reasons: [reason("leastDepth", 4)] });
    expect(adviceLine(small, clock)).toBe(
      "Aguardar até 15/05; abaixo da menor lâmina que vale ligar (4 mm); se não chover, 5 mm",
    );
    expect([room, small, adviceOf({ ...wait, rule: "later" })].map(isWithheld)).toEqual([true, true, false]);
  });

  it("to give no water says why and until when", () => {
    const none = { ...given, action: "none" as const, waitUntil: "2026-05-21", reasons: [] };
    const lines = (["enough", "limit-maturity", "harvestPending", "fallow"] as const).map((rule) =>
      adviceLine(adviceOf({ ...none, rule }), clock),
    );
    expect(lines).toEqual([
      "Não irrigar; não falta água antes de 21/05",
      "Não irrigar; até a maturação a cultura não devolve mais água; próxima decisão 21/05",
      "Não irrigar; ciclo terminado: registre a colheita; próxima decisão 21/05",
      "Não irrigar",
    ]);
    expect(isWithheld(adviceOf({ ...none, rule: "limit-maturity" }))).toBe(true);
  });

  it("without data gives the start of the gap; asks for a check when the balance is contradicted", () => {
    const blocked = { ...given, action: "nodata" as const, blockedBy: "stale-rain", blockedSince: "2026-05-12" };
    expect(adviceOf(blocked)).toEqual({ action: "nodata", blockedBy: "stale-rain", since: "2026-05-12" });
    expect(adviceOf(null)).toEqual({ action: "nodata", blockedBy: null, since: null });
    expect(adviceLine(adviceOf({ ...blocked, blockedBy: "contradicted" }), clock)).toBe("Conferir antes de irrigar");
  });
});
