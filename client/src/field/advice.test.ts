import type { DecisionOf } from "@lamina/shared/views/machine-day";
import { describe, expect, it } from "vitest";
import { adviceLine, beginsNow, isWithheld } from "./advice.ts";

const run: DecisionOf<"run"> = {
  kind: "run",
  isUnderWay: false,
  isLeftOut: false,
  run: {
    grossMm: 32.8,
    passes: 2,
    depthPerPassMm: 16.4,
    percent: 32,
    hoursRev: null,
    hours: 60,
    hoursToday: 20,
    costBrl: 980,
    costTodayBrl: 310,
  },
  limit: null,
  sectorIds: ["s1"],
  table: [],
  startAt: "2026-05-14T23:00:00Z",
  endAt: "2026-05-16T06:00:00Z",
};
const wait: DecisionOf<"wait"> = {
  kind: "wait",
  rule: "later",
  until: "2026-05-17",
  rainMm: null,
  rainPct: null,
  drainsMm: null,
  roomMm: null,
  leastMm: null,
  budgetBrlMm: null,
  otherwiseMm: null,
  isDelayed: false,
};
const clock = { timeZone: "America/Bahia", today: "2026-05-14" };

describe("a decision in words", () => {
  it("gives passes, depth and setting in one line", () => {
    expect(adviceLine(run, clock)).toBe("Irrigar hoje: 2 × 16,4 mm · 32 % no painel");
    expect(adviceLine({ ...run, isLeftOut: true }, clock)).toBe("Não cabe hoje: 2 × 16,4 mm · 32 % no painel");
    const expired = { ...run, isLeftOut: true, limit: "permitExpired" as const };
    expect(adviceLine(expired, clock)).toBe("Outorga vencida: 2 × 16,4 mm · 32 % no painel");
  });

  it("to stop a run says that its sums rest on start values", () => {
    const facts = { startedAt: "2026-05-14T02:00:00Z", rainMm: 0, fellMm: 0 };
    const sum = { savedBrl: 600, riskedBrl: 40, hoursLeft: 12, rainPct: 0, drainsMm: 0, facts };
    const line = (isAssumed: boolean) =>
      adviceLine({ ...run, kind: "stop", isUnderWay: true, ...sum, isAssumed }, clock).replaceAll("\u00a0", " ");
    expect(line(true)).toBe("Pare agora; economiza R$ 600, arrisca R$ 40 (valor de partida)");
    expect(line(false)).not.toContain("valor de partida");
  });

  it("to stop a run gives the rain, what it saves and what it risks", () => {
    const facts = { startedAt: "2026-05-14T12:00:00Z", rainMm: 15.8, fellMm: 0 };
    const sum = { savedBrl: 600, riskedBrl: 40, hoursLeft: 28.6, rainPct: 80, drainsMm: 0, facts };
    expect(adviceLine({ ...run, kind: "stop", isUnderWay: true, ...sum }, clock).replaceAll("\u00a0", " ")).toBe(
      "Pare agora; 15,8 mm previstos (80 %); economiza R$ 600, arrisca R$ 40",
    );
  });

  it("to stop a run for another machine names it and what it needs", () => {
    const facts = { startedAt: "2026-05-14T12:00:00Z", rainMm: 0, fellMm: 0, forPivotId: "p7" };
    const sum = { savedBrl: 600, riskedBrl: 40, hoursLeft: 28.6, rainPct: 0, drainsMm: 0, facts };
    const lineOf = (forWhat: "source" | "permit") => {
      const waiting = { name: "Pivô 07", forWhat, savedBrl: 600 };
      return adviceLine({ ...run, kind: "stop", isUnderWay: true, ...sum, waiting }, clock).replaceAll("\u00a0", " ");
    };
    expect(lineOf("source")).toBe("Pare agora; Pivô 07 precisa da bomba; economiza R$ 600, arrisca R$ 40");
    expect(lineOf("permit")).toContain("Pivô 07 precisa da outorga");
  });

  it("of a run that begins tomorrow gives its beginning and no today", () => {
    const later = { ...run, startAt: "2026-05-15T08:11:00Z" };
    expect(adviceLine(later, clock)).toBe("Irrigar (amanhã 05:11): 2 × 16,4 mm · 32 % no painel");
  });

  it("for a run under way gives its passes and its end", () => {
    const underWay = { ...run, isUnderWay: true, run: { ...run.run, passes: 1 } };
    expect(adviceLine(underWay, clock)).toBe("Regando, 1 volta a 32 %, até sáb 03:00");
  });

  it("describes a run as starting now from a quarter of an hour before its start, and while it is late", () => {
    const at = (clock: string) => Date.parse(`2026-05-14T${clock}Z`);
    const moments = [at("22:44:00"), at("22:45:00"), at("23:30:00")];
    expect(moments.map((now) => beginsNow(run.startAt ?? "", now))).toEqual([false, true, true]);
  });

  it("to wait gives the day, the rain and the depth without it", () => {
    expect(adviceLine({ ...wait, rainMm: 8 }, clock)).toBe("Aguardar até 17/05; chuva prevista 8 mm");
    expect(adviceLine({ ...wait, rainMm: 8, rainPct: 75 }, clock)).toBe(
      "Aguardar até 17/05; chuva prevista 8 mm (75 %)",
    );
    expect(adviceLine({ ...wait, rainMm: 8, otherwiseMm: 12.4 }, clock)).toBe(
      "Aguardar até 17/05; chuva prevista 8 mm; se não chover, 12,4 mm",
    );
  });

  it("to wait although water is missing gives the rule, its limits and the depth", () => {
    const delayed = { ...wait, until: "2026-05-15", leastMm: 4, otherwiseMm: 5, isDelayed: true };
    expect(adviceLine({ ...delayed, roomMm: 3.7, rainMm: 15 }, clock)).toBe(
      "Aguardar até 15/05; espaço para 3,7 mm de chuva; abaixo da menor lâmina que vale ligar (4 mm); se não chover, 5 mm",
    );
    expect(adviceLine(delayed, clock)).toBe(
      "Aguardar até 15/05; abaixo da menor lâmina que vale ligar (4 mm); se não chover, 5 mm",
    );
    expect([delayed, wait].map(isWithheld)).toEqual([true, false]);
  });

  it("to wait for the season's budget gives what a mm is worth", () => {
    expect(adviceLine({ ...wait, rule: "budget", budgetBrlMm: 640, isDelayed: true }, clock)).toBe(
      "Aguardar até 17/05; orçamento da safra: 1 mm vale R$ 640",
    );
  });

  it("to give no water says why and until when", () => {
    const none = (rule: "enough" | "limit-maturity" | "harvestPending" | "fallow") => ({
      ...{ kind: "none" as const, until: "2026-05-21" },
      rule,
    });
    const lines = (["enough", "limit-maturity", "harvestPending", "fallow"] as const).map((rule) =>
      adviceLine(none(rule), clock),
    );
    expect(lines).toEqual([
      "Não irrigar; não falta água antes de 21/05",
      "Não irrigar; até a maturação a cultura não devolve mais água; próxima decisão 21/05",
      "Não irrigar; ciclo terminado: registre a colheita; próxima decisão 21/05",
      "Não irrigar",
    ]);
    expect([none("limit-maturity"), none("enough")].map(isWithheld)).toEqual([true, false]);
  });

  it("without data says so, and asks for a check when the balance is contradicted", () => {
    const blocked = { kind: "blocked" as const, since: null };
    expect(adviceLine({ ...blocked, by: "stale-rain" }, clock)).toBe("Sem recomendação");
    expect(adviceLine({ ...blocked, by: "contradicted" }, clock)).toBe("Conferir antes de irrigar");
  });
});
